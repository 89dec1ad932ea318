package io.lull.agent.core.session;

import io.lull.agent.core.owner.NodeEvent;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.ToWorker;
import java.io.IOException;
import java.util.Optional;

/**
 * Routes each order of the coordinator to the part of the agent that obeys it, and tells the
 * owner's side which guests are being asked for their data.
 */
public final class OrderRouter {
  private final OrderTargets targets;

  public OrderRouter(OrderTargets targets) {
    this.targets = targets;
  }

  /** The job that an order concerns; empty: none. */
  public static String jobOf(AgentOrder order) {
    return switch (order.getOrderCase()) {
      case START_WORKER -> order.getStartWorker().getJob();
      case ACCEPT_PIECES -> order.getAcceptPieces().getJob();
      case KEEP_PIECE -> order.getKeepPiece().getJob();
      case STAGE_PIECES -> order.getStagePieces().getJob();
      case MAKE_PARITY -> order.getMakeParity().getJob();
      case REBUILD_PIECE -> order.getRebuildPiece().getJob();
      case DROP_PIECES -> order.getDropPieces().getJob();
      case STORE_OUTPUTS -> order.getStoreOutputs().getJob();
      case END_WORKER,
          TO_WORKER,
          TELL_LOG,
          REVOKED_KEYS,
          ACCEPTED,
          REFUSED,
          REFRESH,
          ORDER_NOT_SET ->
          "";
    };
  }

  public void route(AgentOrder order) throws IOException {
    switch (order.getOrderCase()) {
      case START_WORKER -> targets.start(order.getStartWorker());
      case END_WORKER -> {
        // The guest must be able to run when it is asked to end.
        targets.owner(new NodeEvent.HandOver(order.getEndWorker().getWorker(), true));
        targets.end(order.getEndWorker());
      }
      case TO_WORKER -> {
        if (takesData(order.getToWorker())) {
          targets.owner(new NodeEvent.GuestWoken(order.getToWorker().getWorker()));
        }
        targets.toWorker(order.getToWorker());
        handOver(order.getToWorker()).ifPresent(targets::owner);
      }
      case ACCEPT_PIECES -> targets.accept(order.getAcceptPieces());
      case KEEP_PIECE -> targets.keep(order.getKeepPiece());
      case STAGE_PIECES -> targets.stage(order.getStagePieces());
      case MAKE_PARITY -> targets.makeParity(order.getMakeParity());
      case REBUILD_PIECE -> targets.rebuild(order.getRebuildPiece());
      case DROP_PIECES -> targets.drop(order.getDropPieces());
      case STORE_OUTPUTS -> targets.store(order.getStoreOutputs());
      case TELL_LOG -> targets.tellLog(order.getTellLog().getWorker());
      case REVOKED_KEYS -> targets.revoked(order.getRevokedKeys());
      case ACCEPTED, REFUSED, REFRESH, ORDER_NOT_SET -> {}
    }
  }

  /** Whether a ghost is one no longer. */
  private static boolean takesData(ToWorker order) {
    return switch (order.getOrder().getOrderCase()) {
      case MEET, RECONFIGURE -> true;
      default -> false;
    };
  }

  private static Optional<NodeEvent> handOver(ToWorker order) {
    return switch (order.getOrder().getOrderCase()) {
      case PROPOSE, RECONFIGURE -> Optional.of(new NodeEvent.HandOver(order.getWorker(), false));
      case PROCEED, CAPTURE, END -> Optional.of(new NodeEvent.HandOver(order.getWorker(), true));
      default -> Optional.empty();
    };
  }
}
