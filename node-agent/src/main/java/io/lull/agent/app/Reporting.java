package io.lull.agent.app;

import io.lull.agent.control.Changes;
import io.lull.agent.control.Surroundings;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.output.OutputSender;
import io.lull.agent.owner.OwnerListener;
import io.lull.agent.owner.OwnerWatch;
import io.lull.agent.parity.ParityKeeper;
import io.lull.agent.parity.ParityReports;
import io.lull.agent.piece.PieceId;
import io.lull.agent.piece.PieceKeeper;
import io.lull.agent.piece.PieceReports;
import io.lull.agent.piece.PieceStore;
import io.lull.agent.piece.PieceTickets;
import io.lull.agent.record.OwnerLedger;
import io.lull.agent.session.Conversation;
import io.lull.agent.session.CoordinatorLink;
import io.lull.agent.worker.WorkerListener;
import io.lull.agent.worker.WorkerTable;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.AcceptPieces;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.LogTail;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.RebuildPiece;
import io.lull.protocol.wire.StagePieces;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.Vacated;
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
 * Who tells whom: orders of the coordinator go to the part that obeys them; what workers, pieces
 * and the owner's watch say goes to the coordinator and to each other.
 */
final class Reporting
    implements Conversation, WorkerListener, OwnerListener, PieceReports, ParityReports {
  private static final Logger LOG = LoggerFactory.getLogger(Reporting.class);

  /** The parts that need this one to be made. */
  record Parts(
      CoordinatorLink link,
      WorkerTable workers,
      PieceStore pieces,
      PieceTickets tickets,
      PieceKeeper keeper,
      ParityKeeper parities,
      OutputSender outputs,
      OwnerLedger ledger,
      GuestChecks checks) {}

  private final NodePresence presence;
  private final OwnerWatch watch;
  private final Consumer<String> say;
  private final Changes changes;
  private final Map<String, Surroundings.Visitor> visitors = new ConcurrentHashMap<>();
  private final AtomicBoolean wasReady = new AtomicBoolean();
  private volatile @Nullable Parts attached;
  private volatile Runnable stop = () -> {};
  private volatile String name;
  private volatile String coordinator = "";

  Reporting(NodePresence presence, OwnerWatch watch, Consumer<String> say, Changes changes) {
    this.presence = presence;
    this.watch = watch;
    this.say = say;
    this.changes = changes;
    this.name = presence.name();
  }

  /** To be called once, before anything is told. */
  void attach(Parts parts, Runnable stopAgent) {
    attached = parts;
    stop = stopAgent;
  }

  Surroundings surroundings() {
    return new Surroundings() {
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
      public Visitor visitor() {
        return visitors.values().stream().findFirst().orElse(Visitor.NONE);
      }
    };
  }

  // What the coordinator says.

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
    parts()
        .workers()
        .keepOnly(Set.copyOf(accepted.getWantedWorkersList()), "no job wants it any more");
    if (!wasReady.getAndSet(true)) {
      say.accept("agent " + name + " ready");
    }
  }

  @Override
  public void ordered(AgentOrder order) {
    LogContext.ofJob(jobOf(order), () -> take(order));
  }

  /** Which job an order is about; empty for one that is about none, or is not logged about. */
  private static String jobOf(AgentOrder order) {
    return switch (order.getOrderCase()) {
      case START_WORKER -> order.getStartWorker().getJob();
      case ACCEPT_PIECES -> order.getAcceptPieces().getJob();
      case KEEP_PIECE -> order.getKeepPiece().getJob();
      case STAGE_PIECES -> order.getStagePieces().getJob();
      case MAKE_PARITY -> order.getMakeParity().getJob();
      case REBUILD_PIECE -> order.getRebuildPiece().getJob();
      case DROP_PIECES -> order.getDropPieces().getJob();
      case STORE_OUTPUTS -> order.getStoreOutputs().getJob();
      case END_WORKER, TO_WORKER, TELL_LOG, ACCEPTED, REFUSED, REFRESH, ORDER_NOT_SET -> "";
    };
  }

  private void take(AgentOrder order) {
    try {
      obey(order);
    } catch (IOException | RuntimeException e) {
      LOG.error("an order ({}) could not be obeyed", order.getOrderCase(), e);
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

  private void obey(AgentOrder order) throws IOException {
    final Parts parts = parts();
    switch (order.getOrderCase()) {
      case START_WORKER -> start(order.getStartWorker());
      case END_WORKER -> {
        tell(new NodeEvent.HandOver(order.getEndWorker().getWorker(), true));
        parts.workers().end(order.getEndWorker().getWorker(), order.getEndWorker().getReason());
      }
      case TO_WORKER -> {
        parts.workers().tell(order.getToWorker());
        switch (order.getToWorker().getOrder().getOrderCase()) {
          case PROPOSE, RECONFIGURE ->
              tell(new NodeEvent.HandOver(order.getToWorker().getWorker(), false));
          case PROCEED, CAPTURE, END ->
              tell(new NodeEvent.HandOver(order.getToWorker().getWorker(), true));
          default -> {}
        }
      }
      case ACCEPT_PIECES -> accept(order.getAcceptPieces());
      case KEEP_PIECE -> keep(order.getKeepPiece());
      case STAGE_PIECES -> stage(order.getStagePieces());
      case MAKE_PARITY -> code(order.getMakeParity());
      case REBUILD_PIECE -> code(order.getRebuildPiece());
      case DROP_PIECES -> drop(order.getDropPieces());
      case STORE_OUTPUTS -> parts.outputs().store(order.getStoreOutputs());
      case TELL_LOG ->
          parts.workers().logTail(order.getTellLog().getWorker()).ifPresent(this::said);
      case ACCEPTED, REFUSED, REFRESH, ORDER_NOT_SET -> {}
    }
  }

  private void said(LogTail tail) {
    parts().link().mention("log of " + tail.getWorker(), AgentReport.newBuilder().setLogTail(tail));
  }

  private void start(StartWorker order) throws IOException {
    final WorkerTable workers = parts().workers();
    if (workers.folder(order.getWorker()).isEmpty()) {
      visitors.put(
          order.getWorker(),
          new Surroundings.Visitor(order.getJob(), order.getJobName(), order.getUser()));
      parts().ledger().expect(order.getWorker(), order.getJob(), order.getUser());
      tell(new NodeEvent.GuestClaimed(order.getWorker(), order.getUser()));
    }
    parts().tickets().accept(order.getJob(), order.getPieceTicket(), 0);
    parts().keeper().ticket(order.getJob(), order.getPieceTicket());
    workers.start(order, name, LocalAddress.towards(HostPort.parse(coordinator)));
  }

  private void keep(KeepPiece order) {
    parts()
        .pieces()
        .committed(order.getJob(), order.getCommittedGeneration(), order.getGeneration());
    parts().keeper().keep(order);
  }

  private void accept(AcceptPieces order) throws IOException {
    final long committed = order.getCommittedGeneration();
    parts().pieces().committed(order.getJob(), committed, committed + 1);
    parts().tickets().accept(order.getJob(), order.getPieceTicket(), order.getLimitBytes());
  }

  private void stage(StagePieces order) throws IOException {
    parts().tickets().accept(order.getJob(), order.getPieceTicket(), 0);
    parts().keeper().stage(order);
  }

  private void code(MakeParity order) throws IOException {
    parts().tickets().accept(order.getJob(), order.getPieceTicket(), 0);
    parts().parities().make(order);
  }

  private void code(RebuildPiece order) throws IOException {
    parts().tickets().accept(order.getJob(), order.getPieceTicket(), 0);
    parts().parities().rebuild(order);
  }

  private void drop(DropPieces order) throws IOException {
    if (order.getKeepFromGeneration() > PieceStore.ALL_GENERATIONS) {
      parts().tickets().forget(order.getJob());
      parts().workers().forget(order.getJob());
    }
    final PieceStore pieces = parts().pieces();
    final long committed = order.getCommittedGeneration();
    pieces.committed(order.getJob(), committed, committed + 1);
    if (order.getGivenUpGeneration() > 0) {
      pieces.giveUp(order.getJob(), order.getGivenUpGeneration());
    }
    pieces.drop(order.getJob(), order.getKeepFromGeneration());
  }

  // What workers say.

  @Override
  public void started(String worker) {
    parts().checks().begin();
    tell(new NodeEvent.GuestStarted(worker));
  }

  @Override
  public boolean said(FromWorker report) {
    final AgentReport.Builder wrapped = AgentReport.newBuilder().setFromWorker(report);
    return switch (report.getReport().getReportCase()) {
      case PROGRESS -> {
        parts().link().mention("progress of " + report.getWorker(), wrapped);
        yield true;
      }
      case READY -> {
        tell(new NodeEvent.GuestReady(report.getWorker()));
        yield parts().link().report(wrapped);
      }
      case PIECE_WRITTEN -> {
        final boolean kept = parts().link().report(wrapped);
        parts().keeper().written(report.getWorker(), report.getReport().getPieceWritten());
        yield kept;
      }
      default -> parts().link().report(wrapped);
    };
  }

  @Override
  public void ended(WorkerEnded ended) {
    LOG.info("{} has ended ({}): {}", ended.getWorker(), ended.getExitCode(), ended.getReason());
    visitors.remove(ended.getWorker());
    tell(new NodeEvent.GuestGone(ended.getWorker()));
    parts().link().reportEnd(AgentReport.newBuilder().setWorkerEnded(ended));
  }

  @Override
  public void durable(PieceDurable report) {
    parts().link().reportEnd(AgentReport.newBuilder().setPieceDurable(report));
  }

  @Override
  public void staged(PiecesStaged report) {
    parts().link().reportEnd(AgentReport.newBuilder().setPiecesStaged(report));
  }

  @Override
  public void made(ParityMade report) {
    parts().link().reportEnd(AgentReport.newBuilder().setParityMade(report));
  }

  @Override
  public void rebuilt(PieceRebuilt report) {
    parts().link().reportEnd(AgentReport.newBuilder().setPieceRebuilt(report));
  }

  @Override
  public void progress(CodingProgress report) {
    parts()
        .link()
        .mention(
            "coding of "
                + new PieceId(
                    report.getJob(), report.getGeneration(), report.getRank(), report.getParity()),
            AgentReport.newBuilder().setCodingProgress(report));
  }

  void stored(OutputsStored report) {
    parts().link().reportEnd(AgentReport.newBuilder().setOutputsStored(report));
  }

  // What the owner's watch says.

  @Override
  public void status(NodeStatus status) {
    parts().link().mention(presence.complete(status));
  }

  @Override
  public void stepped() {
    changes.tell();
  }

  @Override
  public void vacated(String worker, double millis, boolean killed) {
    parts()
        .link()
        .reportEnd(
            AgentReport.newBuilder()
                .setVacated(
                    Vacated.newBuilder().setWorker(worker).setMillis(millis).setKilled(killed)));
  }

  @Override
  public void quit() {
    Thread.ofVirtual().name("quit").start(stop);
  }

  private void tell(NodeEvent event) {
    try {
      watch.tell(event);
    } catch (IllegalStateException e) {
      LOG.error("the owner's watch did not hear {}: {}", event, e.getMessage());
    }
  }

  private Parts parts() {
    return Objects.requireNonNull(attached, "told before it was attached");
  }
}
