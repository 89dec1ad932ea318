package io.lull.coordinator.job;

import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.EventView;
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

/** A job while one event is worked into it; never seen outside that step. */
final class Draft {
  final JobTerms terms;
  final long now;
  Phase phase;
  Course course;
  Generations generations;
  Wishes wishes;
  Ledger ledger;
  private final Map<String, Worker> workers;
  private final List<JobEffect> effects = new ArrayList<>();

  Draft(Job job, long nowMillis) {
    this.terms = job.terms();
    this.now = nowMillis;
    this.phase = job.phase();
    this.course = job.course();
    this.generations = job.generations();
    this.wishes = job.wishes();
    this.ledger = job.ledger();
    this.workers = new LinkedHashMap<>(job.workers());
  }

  Step step() {
    return new Step(new Job(terms, phase, workers, course, generations, wishes, ledger), effects);
  }

  List<Worker> workers() {
    return List.copyOf(workers.values());
  }

  @Nullable Worker worker(String id) {
    return workers.get(id);
  }

  void put(Worker worker) {
    workers.put(worker.id(), worker);
  }

  void remove(Worker worker) {
    workers.remove(worker.id());
  }

  /** The worker on the node that belongs to the configuration or may come to. */
  Optional<Worker> usableOn(String node) {
    return workers.values().stream()
        .filter(w -> w.node().equals(node) && w.state().usable())
        .findFirst();
  }

  /**
   * Whether the worker is the node's, or was by the configuration in force or as one that was dealt
   * a bag's tasks: no other node has anything to say about it.
   */
  boolean runs(String node, String worker) {
    final Worker known = worker(worker);
    if (known != null) {
      return known.node().equals(node);
    }
    return phase instanceof Phase.Dealing dealing
        ? Optional.ofNullable(dealing.hands().get(worker))
            .filter(hand -> hand.node().equals(node))
            .isPresent()
        : course.layout().getMembersList().stream()
            .anyMatch(member -> member.getWorker().equals(worker) && member.getNode().equals(node));
  }

  boolean occupied(String node) {
    return workers.values().stream().anyMatch(w -> w.node().equals(node));
  }

  /** The living workers of the configuration in force, by rank. */
  List<Worker> members() {
    final List<Worker> members = new ArrayList<>();
    for (final Member member : course.layout().getMembersList()) {
      final Worker worker = workers.get(member.getWorker());
      if (worker != null && worker.state() == WorkerState.MEMBER) {
        members.add(worker);
      }
    }
    return members;
  }

  /** With fewer workers it cannot go on: a moldable job needs as many as it began with. */
  int fewest() {
    return Math.max(terms.least(), Job.settled(terms, phase, course, wishes.placed()));
  }

  /** Whether every worker of the configuration in force lives. */
  boolean whole() {
    return members().size() == course.layout().getMembersCount();
  }

  /** The nodes that the policy gives, without those that are known not to be of use now. */
  List<PlacedNode> target() {
    return wishes.placed().nodes().stream()
        .filter(node -> !generations.holders().lost().contains(node.name()))
        .filter(node ->
            usableOn(node.name()).isPresent()
                || wishes.avoided().getOrDefault(node.name(), 0L) <= now)
        .toList();
  }

  static Set<String> names(List<PlacedNode> nodes) {
    final Set<String> names = new TreeSet<>();
    nodes.forEach(node -> names.add(node.name()));
    return names;
  }

  double weightOn(String node) {
    return wishes.placed().nodes().stream()
        .filter(n -> n.name().equals(node))
        .mapToDouble(PlacedNode::weight)
        .findFirst()
        .orElse(1.0);
  }

  /** What a node says it has in common with others. */
  Set<String> labelsOf(String node) {
    return Stream.concat(wishes.placed().nodes().stream(), wishes.placed().spares().stream())
        .filter(n -> n.name().equals(node))
        .findFirst()
        .map(n -> Set.copyOf(n.labels()))
        .orElse(Set.of());
  }

  Member memberOf(Worker worker) {
    return Member.newBuilder()
        .setWorker(worker.id())
        .setNode(worker.node())
        .setHost(worker.host())
        .setPort(worker.port())
        .setWeight(weightOn(worker.node()))
        .build();
  }

  static List<String> nodesOf(Layout layout) {
    return layout.getMembersList().stream().map(Member::getNode).toList();
  }

  void launch(String node) {
    course = course.numbered(course.numbers().nextWorker(now));
    final long number = course.numbers().worker();
    final Worker worker =
        new Worker(
            terms.id() + "-w" + number,
            number,
            node,
            WorkerState.STARTING,
            "",
            0,
            new Worker.Since(course.numbers().claim(), now, now));
    put(worker);
    order(node, Orders.start(terms, worker));
  }

  void end(Worker worker, String reason) {
    put(worker.as(WorkerState.ENDING, now));
    order(worker.node(), Orders.end(worker.id(), reason));
  }

  void endAll(String reason) {
    workers().stream()
        .filter(w -> w.state() != WorkerState.ENDING)
        .forEach(worker -> end(worker, reason));
  }

  void order(String node, AgentOrder order) {
    effects.add(new JobEffect.Send(node, order));
  }

  void tell(Worker worker, WorkerOrder order) {
    order(worker.node(), Orders.to(worker.id(), order));
  }

  void tellAll(List<Worker> all, WorkerOrder order) {
    all.forEach(worker -> tell(worker, order));
  }

  void avoid(String node) {
    wishes = wishes.avoiding(node, now + Limits.AVOID_MILLIS);
  }

  void record(EventView event) {
    ledger = ledger.with(event);
  }
}
