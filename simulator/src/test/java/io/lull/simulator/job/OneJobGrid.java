package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.dispatch.Dispatch;
import io.lull.coordinator.core.dispatch.SharingInputs;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEffect;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobStep;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.coordinator.core.store.codec.JobCodec;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.habit.StayCurve;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** Nodes, one job, and the control loop between them, all in one thread and in virtual time. */
final class OneJobGrid implements JobModel {
  static final long TICK_MILLIS = 200;
  private static final long GRACE_MILLIS = 30_000;
  private static final int LONGEST_RUN_TICKS = 5_000;
  private static final int LONGEST_TALK = 1_000;

  /**
   * Checks that cost more than the step itself are made of one event in so many; of each at night.
   */
  private static final int COSTLY_EVERY = Integer.getInteger("lull.costly.every", 23);

  private static final long SEVERAL_CHECKPOINTS = 2000;

  final long iterations;
  long now = 1_000_000;
  long piecesNanos;

  /** Safe points are so far apart that each is kept until the next. */
  boolean far;

  /** Nobody comes to the next safe point that is agreed on. */
  boolean slow;

  /** What sharing the nodes rests on. */
  SharingInputs sharing = SharingInputs.EVEN;

  Job job;

  /** What the command of a bag does with a task: its exit code, by index. */
  final Map<Integer, Integer> exitCodes = new TreeMap<>();

  /** Tasks that can only be ended with their workers. */
  final Set<Integer> endless = new TreeSet<>();

  private final Map<String, NodeModel> nodes = new TreeMap<>();
  private final CellLedger cells = new CellLedger(0, this::check);
  private final TalkLog said = new TalkLog();
  private long greatestProceed;
  private long given;
  private boolean trouble;

  OneJobGrid(int nodeCount, JobSpec spec, long iterations) {
    this.iterations = iterations;
    for (int n = 1; n <= nodeCount; n++) {
      nodes.put("n" + n, new NodeModel("n" + n, this));
    }
    job =
        Job.submitted(
            new JobTerms(
                1,
                "ada",
                spec,
                DataPlane.getDefaultInstance(),
                ByteString.copyFromUtf8("ticket"),
                now));
  }

  /**
   * With a bag.
   *
   * @param retries of a task that fails
   */
  static OneJobGrid bag(int nodes, int workers, int tasks, int retries) {
    return new OneJobGrid(
        nodes,
        JobSpec.newBuilder()
            .setName("render")
            .setMinWorkers(1)
            .setMaxWorkers(workers)
            .setBag(Bag.newBuilder().addCommand("render").setTasks(tasks).setRetries(retries))
            .build(),
        0);
  }

  /** With a bag each of whose tasks runs on so many nodes. */
  static OneJobGrid replicated(int nodes, int replicas, int tasks) {
    return new OneJobGrid(
        nodes,
        JobSpec.newBuilder()
            .setName("render")
            .setMinWorkers(replicas)
            .setMaxWorkers(nodes)
            .setBag(Bag.newBuilder().addCommand("render").setTasks(tasks).setReplicas(replicas))
            .build(),
        0);
  }

  /** With a job whose pieces are coded. */
  static OneJobGrid coded(int nodes, int least, int workers, String code) {
    final JobSpec spec = spec(least, workers).toBuilder().setCode(code).build();
    return new OneJobGrid(nodes, spec, SEVERAL_CHECKPOINTS);
  }

  static JobSpec spec(int least, int greatest) {
    return JobSpec.newBuilder()
        .setName("heat")
        .setApp("jacobi")
        .setMinWorkers(least)
        .setMaxWorkers(greatest)
        .setCheckpoint("auto")
        .build();
  }

  @Override
  public NodeModel node(String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }

  @Override
  public Collection<NodeModel> nodes() {
    return nodes.values();
  }

  @Override
  public CellLedger cells() {
    return cells;
  }

  @Override
  public void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what + "\n" + job.phase() + "\n" + log());
    }
  }

  /** The last orders and events, for a failure's message. */
  String log() {
    return said.text();
  }

  /** From now on nodes come and go while orders are under way. */
  void expectTrouble() {
    trouble = true;
  }

  @Override
  public boolean hadTrouble() {
    return trouble;
  }

  @Override
  public long iterations() {
    return iterations;
  }

  @Override
  public boolean far() {
    return far;
  }

  @Override
  public boolean slow() {
    return slow;
  }

  @Override
  public boolean ordersTakeTime() {
    return false;
  }

  @Override
  public int exitCode(int task) {
    return exitCodes.getOrDefault(task, 0);
  }

  @Override
  public boolean runsOn(int task) {
    return endless.contains(task);
  }

  /** One event goes into the machine, its orders go out. */
  void give(JobEvent event) {
    said.note(now, " <- ", event);
    final Job before = job;
    final JobStep step = JobMachine.on(job, event, now);
    job = step.job();
    StepInvariants.broken(before, event, step, now).ifPresent(what -> check(false, what));
    if (given++ % COSTLY_EVERY == 0) {
      check(JobMachine.on(before, event, now).equals(step), "the same step has another result");
      check(
          job.targets().at(now, job.present()).equals(job.targets()),
          "targets that are settled were left");
      check(
          JobCodec.fromBytes(JobCodec.toBytes(job)).equals(job),
          "stored and read, the job is another");
      JobViews.of(job);
    }
    check(
        job.workers().values().stream()
                .filter(w -> w.state().usable())
                .map(Worker::node)
                .distinct()
                .count()
            == job.workers().values().stream().filter(w -> w.state().usable()).count(),
        "a node has two roles");
    check(job.progress().epoch() >= before.progress().epoch(), "an epoch before the last");
    for (final JobEffect effect : step.effects()) {
      switch (effect) {
        case JobEffect.Send send -> send(send.node(), send.order());
      }
    }
  }

  private void send(String name, AgentOrder order) {
    said.note(now, " -> " + name + " ", order);
    if (order.getToWorker().getOrder().getOrderCase() == WorkerOrder.OrderCase.PROCEED) {
      final long epoch = order.getToWorker().getOrder().getProceed().getEpoch();
      check(epoch == job.progress().epoch(), "told to proceed to an epoch that is not in force");
      check(epoch >= greatestProceed, "told to proceed to an epoch before the last");
      greatestProceed = epoch;
    }
    final NodeModel node = node(name);
    if (node.connected) {
      node.order(order);
    }
  }

  /** The oldest report of one node arrives. */
  boolean deliverOne(NodeModel node) {
    if (!node.connected || node.reports.isEmpty()) {
      return false;
    }
    final Job before = job;
    give(node.reports.remove());
    if (!job.phase().equals(before.phase()) || !job.workers().equals(before.workers())) {
      dispatch();
    }
    return true;
  }

  void deliverAll() {
    boolean any = true;
    for (int round = 0; any; round++) {
      check(round < LONGEST_TALK, "the talk never ends");
      any = false;
      for (final NodeModel node : nodes.values()) {
        any |= deliverOne(node);
      }
    }
  }

  void dispatch() {
    final Dispatch.Outcome outcome =
        Dispatch.plan(NodeEntries.of(nodes.values()), List.of(job), sharing, now);
    outcome.decided().values().forEach(this::give);
    outcome.placed().values().forEach(this::give);
  }

  /** 200 ms pass. */
  void tick() {
    now += TICK_MILLIS;
    for (final NodeModel node : nodes.values()) {
      if (now >= node.killAtMillis) {
        node.killAtMillis = Long.MAX_VALUE;
        List.copyOf(node.workers.keySet())
            .forEach(id -> node.kill(id, "killed after the grace period"));
      }
    }
    compute();
    deliverAll();
    give(new JobEvent.Tick());
    dispatch();
    deliverAll();
  }

  void run(String until, BooleanSupplier condition) {
    for (int i = 0; i < LONGEST_RUN_TICKS; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      tick();
    }
    throw new AssertionError(
        "never: " + until + "\n" + job.phase() + "\n" + JobViews.of(job) + "\n" + log());
  }

  void start() {
    dispatch();
    run("computes", () -> job.phase() instanceof Phase.Running && job.progress().epoch() > 0);
  }

  @Override
  public long piecesNanos() {
    return piecesNanos;
  }

  void firstCheckpoint() {
    run("a first checkpoint", () -> !job.generations().committed().isEmpty());
  }

  void finish() {
    run("ends", () -> job.ended());
    run("all workers gone", () -> job.workers().isEmpty());
  }

  void ownerReturns(String name) {
    node(name).willing = false;
    node(name).killAtMillis = now + GRACE_MILLIS;
    node(name).hurryMillis = now + GRACE_MILLIS / 2;
    job.workers().values().stream()
        .filter(w -> w.state() == WorkerState.GHOST && w.node().equals(name))
        .forEach(ghost -> node(name).kill(ghost.id(), "its owner is back"));
    dispatch();
  }

  /** From now on each owner is expected to stay away for so long. */
  void ownersStayAway(long millis) {
    final Map<String, StayCurve> stays = new TreeMap<>();
    nodes.keySet().forEach(name -> stays.put(name, StayCurve.even(Duration.ofMillis(millis))));
    sharing = new SharingInputs(SharingTerms.DEFAULT, Map.of(), stays, SharingInputs.EVEN.costs());
  }

  void ownerLeaves(String name) {
    node(name).willing = true;
    node(name).killAtMillis = Long.MAX_VALUE;
    node(name).hurryMillis = JobEvent.Placed.NOT_KNOWN;
    dispatch();
  }

  /**
   * The node does not answer any more, and its workers, if it still runs, cannot be reached by the
   * others.
   */
  void cut(String name) {
    apart(node(name));
  }

  void lose(String name) {
    node(name).lost = true;
    give(new JobEvent.NodeLost(name));
    dispatch();
  }

  void loseAtOnce(String... names) {
    List.of(names).forEach(name -> node(name).die());
    List.of(names).forEach(this::lose);
  }

  void reconnect(String name) {
    node(name).connected = true;
    node(name).lost = false;
    give(node(name).hello());
    dispatch();
  }

  /**
   * The coordinator is killed and started again: what was on its way to nodes is lost, reports are
   * not.
   */
  void restartCoordinator() {
    job = JobCodec.fromBytes(JobCodec.toBytes(job));
    give(new JobEvent.Relearn());
  }

  List<EventView> events(String kind) {
    return JobViews.events(job).stream().filter(e -> e.getKind().equals(kind)).toList();
  }

  EventView event(String kind) {
    assertThat(events(kind)).as("%s events of %s", kind, JobViews.events(job)).isNotEmpty();
    return events(kind).getLast();
  }
}
