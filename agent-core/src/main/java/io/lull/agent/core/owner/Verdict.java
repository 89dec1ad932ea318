package io.lull.agent.core.owner;

import io.lull.protocol.model.NodeState;
import org.jspecify.annotations.Nullable;

/**
 * What the node is, and why.
 *
 * @param lingeringSince when the owner came back and the guest was let stay for a while
 * @param reason a sentence for people, without its full stop
 * @param profile of the settings, which is in force; empty: none
 */
record Verdict(
    NodeState state,
    long sinceEpochMillis,
    Judgement judgement,
    @Nullable Moment lingeringSince,
    String reason,
    Foreseen foreseen,
    String profile) {

  /**
   * What will change if nothing happens.
   *
   * @param kind as the owner's programs are told; empty: nothing is foreseen
   * @param profile which begins or ends; empty: none does
   * @param sentence the same for people
   * @param atEpochMillis 0: not known
   */
  record Foreseen(String kind, String profile, String sentence, long atEpochMillis) {
    static final Foreseen NOTHING = new Foreseen("", "", "", 0);
  }

  /** A worker may be started or kept. */
  boolean willing() {
    return judgement.willing() || lingeringSince != null;
  }
}
