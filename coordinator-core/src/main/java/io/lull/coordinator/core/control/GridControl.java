package io.lull.coordinator.core.control;

import io.lull.coordinator.core.dispatch.Dispatch;
import io.lull.coordinator.core.dispatch.SharingInputs;
import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.session.NodeSession;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.HeldPiece;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Refresh;
import io.lull.protocol.wire.RunningWorker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Applies events to the grid. One batch of events is one round: they are applied, the nodes are
 * planned, changes are stored, and only then orders and acknowledgements are sent. Used by the
 * control loop's thread alone.
 */
public final class GridControl {
  private final NodeTable nodes;
  private final JobTable jobs;
  private final UserUsage usage;
  private final MonthlyUse months;
  private final PendingOrders pendingOrders;
  private final FinalLogTails logTails;
  private final RevokedNodes revoked;
  private final Acceptance acceptance;
  private final LiveLogTails liveTails;
  private final Clock clock;
  private final Terms terms;
  private final ControlObserver observer;
  private final PlanPace pace;

  /** Those who are to hear something in this round. */
  private final Set<String> answered = new HashSet<>();

  /** When it was last looked who has heard nothing for long. */
  private long refreshedNanos;

  /**
   * Under which it leads.
   *
   * @param answering every heartbeat is answered, so that a node misses this coordinator soon
   */
  record Terms(long fence, boolean answering) {}

  GridControl(GridTables tables, Terms terms, Clock clock, ControlObserver observer) {
    this.nodes = tables.nodes();
    this.jobs = tables.jobs();
    this.usage = tables.usage();
    this.months = tables.months();
    this.logTails = tables.logTails();
    this.revoked = tables.revoked();
    this.acceptance = new Acceptance(terms.answering(), revoked);
    this.pendingOrders = tables.pendingOrders();
    this.liveTails = new LiveLogTails(pendingOrders, clock);
    this.clock = clock;
    this.terms = terms;
    this.observer = observer;
    this.refreshedNanos = clock.nanos();
    this.pace = new PlanPace(refreshedNanos);
  }

  /**
   * What the stores have, as a coordinator that begins to lead finds it.
   *
   * @param lease under which it leads
   * @param notices says whether another notice can wait to be sent
   */
  public static GridControl open(
      RecordMaps maps,
      ZonedNodeHistory past,
      GridTerms terms,
      LeaderLease lease,
      BooleanSupplier notices,
      Clock clock,
      ControlObserver observer) {
    // Deadlines go on where the last leader's were, whatever this machine's clock shows.
    final Clock steady = new SteadyClock(clock, new JobStore(maps).lastMillis());
    return new GridControl(
        GridTables.read(maps, past, terms, notices, steady, observer),
        new Terms(lease.fence(), lease.contested()),
        steady,
        observer);
  }

  /** How many there are of what, for metrics. */
  public GridCounts counts() {
    return GridCounter.counts(nodes, jobs);
  }

  NodeTable nodes() {
    return nodes;
  }

  JobTable jobs() {
    return jobs;
  }

  MonthlyUse months() {
    return months;
  }

  /** Before the first round: the jobs are known from the store only. */
  void relearn() {
    nodes.expect(occupied());
    jobs.tellActive(new JobEvent.Relearn());
  }

  void connected(NodeSession session, Hello hello) {
    if (hello.getFenceSeen() > terms.fence()) {
      observer.newerFence(session.node(), hello.getFenceSeen(), terms.fence());
      session.refuse(
          terms.fence(),
          "this coordinator's term has ended: the agent has obeyed a newer one",
          false);
      return;
    }
    final LiveNode node;
    try {
      node = nodes.connect(session, hello, terms.fence());
    } catch (RefusedException e) {
      observer.nodeRefused(session.node(), String.valueOf(e.getMessage()));
      session.refuse(terms.fence(), String.valueOf(e.getMessage()), true);
      return;
    }
    final int greeting = pendingOrders.size();
    final Set<String> concerned = new HashSet<>();
    hello.getWorkersList().forEach(worker -> concerned.add(worker.getJob()));
    hello.getPiecesList().forEach(piece -> concerned.add(piece.getJob()));
    jobs.active().forEach(job -> concerned.add(job.id()));
    final Map<String, List<RunningWorker>> workers =
        hello.getWorkersList().stream().collect(Collectors.groupingBy(RunningWorker::getJob));
    final Map<String, List<HeldPiece>> pieces =
        hello.getPiecesList().stream().collect(Collectors.groupingBy(HeldPiece::getJob));
    concerned.forEach(job ->
        returned(
            node, job, workers.getOrDefault(job, List.of()), pieces.getOrDefault(job, List.of())));
    final Set<String> wanted = new TreeSet<>();
    jobs.active().forEach(job -> wanted.addAll(job.wantedWorkers(node.name())));
    pendingOrders.insert(greeting, node.name(), acceptance.of(node.name(), wanted));
  }

  void disconnected(NodeSession session) {
    nodes.unseat(session);
  }

  /** A numbered report. */
  void reported(NodeSession session, AgentReport report) {
    nodes
        .seated(session)
        .filter(node -> node.history.take(report.getSequence()))
        .ifPresent(node -> {
          answered.add(node.name());
          said(node, report);
        });
  }

  /** An unnumbered report. */
  void refreshed(NodeSession session, String key) {
    session
        .takeLatest(key)
        .ifPresent(report ->
            nodes
                .seated(session)
                .ifPresent(node -> {
                  if (terms.answering() && report.hasStatus()) {
                    answered.add(node.name());
                  }
                  said(node, report);
                }));
  }

  /** A node whose certificate has been revoked: its workers are lost, and other agents hear it. */
  void revoke(String node, String why) {
    nodes.forget(node, terms.fence(), why);
    jobs.tellActive(new JobEvent.NodeLost(node));
    final AgentOrder order = revoked.added();
    nodes.all().forEach(other -> pendingOrders.add(other.name(), order));
  }

  void tick() {
    nodes.learn();
    nodes.drainInTime();
    for (final String lost : nodes.giveUp()) {
      jobs.tellActive(new JobEvent.NodeLost(lost));
    }
    jobs.tellActive(new JobEvent.Tick());
    liveTails.forget(jobs::find);
  }

  /** Has nodes asked what running workers of a job wrote last. */
  public LiveLogTails.Asked listen(String job, LiveLogTails.Wanted wanted) {
    return jobs.find(job)
        .map(found ->
            liveTails.ask(
                found, wanted, node -> nodes.find(node).filter(s -> s.session != null).isPresent()))
        .orElse(LiveLogTails.Asked.NOBODY);
  }

  /** Follows jobs, counts usage, and plans if that is due. */
  void decide() {
    jobs.follow();
    usage.count(jobs.active());
    final boolean jobsChanged = jobs.takeUnplanned();
    final boolean nodesChanged = nodes.takeUnplanned();
    if (pace.due(jobsChanged, nodesChanged, clock.nanos())) {
      plan();
    }
  }

  private void plan() {
    final long begin = clock.nanos();
    final Dispatch.Outcome outcome =
        Dispatch.plan(nodes.entries(), jobs.active(), sharing(), clock.epochMillis());
    outcome.decided().forEach(jobs::tell);
    outcome.placed().forEach(jobs::tell);
    pace.planned(begin, clock.nanos());
  }

  PlanPace pace() {
    return pace;
  }

  /** Why jobs and nodes are as they are, and what would become of a job. */
  Explanations explanations() {
    return new Explanations(nodes, jobs, sharing(), clock);
  }

  private SharingInputs sharing() {
    return usage.sharing(nodes.habits().stays(), jobs.changeCosts());
  }

  /** Writes what the round decided. May be called again when a store fails. */
  void store() {
    jobs.store();
    nodes.store(occupied());
    usage.store();
    logTails.store();
  }

  /** Forgets jobs that have ended, with their last words. */
  void drop(Collection<String> ids) {
    logTails.drop(ids);
    jobs.drop(ids);
  }

  /** Writes all, before an orderly stop. */
  void storeEverything() {
    jobs.storeEverything();
    usage.storeEverything();
  }

  /** Lets out what the round decided: it is durable. */
  void release() {
    liveTails.release();
    final Set<String> news = new HashSet<>(answered);
    answered.clear();
    news.forEach(name -> nodes.find(name).ifPresent(node -> node.history.settle()));
    for (final PendingOrders.Waiting waiting : pendingOrders.drain()) {
      nodes.find(waiting.node()).ifPresent(node -> send(node, waiting.order()));
      news.remove(waiting.node());
    }
    news.forEach(name -> nodes.find(name).ifPresent(this::refresh));
    final long now = clock.nanos();
    if (now - refreshedNanos >= Timings.TICK.toNanos()) {
      refreshedNanos = now;
      for (final LiveNode node : nodes.all()) {
        if (now - node.toldNanos > refreshInterval(node).toNanos()) {
          refresh(node);
        }
      }
    }
  }

  private void refresh(LiveNode node) {
    send(node, AgentOrder.newBuilder().setRefresh(Refresh.getDefaultInstance()).build());
  }

  private static Duration refreshInterval(LiveNode node) {
    return node.hasGuest() ? Timings.REFRESH : Timings.CALM_REFRESH;
  }

  /** Nodes on which some job has a process. */
  private Set<String> occupied() {
    final Set<String> occupied = new HashSet<>();
    jobs.active().forEach(job -> occupied.addAll(job.occupied()));
    return occupied;
  }

  private void send(LiveNode node, AgentOrder order) {
    final NodeSession session = node.session;
    if (session == null) {
      return;
    }
    node.toldNanos = clock.nanos();
    session.send(
        order.toBuilder()
            .setFence(terms.fence())
            .setAcknowledged(node.history.acknowledged())
            .build());
  }

  private void returned(
      LiveNode node, String job, List<RunningWorker> workers, List<HeldPiece> pieces) {
    if (jobs.find(job).isEmpty()) {
      // Its workers end because the greeting does not name them.
      if (!pieces.isEmpty()) {
        pendingOrders.add(
            node.name(),
            AgentOrder.newBuilder()
                .setDropPieces(
                    DropPieces.newBuilder().setJob(job).setKeepFromGeneration(Long.MAX_VALUE))
                .build());
      }
      return;
    }
    final NodeFacts facts = node.record.getFacts();
    jobs.tell(
        job,
        new JobEvent.NodeReturned(
            node.name(), facts.getHost(), facts.getPiecePort(), workers, pieces));
  }

  private void said(LiveNode node, AgentReport report) {
    final String name = node.name();
    switch (report.getReportCase()) {
      case STATUS -> status(node, report.getStatus());
      case FROM_WORKER -> {
        final String job = report.getFromWorker().getJob();
        final String worker = report.getFromWorker().getWorker();
        if (jobs.find(job).isPresent()) {
          jobs.tell(
              job,
              new JobEvent.Said(
                  name,
                  worker,
                  report.getFromWorker().getReport(),
                  FreeShare.beside(node.ownerLoad())));
        } else {
          endUnknown(name, worker);
        }
      }
      case WORKER_ENDED -> {
        liveTails.ended(name, report.getWorkerEnded().getWorker());
        jobs.find(report.getWorkerEnded().getJob())
            .ifPresent(job -> logTails.keep(job, name, report.getWorkerEnded()));
        jobs.tell(
            report.getWorkerEnded().getJob(), new JobEvent.Ended(name, report.getWorkerEnded()));
      }
      case PIECE_DURABLE,
          PARITY_MADE,
          PIECE_REBUILT,
          CODING_PROGRESS,
          PIECES_STAGED,
          OUTPUTS_STORED ->
          JobReport.of(name, report).ifPresent(news -> jobs.tell(news.job(), news.event()));
      case LOG_TAIL -> liveTails.take(name, report.getLogTail());
      case VACATED -> nodes.vacated(node, report.getVacated());
      case HELLO, REPORT_NOT_SET -> observer.unknownReport(name);
    }
  }

  private void status(LiveNode node, NodeStatus status) {
    nodes.told(node, status);
    nodes.noted(node);
  }

  private void endUnknown(String node, String worker) {
    pendingOrders.add(
        node,
        AgentOrder.newBuilder()
            .setEndWorker(
                EndWorker.newBuilder()
                    .setWorker(worker)
                    .setReason("its job is unknown to the coordinator"))
            .build());
  }
}
