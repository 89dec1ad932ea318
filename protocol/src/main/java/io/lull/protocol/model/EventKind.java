package io.lull.protocol.model;

import java.util.Locale;

/** The kinds of events in a job's history. */
public enum EventKind {
  START,
  GROW,
  SHRINK,
  MIGRATE,
  REBALANCE,
  RECOVER,
  CHECKPOINT,
  SUSPEND,
  RESUME,
  END;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
