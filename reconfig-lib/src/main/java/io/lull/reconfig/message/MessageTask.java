package io.lull.reconfig.message;

/**
 * A task of blocking code: its messages are sent and received in the middle of what it computes.
 * Where {@link #iterate} returns lies its safe point: there, and only there, it may move and be
 * kept in a checkpoint.
 *
 * {@snippet :
 * public final class PingPong implements MessageTask {
 *   private long round;
 *
 *   @Override
 *   public boolean iterate(Peers peers) {
 *     if (peers.id() == 0) {
 *       peers.send(1, 7, new long[] {round});
 *       peers.receive(1, 7);
 *     } else {
 *       peers.send(0, 7, peers.receive(0, 7).longs());
 *     }
 *     return ++round < 1000;
 *   }
 * }
 * }
 */
public non-sealed interface MessageTask extends Task {

  /**
   * Computes on to the next safe point. A second's work or less lets a task move soon.
   *
   * @return whether the task goes on; otherwise it has ended
   */
  boolean iterate(Peers peers);
}
