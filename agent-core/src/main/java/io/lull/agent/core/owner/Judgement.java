package io.lull.agent.core.owner;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether guests may run, and why.
 *
 * @param clause why, as in "because ..."
 * @param reason a sentence for people, without its full stop
 * @param changesIn when the judgement changes if nothing happens; null: not known
 */
record Judgement(Kind kind, String clause, String reason, @Nullable Duration changesIn) {
  enum Kind {
    AWAY,
    /** The owner seems to be away, but this is not certain yet. */
    KNOCK,
    PAUSED,
    BLIND,
    /** A guest could not be confined as it must be. */
    UNCONFINED,
    SCHEDULE,
    POWER,
    HEAT,
    EXCLUSIVE,
    ENGAGED,
    INPUT,
    LOAD,
    TRAFFIC,
    TOO_EARLY;

    /** As reported to the owner's programs. */
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

  /** Guests may start, and stay. */
  boolean willing() {
    return kind == Kind.AWAY || kind == Kind.KNOCK;
  }

  /** Whether a lingering guest may stay: the owner is active but needs little. */
  boolean light() {
    return kind == Kind.INPUT || kind == Kind.LOAD || kind == Kind.TOO_EARLY;
  }
}
