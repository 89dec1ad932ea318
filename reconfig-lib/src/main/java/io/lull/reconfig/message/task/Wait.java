package io.lull.reconfig.message.task;

import io.lull.reconfig.message.Peers;

/**
 * What a task waits for.
 *
 * @param call that waits
 * @param peer the other task, or {@link Peers#ANY}
 * @param tag or {@link Peers#ANY}; negative: of a call of a group
 */
record Wait(Call call, long peer, int tag) {

  /** The calls that wait. */
  enum Call {
    RECEIVE("receive from"),
    SEND("send to");

    private final String words;

    Call(String words) {
      this.words = words;
    }
  }

  @Override
  public String toString() {
    final String partner = peer == Peers.ANY ? "any task" : "task " + peer;
    final String what =
        tag == Peers.ANY ? "with any tag" : tag < 0 ? "in a call of a group" : "with tag " + tag;
    return call.words + " " + partner + " " + what;
  }
}
