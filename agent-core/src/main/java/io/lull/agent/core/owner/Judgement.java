package io.lull.agent.core.owner;

import java.time.Duration;
import java.util.Locale;
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
    /** Away, it seems, but for a moment nobody knows. */
    KNOCK,
    PAUSED,
    BLIND,
    SCHEDULE,
    POWER,
    HEAT,
    EXCLUSIVE,
    ENGAGED,
    INPUT,
    LOAD,
    TRAFFIC,
    TOO_EARLY;

    /** As the owner's programs are told. */
    String wire() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static Judgement of(Kind kind, String clauseAndReason) {
    return new Judgement(kind, clauseAndReason, clauseAndReason, null);
  }

  static Judgement of(Kind kind, String clause, String detail) {
    return new Judgement(kind, clause, clause + detail, null);
  }

  boolean away() {
    return kind == Kind.AWAY;
  }

  /** Guests may come, or stay if they are here. */
  boolean willing() {
    return kind == Kind.AWAY || kind == Kind.KNOCK;
  }

  /** Whether a lingering guest may stay: its owner is at work, but wants nothing to itself. */
  boolean light() {
    return kind == Kind.INPUT || kind == Kind.LOAD || kind == Kind.TOO_EARLY;
  }
}
