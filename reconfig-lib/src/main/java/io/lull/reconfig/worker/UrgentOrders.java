package io.lull.reconfig.worker;

import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.transfer.TransferReceiver;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles what cannot wait for the program's thread: votes, obsolete transfers, and epochs that
 * cannot continue. It takes short locks only, and never touches the program's state; all else it
 * leaves word of for the program's thread. Orders come on one thread, losses on the links'.
 */
final class UrgentOrders {
  private final DueOrders orders;
  private final SafePointVotes votes;
  private final CurrentConfiguration membership;
  private final ChangePrefetch prefetch;
  private final SafePointKeeper safePoints;
  private final Links links;
  private final TransferReceiver receiver;
  private long epochOrdered;

  UrgentOrders(
      DueOrders orders,
      SafePointVotes votes,
      CurrentConfiguration membership,
      ChangePrefetch prefetch,
      SafePointKeeper safePoints,
      Links links,
      TransferReceiver receiver) {
    this.orders = orders;
    this.votes = votes;
    this.membership = membership;
    this.prefetch = prefetch;
    this.safePoints = safePoints;
    this.links = links;
    this.receiver = receiver;
  }

  /** An order from the agent, on the thread that reads them. */
  void order(WorkerOrder order) {
    switch (order.getOrderCase()) {
      case MEET -> prefetch.meet(order.getMeet());
      case PROPOSE -> votes.make(order);
      case RECONFIGURE -> {
        votes.callOff();
        begin(order.getReconfigure());
        orders.add(order, order.getReconfigure().getLive().getSafePoint());
      }
      case CAPTURE -> {
        safePoints.keepFrom(order.getCapture());
        orders.add(order, order.getCapture().getSafePoint());
      }
      case PROCEED -> {
        votes.callOff();
        giveUpTo(epochOrdered, "the change was called off");
        orders.add(order, 0);
      }
      case ALLOWANCE -> links.allow(order.getAllowance().getNetworkBytesPerSecond());
      case DEAL, WELCOME, END, ORDER_NOT_SET -> {}
    }
  }

  private void begin(Reconfigure order) {
    if (order.getEpoch() == epochOrdered) {
      return;
    }
    epochOrdered = order.getEpoch();
    giveUpTo(order.getEpoch() - 1, "another change was ordered");
    if (!order.hasLive()) {
      membership.breakUpBefore(order.getEpoch(), "the job returns to what is kept");
      receiver.ignoreLinksBefore(order.getEpoch());
      links.closeOlderThan(order.getEpoch());
    } else if (order.getLive().getBack()) {
      membership.breakUpBefore(order.getEpoch(), "the job goes back to its last safe point");
      links.dropOlderThan(order.getEpoch());
    }
  }

  private void giveUpTo(long epoch, String why) {
    receiver.giveUpTo(epoch, why);
    links.breakOff();
  }

  /**
   * A link ended that this worker did not close, on the link's thread.
   *
   * @return what the coordinator must be told, if the epoch cannot go on without that peer
   */
  Optional<WorkerReport.Builder> lost(String peer, long linkEpoch, String why) {
    receiver.lose(peer, linkEpoch);
    links.breakOff();
    final @Nullable Communicator shared =
        membership.lose(peer, linkEpoch, "worker " + peer + " is lost: " + why);
    return shared == null
        ? Optional.empty()
        : Optional.of(Failures.peerLost(shared.epoch(), peer, why));
  }
}
