package io.lull.protocol.model;

import java.util.Locale;

/** What happened to a job's configuration or data. */
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
