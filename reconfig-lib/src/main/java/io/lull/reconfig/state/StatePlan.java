package io.lull.reconfig.state;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.reconfig.distribution.Part;
import java.util.List;

/** The transfers of one change of configuration: the same value on every worker. */
public interface StatePlan {

  /** The members of the next configuration, by rank. */
  List<Part> members();

  /** All that is copied, also what stays on its worker; the place is the transfer's number. */
  List<StateTransfer> transfers();

  /**
   * The least number of bytes that any way to share the state out in the same parts would have to
   * move between workers.
   */
  long leastBytes();

  /** Adds what a later change has to know of where the state lies. */
  void describe(Layout.Builder layout);

  /** Adds what people are shown of the new configuration, if there is anything to see. */
  default void present(Prepared.Builder report) {}

  /** What goes from one worker to another, in bytes of the state. */
  default long movedBytes() {
    return transfers().stream()
        .filter(transfer -> !transfer.isLocal())
        .mapToLong(StateTransfer::bytes)
        .sum();
  }

  /** The worker's rank in the next configuration, or -1. */
  default int rankOf(String worker) {
    final List<Part> members = members();
    for (int rank = 0; rank < members.size(); rank++) {
      if (members.get(rank).worker().equals(worker)) {
        return rank;
      }
    }
    return -1;
  }
}
