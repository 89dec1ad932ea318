package io.lull.coordinator.core.store;

import java.util.Map;

/** Where the shelves stand. */
public interface RecordMaps {
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
    FILE,
    PRIORITY,
    NOTICE
  }

  RecordMap map(Kind kind);

  /**
   * Writes by kind and id, all or none. No other write of these ids may be under way.
   *
   * @throws StoreException and nothing was written
   */
  void putAll(Map<Kind, Map<String, byte[]>> contents);

  /** What is not worth a shelf. */
  default Sessions sessions() {
    return Sessions.NONE;
  }
}
