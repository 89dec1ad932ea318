package io.lull.coordinator.store;

/** Where the shelves stand. */
public interface Shelves {
  /** Which kinds of records are kept apart. */
  enum Kind {
    JOB,
    NODE,
    TOKEN,
    NAME,
    COUNTER,
    LOG_TAIL,
    USAGE,
    REVOCATION,
    FILE
  }

  Shelf shelf(Kind kind);
}
