package io.lull.testkit.job;

import io.lull.protocol.wire.CopyChoice;

/** How data comes to a worker that joins. */
public enum MoveMethod {
  /** While all workers stand still. */
  BLOCKING(CopyChoice.COPY_NOTHING),

  /** What the program seldom writes is copied before the change. */
  SELDOM_WRITTEN_BEFORE(CopyChoice.COPY_SELDOM_WRITTEN),

  /** Everything is copied before, and again what was written since. */
  EVERYTHING_BEFORE(CopyChoice.COPY_EVERYTHING),

  /** It follows when the change is in force. */
  AFTER(CopyChoice.COPY_NOTHING);

  private final CopyChoice before;

  MoveMethod(CopyChoice before) {
    this.before = before;
  }

  CopyChoice before() {
    return before;
  }
}
