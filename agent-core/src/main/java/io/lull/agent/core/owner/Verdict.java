package io.lull.agent.core.owner;

import io.lull.protocol.model.NodeState;
import org.jspecify.annotations.Nullable;

/**
 * A node's state, and why.
 *
 * @param willing a worker may start or stay
 * @param ghosts a ghost may, too
 * @param lingeringSince when the owner came back while the guest was allowed to stay
 * @param reason a sentence for people, without its full stop
 * @param profile in force; empty: none
 */
record Verdict(
    NodeState state,
    long sinceEpochMillis,
    Judgement judgement,
    boolean willing,
    boolean ghosts,
    @Nullable Moment lingeringSince,
    String reason,
    Foreseen foreseen,
    String profile) {
  /**
   * @param mayWait whether a ghost may start or stay
   */
  Verdict with(boolean mayWait) {
    return new Verdict(
        state,
        sinceEpochMillis,
        judgement,
        willing,
        mayWait,
        lingeringSince,
        reason,
        foreseen,
        profile);
  }

  /**
   * What will change if nothing happens.
   *
   * @param kind as reported to the owner's programs; empty: nothing is foreseen
   * @param profile that begins or ends; empty: none
   * @param sentence the same for people
   * @param atEpochMillis 0: not known
   */
  record Foreseen(String kind, String profile, String sentence, long atEpochMillis) {
    static final Foreseen NOTHING = new Foreseen("", "", "", 0);
  }
}
