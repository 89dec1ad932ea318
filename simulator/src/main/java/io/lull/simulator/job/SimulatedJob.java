package io.lull.simulator.job;

import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Worker;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.StartWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one job has on the nodes of a grid of several jobs, as its agents see it. One thread. */
public final class SimulatedJob implements JobModel {
  private static final double NANOS_PER_SECOND = 1e9;

  private final String job;
  private final Function<StartWorker, JobPace> paces;
  private final BiConsumer<Boolean, String> check;
  private final Nodes grid;
  private final Map<String, NodeModel> nodes = new TreeMap<>();
  private @Nullable CellLedger cells;
  private @Nullable JobPace pace;
  private long workedNanos;

  /** The nodes of the grid. */
  public interface Nodes {
    /** Whether others reach it. */
    boolean reachable(String node);

    /** Whether its disk takes nothing more. */
    boolean full(String node);

    /** A report waits there for {@link SimulatedJob#takeReports}. */
    void spoke(String node);

    /** A worker was started there. */
    void started(String node);

    /** Its workers compute after a change: their next iteration begins. */
    void resumed();

    /** Has something done when so much time has passed. */
    void after(Duration delay, Runnable then);
  }

  /**
   * @param paces how fast a program is that such an order starts
   * @param check is told what has to hold, and whether it does
   */
  public SimulatedJob(
      String job,
      Function<StartWorker, JobPace> paces,
      BiConsumer<Boolean, String> check,
      Nodes grid) {
    this.job = job;
    this.paces = paces;
    this.check = check;
    this.grid = grid;
  }

  /** Where the job has a worker that it counts on. */
  public static List<String> usedNodes(Job job) {
    return job.workers().values().stream()
        .filter(worker -> worker.state().usable())
        .map(Worker::node)
        .toList();
  }

  /** The node's agent obeys. */
  public void obey(String name, AgentOrder order) {
    if (pace == null && order.hasStartWorker()) {
      pace = paces.apply(order.getStartWorker());
    }
    node(name).order(order);
  }

  /** The node's reports since the last call, without numbers. */
  public List<AgentReport> takeReports(String name) {
    final NodeModel node = node(name);
    final List<AgentReport> reports = new ArrayList<>();
    while (!node.reports.isEmpty()) {
      reports.add(wire(node.reports.remove()));
    }
    return reports;
  }

  private AgentReport wire(JobEvent event) {
    final AgentReport.Builder report = AgentReport.newBuilder();
    return switch (event) {
      case JobEvent.Said said ->
          report
              .setFromWorker(
                  FromWorker.newBuilder()
                      .setJob(job)
                      .setWorker(said.worker())
                      .setReport(said.report()))
              .build();
      case JobEvent.Ended ended ->
          report.setWorkerEnded(ended.end().toBuilder().setJob(job)).build();
      case JobEvent.Kept kept ->
          report.setPieceDurable(kept.piece().toBuilder().setJob(job)).build();
      case JobEvent.Staged staged ->
          report.setPiecesStaged(staged.staged().toBuilder().setJob(job)).build();
      case JobEvent.Stored stored ->
          report.setOutputsStored(stored.stored().toBuilder().setJob(job)).build();
      case JobEvent.Coded coded ->
          report.setParityMade(coded.parity().toBuilder().setJob(job)).build();
      case JobEvent.Rebuilt rebuilt ->
          report.setPieceRebuilt(rebuilt.piece().toBuilder().setJob(job)).build();
      default -> throw new IllegalArgumentException("no agent reports " + event);
    };
  }

  public Set<String> workers(String name) {
    return node(name).workers.keySet();
  }

  /** What the node tells of this job when it greets. */
  public void addTo(Hello.Builder hello, String name) {
    final JobEvent.NodeReturned returned = node(name).hello();
    returned.workers().forEach(worker -> hello.addWorkers(worker.toBuilder().setJob(job)));
    returned.pieces().forEach(piece -> hello.addPieces(piece.toBuilder().setJob(job)));
  }

  /** A worker is asked to end, and its process is gone when it has exited. */
  public void exit(String name, String worker, String reason) {
    node(name).after(delays().ends().exit(), () -> end(name, worker, reason));
  }

  public void end(String name, String worker, String why) {
    node(name).kill(worker, why);
  }

  /** A worker that was to be started there is not. */
  public void refuse(String name, String worker, String why) {
    node(name).refuse(worker, why);
  }

  /** The worker stands still. */
  public void suspend(String name, String worker) {
    node(name).suspended.suspend(worker);
  }

  /** The worker goes on. */
  public void resume(String name, String worker) {
    node(name).suspended.resume(worker);
  }

  /**
   * Whether each piece of a generation can be read on a node that is known to have it.
   *
   * @param known whether nodes are known well enough to be asked
   */
  public boolean canRead(Generations.Committed generation, Predicate<String> known) {
    return IntStream.range(0, generation.copies().size())
        .allMatch(rank ->
            generation.copies().get(rank).stream()
                .filter(known)
                .anyMatch(
                    holder -> node(holder).disk.reads(PieceDisk.piece(generation.number(), rank))));
  }

  /** Whether all of its workers have come to the end together. */
  public boolean isComplete() {
    return cells != null && cells.isComplete();
  }

  /** Whether it has a worker anywhere. */
  public boolean hasWorkers() {
    return nodes.values().stream().anyMatch(node -> !node.workers.isEmpty());
  }

  /** The machine is switched off: nothing of it is left but its disk. */
  public void die(String name) {
    node(name).die();
  }

  /** The node's disk takes nothing more, or does again. */
  public void fillDisk(String name, boolean full) {
    node(name).fill(full);
  }

  /** Bits on the node's disk flip: nothing of the job there can be read any more. */
  public void damage(String name) {
    node(name).disk.damage();
  }

  /** What the node's disk said that it had written last is not there. */
  public void loseNewest(String name) {
    node(name).disk.loseNewest();
  }

  /** The names of the files that a job has when it has finished. */
  public static List<String> outputs(Job job) {
    return job.terms().isBag()
        ? IntStream.range(0, job.terms().spec().getBag().getTasks())
            .filter(TasksModel::prints)
            .mapToObj(task -> task + ".stdout")
            .toList()
        : List.of("solution.f64");
  }

  /** Whether other nodes' workers reach this one's. */
  public void reach(String name, boolean reached) {
    if (reached) {
      node(name).connected = true;
    } else {
      apart(node(name));
    }
  }

  @Override
  public Collection<NodeModel> nodes() {
    return nodes.values();
  }

  @Override
  public NodeModel node(String name) {
    return nodes.computeIfAbsent(
        name,
        _ -> {
          final NodeModel node = new NodeModel(name, this);
          node.connected = grid.reachable(name);
          node.fill(grid.full(name));
          return node;
        });
  }

  @Override
  public void spoke(String node) {
    grid.spoke(node);
  }

  @Override
  public void started(String node) {
    grid.started(node);
  }

  @Override
  public void resumed() {
    if (timed()) {
      grid.resumed();
    }
  }

  @Override
  public CellLedger cells() {
    CellLedger kept = cells;
    if (kept == null) {
      kept = new CellLedger(pace().mostWorkers(), this::check);
      cells = kept;
    }
    return kept;
  }

  @Override
  public WorkerDelays delays() {
    return pace().delays();
  }

  @Override
  public boolean computes() {
    return workers().anyMatch(worker -> worker.epoch() > 0);
  }

  @Override
  public int starting() {
    return (int) workers().filter(worker -> !worker.ready).count();
  }

  private Stream<WorkerModel> workers() {
    return nodes.values().stream().flatMap(node -> node.workers.values().stream());
  }

  @Override
  public void after(Duration delay, Runnable then) {
    if (delay.isZero()) {
      then.run();
    } else {
      grid.after(delay, then);
    }
  }

  @Override
  public void check(boolean holds, String what) {
    check.accept(holds, job + ": " + what);
  }

  @Override
  public long iterations() {
    return pace().iterations();
  }

  @Override
  public double secondsPerIteration(int workers) {
    return pace().secondsOn().applyAsDouble(workers);
  }

  @Override
  public boolean timed() {
    return pace().timed();
  }

  private JobPace pace() {
    return Objects.requireNonNull(pace, "no worker was started");
  }

  @Override
  public boolean far() {
    return false;
  }

  @Override
  public boolean slow() {
    return false;
  }

  @Override
  public boolean hadTrouble() {
    return true;
  }

  @Override
  public boolean ordersTakeTime() {
    return true;
  }

  @Override
  public int exitCode(int task) {
    return 0;
  }

  /** Its programs go on by one iteration where nothing holds them. */
  public void goOn() {
    final int workers = computing();
    final double seconds = secondsPerIteration(Math.max(1, workers));
    final long before = farthest();
    compute();
    final long gained = farthest() - before;
    if (gained != 0 && workers > 0) {
      workedNanos += Math.round(seconds * workers * NANOS_PER_SECOND);
    }
    if (timed()) {
      // What a worker obeys may bring the job to further nodes.
      List.copyOf(nodes())
          .forEach(node ->
              List.copyOf(node.workers.values()).stream()
                  .filter(worker -> !node.suspended.stands(worker.id()))
                  .forEach(WorkerModel::catchUp));
    }
  }

  /** How long the next iteration takes where its workers are now. */
  public Duration nextIteration() {
    return Duration.ofNanos(
        Math.round(secondsPerIteration(Math.max(1, computing())) * NANOS_PER_SECOND));
  }

  /** For how long nodes have computed, all together, that which was lost later too. */
  public long workedNanos() {
    return workedNanos;
  }

  /** The workers of the configuration that computes; 0: none does. */
  private int computing() {
    return nodes.values().stream()
        .flatMap(node -> node.workers.values().stream())
        .filter(WorkerModel::computes)
        .mapToInt(worker -> worker.layout.getMembersCount())
        .max()
        .orElse(0);
  }

  private long farthest() {
    return nodes.values().stream()
        .flatMap(node -> node.workers.values().stream())
        .filter(WorkerModel::computes)
        .mapToLong(worker -> worker.safePoint)
        .max()
        .orElse(0);
  }
}
