package io.lull.coordinator.core.store;

import java.util.Map;

/** One map of records for each kind. */
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
    NOTICE,
    ACCOUNT,
    USER_LIMIT
  }

  RecordMap map(Kind kind);

  /**
   * Writes by kind and id, all or none. No other write of these ids may be under way.
   *
   * @throws StoreException and nothing was written
   */
  void putAll(Map<Kind, Map<String, byte[]>> contents);

  /** The newest status of connected nodes, which is not durable. */
  default Sessions sessions() {
    return Sessions.NONE;
  }
}
