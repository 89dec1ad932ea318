package io.lull.reconfig.message.routing;

import java.util.List;
import java.util.Map;

/**
 * A task's port, as it goes to another worker or into a capture.
 *
 * @param captures how often the task had been captured, this time included
 * @param sent by receiver
 * @param got by sender
 * @param arrivals how many messages had arrived
 * @param forced which senders the next receives of any sender are to take
 */
public record PortState(
    long captures, long arrivals, Map<Long, Sent> sent, Map<Long, Got> got, List<Long> forced) {
  public PortState {
    sent = Map.copyOf(sent);
    got = Map.copyOf(got);
    forced = List.copyOf(forced);
  }

  /** How many messages the task has sent. */
  public long sentCount() {
    return sent.values().stream().mapToLong(Sent::sent).sum();
  }

  /** How many messages the task has received, without those that wait. */
  public long receivedCount() {
    return got.values().stream().mapToLong(each -> each.taken() - each.waiting().size()).sum();
  }

  /**
   * To one task.
   *
   * @param sent the number of the last message
   * @param arrived up to where they had arrived
   * @param kept those that are not known to be in the receiver's state
   */
  public record Sent(long sent, long arrived, List<Envelope> kept) {
    public Sent {
      kept = List.copyOf(kept);
    }
  }

  /**
   * From one task.
   *
   * @param taken the number of the last one that was taken in
   * @param waiting those that wait to be received, in their order
   */
  public record Got(long taken, List<WaitingMessage> waiting) {
    public Got {
      waiting = List.copyOf(waiting);
    }
  }
}
