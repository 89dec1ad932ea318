package io.lull.agent.app;

import io.lull.agent.control.AgentDetails;
import io.lull.agent.control.ChangeCounter;
import io.lull.agent.core.owner.NodeEffect;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.core.session.OrderRouter;
import io.lull.agent.core.session.ReportRouter;
import io.lull.agent.output.OutputSender;
import io.lull.agent.owner.OwnerListener;
import io.lull.agent.owner.OwnerWatch;
import io.lull.agent.parity.ParityKeeper;
import io.lull.agent.parity.ParityReports;
import io.lull.agent.piece.PieceKeeper;
import io.lull.agent.piece.PieceReports;
import io.lull.agent.piece.PieceStore;
import io.lull.agent.piece.PieceTickets;
import io.lull.agent.piece.RevokedPeers;
import io.lull.agent.record.OwnerLedger;
import io.lull.agent.session.CoordinatorLink;
import io.lull.agent.session.SessionHandler;
import io.lull.agent.worker.WorkerListener;
import io.lull.agent.worker.WorkerTable;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.WorkerEnded;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the parts of the agent: the coordinator's orders go to the part that obeys them; reports
 * of workers, pieces and the owner's watch go to the coordinator and to each other.
 */
final class AgentEvents
    implements SessionHandler,
        WorkerListener,
        OwnerListener,
        PieceReports,
        ParityReports,
        AgentOrders.Host {
  private static final Logger LOG = LoggerFactory.getLogger(AgentEvents.class);

  /** The parts that are constructed with this object. */
  record Parts(
      CoordinatorLink link,
      WorkerTable workers,
      PieceStore pieces,
      PieceTickets tickets,
      RevokedPeers revoked,
      PieceKeeper keeper,
      ParityKeeper parities,
      OutputSender outputs,
      OwnerLedger ledger,
      GuestChecks checks) {}

  private final NodePresence presence;
  private final OwnerWatch watch;
  private final Consumer<String> say;
  private final ChangeCounter changes;
  private final Map<String, AgentDetails.Visitor> visitors = new ConcurrentHashMap<>();
  private final AtomicBoolean wasReady = new AtomicBoolean();
  private volatile @Nullable Parts attached;
  private volatile @Nullable OrderRouter router;
  private volatile Runnable stop = () -> {};
  private volatile String name;
  private volatile String coordinator = "";

  AgentEvents(
      NodePresence presence, OwnerWatch watch, Consumer<String> say, ChangeCounter changes) {
    this.presence = presence;
    this.watch = watch;
    this.say = say;
    this.changes = changes;
    this.name = presence.name();
  }

  /** Call this once, before any event. */
  void attach(Parts parts, Runnable stopAgent) {
    attached = parts;
    stop = stopAgent;
    router = new OrderRouter(new AgentOrders(parts, this));
  }

  AgentDetails details() {
    return new AgentDetails() {
      @Override
      public String node() {
        return name;
      }

      @Override
      public boolean connected() {
        return parts().link().connected();
      }

      @Override
      public String coordinator() {
        return coordinator;
      }

      @Override
      public String isolation() {
        return presence.isolation();
      }

      @Override
      public long guestMemoryBytes() {
        return parts().workers().residentBytes();
      }

      @Override
      public Visitor visitor() {
        return visitors.values().stream().findFirst().orElse(Visitor.NONE);
      }
    };
  }

  // Orders and events from the coordinator.

  @Override
  public Hello hello(HostPort dialled) {
    coordinator = dialled.toString();
    return Hello.newBuilder()
        .setVersion(NodePresence.VERSION)
        .setFacts(presence.facts(dialled))
        .setStatus(presence.status())
        .addAllWorkers(parts().workers().running())
        .addAllPieces(parts().pieces().held())
        .build();
  }

  @Override
  public void accepted(Accepted accepted, HostPort by) {
    if (!accepted.getNode().isEmpty()) {
      name = accepted.getNode();
    }
    LOG.info("accepted as {} by the coordinator at {}", name, by);
    if (accepted.hasRevokedKeys()) {
      ordered(AgentOrder.newBuilder().setRevokedKeys(accepted.getRevokedKeys()).build());
    }
    parts()
        .workers()
        .keepOnly(Set.copyOf(accepted.getWantedWorkersList()), "no job needs it any more");
    if (!wasReady.getAndSet(true)) {
      say.accept("agent " + name + " ready");
    }
  }

  @Override
  public void ordered(AgentOrder order) {
    LogContext.ofJob(OrderRouter.jobOf(order), () -> take(order));
  }

  private void take(AgentOrder order) {
    try {
      Objects.requireNonNull(router, "told before it was attached").route(order);
    } catch (IOException | RuntimeException e) {
      LOG.error("cannot obey the order {}", order.getOrderCase(), e);
    }
  }

  @Override
  public void lost(String why) {
    LOG.debug("workers go on until the lease ends");
  }

  @Override
  public void leaseEnded() {
    tell(new NodeEvent.LeaseLost());
  }

  // Events from workers.

  @Override
  public void started(String worker) {
    parts().checks().begin();
    tell(new NodeEvent.GuestStarted(worker));
  }

  @Override
  public boolean said(FromWorker report) {
    final boolean kept = report(AgentReport.newBuilder().setFromWorker(report));
    if (report.getReport().hasPieceWritten()) {
      parts().keeper().written(report.getWorker(), report.getReport().getPieceWritten());
    }
    return kept;
  }

  @Override
  public void ended(WorkerEnded ended) {
    LOG.info("{} has ended ({}): {}", ended.getWorker(), ended.getExitCode(), ended.getReason());
    visitors.remove(ended.getWorker());
    report(AgentReport.newBuilder().setWorkerEnded(ended));
  }

  @Override
  public void durable(PieceDurable report) {
    report(AgentReport.newBuilder().setPieceDurable(report));
  }

  @Override
  public void staged(PiecesStaged report) {
    report(AgentReport.newBuilder().setPiecesStaged(report));
  }

  @Override
  public void made(ParityMade report) {
    report(AgentReport.newBuilder().setParityMade(report));
  }

  @Override
  public void rebuilt(PieceRebuilt report) {
    report(AgentReport.newBuilder().setPieceRebuilt(report));
  }

  @Override
  public void progress(CodingProgress report) {
    report(AgentReport.newBuilder().setCodingProgress(report));
  }

  void stored(OutputsStored report) {
    report(AgentReport.newBuilder().setOutputsStored(report));
  }

  // Events from the owner's watch.

  @Override
  public void status(NodeStatus status) {
    parts().link().status(presence.complete(status));
  }

  @Override
  public void stepped() {
    changes.tell();
  }

  @Override
  public void vacated(NodeEffect.ReportVacated guest) {
    report(ReportRouter.vacated(guest));
  }

  @Override
  public void quit() {
    Thread.ofVirtual().name("quit").start(stop);
  }

  // What orders need.

  @Override
  public String node() {
    return name;
  }

  @Override
  public String coordinator() {
    return coordinator;
  }

  @Override
  public void expect(String worker, AgentDetails.Visitor visitor) {
    visitors.put(worker, visitor);
  }

  @Override
  public void tell(NodeEvent event) {
    try {
      watch.tell(event);
    } catch (IllegalStateException e) {
      LOG.error("the owner's watch did not accept {}: {}", event, e.getMessage());
    }
  }

  /** The owner's side hears first: its guest may compute, or is gone, from here on. */
  private boolean report(AgentReport.Builder report) {
    ReportRouter.toOwner(report).ifPresent(this::tell);
    return parts().link().report(report);
  }

  private Parts parts() {
    return Objects.requireNonNull(attached, "told before it was attached");
  }
}
