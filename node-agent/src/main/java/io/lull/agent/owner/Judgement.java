package io.lull.agent.owner;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether guests may run, and why.
 *
 * @param clause why, as in "because ..."
 * @param reason a sentence for people, without its full stop
 * @param changesIn when it will be otherwise if nothing happens; null: that is not known
 */
record Judgement(Kind kind, String clause, String reason, @Nullable Duration changesIn) {
  enum Kind {
    AWAY,
    PAUSED,
    BLIND,
    SCHEDULE,
    BATTERY,
    EXCLUSIVE,
    INPUT,
    LOAD,
    TOO_EARLY
  }

  boolean away() {
    return kind == Kind.AWAY;
  }

  /** Whether a lingering guest may stay: its owner is at work, but wants nothing to itself. */
  boolean light() {
    return kind == Kind.INPUT || kind == Kind.TOO_EARLY;
  }
}
