package io.lull.coordinator.core.job.step;

import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEffect;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.JobStep;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.WorkerOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A job while one event is worked into it, with the orders that follow; never seen outside of that
 * step.
 *
 * <p>Handlers change its parts and add orders. Its phase they only read: they return a {@link
 * Transition}, and the machine enters the phase.
 */
public final class WorkingCopy {
  private final JobTerms terms;
  private final long now;
  private Phase phase;
  private JobProgress progress;
  private Generations generations;
  private JobTargets targets;
  private JobHistory history;
  private final Map<String, Worker> workers;
  private final List<JobEffect> effects = new ArrayList<>();

  /**
   * @param nowMillis epoch milliseconds
   */
  public WorkingCopy(Job job, long nowMillis) {
    this.terms = job.terms();
    this.now = nowMillis;
    this.phase = job.phase();
    this.progress = job.progress();
    this.generations = job.generations();
    this.targets = job.targets();
    this.history = job.history();
    this.workers = new LinkedHashMap<>(job.workers());
  }

  /**
   * What has become of the job so far.
   *
   * @param settled whether nothing more follows from it
   */
  public JobStep step(boolean settled) {
    return new JobStep(
        new Job(terms, phase, workers, progress, generations, targets, history), effects, settled);
  }

  public JobTerms terms() {
    return terms;
  }

  /** The time of the step, in epoch milliseconds. */
  public long now() {
    return now;
  }

  public Phase phase() {
    return phase;
  }

  /** For the machine alone: handlers return a {@link Transition}. */
  public void enter(Phase next) {
    phase = next;
  }

  public JobProgress progress() {
    return progress;
  }

  public void put(JobProgress next) {
    progress = next;
  }

  public Generations generations() {
    return generations;
  }

  public void put(Generations next) {
    generations = next;
  }

  public JobTargets targets() {
    return targets;
  }

  public void put(JobTargets next) {
    targets = next;
  }

  public JobHistory history() {
    return history;
  }

  public void put(JobHistory next) {
    history = next;
  }

  public List<Worker> workers() {
    return List.copyOf(workers.values());
  }

  public @Nullable Worker worker(String id) {
    return workers.get(id);
  }

  public void put(Worker worker) {
    workers.put(worker.id(), worker);
  }

  public void remove(Worker worker) {
    workers.remove(worker.id());
  }

  /** The worker on the node that belongs to the configuration or may come to. */
  public Optional<Worker> usableOn(String node) {
    return workers.values().stream()
        .filter(w -> w.node().equals(node) && w.state().usable())
        .findFirst();
  }

  /**
   * Whether the worker is the node's, or was by the configuration in force or as one that was dealt
   * a bag's tasks: no other node has anything to say about it.
   */
  public boolean runs(String node, String worker) {
    final Worker known = worker(worker);
    if (known != null) {
      return known.node().equals(node);
    }
    return phase instanceof Phase.Dealing dealing
        ? Optional.ofNullable(dealing.assignments().get(worker))
            .filter(assignment -> assignment.node().equals(node))
            .isPresent()
        : progress.layout().getMembersList().stream()
            .anyMatch(member -> member.getWorker().equals(worker) && member.getNode().equals(node));
  }

  public boolean occupied(String node) {
    return workers.values().stream().anyMatch(w -> w.node().equals(node));
  }

  /** The living workers of the configuration in force, by rank. */
  public List<Worker> members() {
    final List<Worker> members = new ArrayList<>();
    for (final Member member : progress.layout().getMembersList()) {
      final Worker worker = workers.get(member.getWorker());
      if (worker != null && worker.state() == WorkerState.MEMBER) {
        members.add(worker);
      }
    }
    return members;
  }

  /** With fewer workers it cannot go on: a moldable job needs as many as it began with. */
  public int fewest() {
    return Math.max(terms.least(), Job.settled(terms, phase, progress, targets.placed()));
  }

  /** Whether every worker of the configuration in force lives. */
  public boolean whole() {
    return members().size() == progress.layout().getMembersCount();
  }

  /** The nodes that the policy gives, without those that are known not to be of use now. */
  public List<PlacedNode> target() {
    return targets.placed().nodes().stream()
        .filter(node -> !generations.holders().lost().contains(node.name()))
        .filter(node ->
            usableOn(node.name()).isPresent()
                || targets.avoided().getOrDefault(node.name(), 0L) <= now)
        .toList();
  }

  public static Set<String> names(List<PlacedNode> nodes) {
    final Set<String> names = new TreeSet<>();
    nodes.forEach(node -> names.add(node.name()));
    return names;
  }

  public double weightOn(String node) {
    return targets.weightOn(node);
  }

  /** What a node says it has in common with others. */
  public Set<String> labelsOf(String node) {
    return Stream.concat(targets.placed().nodes().stream(), targets.placed().spares().stream())
        .filter(n -> n.name().equals(node))
        .findFirst()
        .map(n -> Set.copyOf(n.labels()))
        .orElse(Set.of());
  }

  public Member memberOf(Worker worker) {
    return Member.newBuilder()
        .setWorker(worker.id())
        .setNode(worker.node())
        .setHost(worker.host())
        .setPort(worker.port())
        .setWeight(weightOn(worker.node()))
        .build();
  }

  public static List<String> nodesOf(Layout layout) {
    return layout.getMembersList().stream().map(Member::getNode).toList();
  }

  public void launch(String node) {
    launch(node, WorkerState.STARTING);
  }

  /** Starts a worker that is to wait without data. */
  public void launchGhost(String node) {
    launch(node, WorkerState.GHOST);
  }

  private void launch(String node, WorkerState state) {
    progress = progress.numbered(progress.numbers().nextWorker(now));
    final long number = progress.numbers().worker();
    final Worker worker =
        new Worker(
            terms.id() + "-w" + number,
            number,
            node,
            state,
            false,
            "",
            0,
            new Worker.Since(progress.numbers().claim(), now, now));
    put(worker);
    order(node, Orders.start(terms, worker));
  }

  public void end(Worker worker, String reason) {
    put(worker.as(WorkerState.ENDING, now));
    order(worker.node(), Orders.end(worker.id(), reason));
  }

  public void endAll(String reason) {
    workers().stream()
        .filter(w -> w.state() != WorkerState.ENDING)
        .forEach(worker -> end(worker, reason));
  }

  public void order(String node, AgentOrder order) {
    effects.add(new JobEffect.Send(node, order));
  }

  public void tell(Worker worker, WorkerOrder order) {
    order(worker.node(), Orders.to(worker.id(), order));
  }

  public void tellAll(List<Worker> all, WorkerOrder order) {
    all.forEach(worker -> tell(worker, order));
  }

  public void avoid(String node) {
    targets = targets.avoiding(node, now + Limits.AVOID_MILLIS);
  }

  /** Adds a line to the job's history. */
  public void record(ChangeRecord event) {
    history = history.with(event);
  }

  /** Notes a fault, to be told with what follows from it. */
  public void fault(String why) {
    history = history.with(history.faults().because(why));
  }
}
