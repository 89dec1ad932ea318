package io.lull.simulator.job;

import io.lull.protocol.wire.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What the nodes and workers of one job live in, and how its program goes on there. */
interface JobModel {
  Collection<NodeModel> nodes();

  NodeModel node(String name);

  /** Fails the test with all that is known, unless it holds. */
  void check(boolean holds, String what);

  long iterations();

  /** Safe points are so far apart that each is kept until the next. */
  boolean far();

  /** What an iteration takes on so many workers; each of them ends at a safe point. */
  default double secondsPerIteration(int workers) {
    return far() ? 5 : 0.01;
  }

  /** The processor time that each worker says the pieces of a checkpoint took. */
  default long piecesNanos() {
    return 0;
  }

  /**
   * Whether an order for a safe point is obeyed when the program has come to it. Otherwise the
   * order brings it there, which saves time in tests and is not as fast as programs are.
   */
  default boolean timed() {
    return false;
  }

  /** Nobody comes to the next safe point that is agreed on. */
  boolean slow();

  /**
   * Whether one worker may have an order before the others: it is then at the safe point that was
   * ordered, and the others, who would have come there with it, come after.
   */
  boolean ordersTakeTime();

  /** Whether nodes come and go while orders are under way. */
  boolean hadTrouble();

  /** What the command of a bag does with a task. */
  int exitCode(int task);

  /** Whether it has had its time, and does not end. */
  default boolean runsOn(int task) {
    return false;
  }

  /** What its workers compute. */
  CellLedger cells();

  /** How long it waits for what is not the program's work. */
  default WorkerDelays delays() {
    return WorkerDelays.NONE;
  }

  /** Whether any of its workers has a part of its data. */
  default boolean computes() {
    return false;
  }

  /** How many of its workers were started and are not ready yet. */
  default int starting() {
    return 1;
  }

  /** Has something done when so much time has passed: at once, if that is none. */
  default void after(Duration delay, Runnable then) {
    then.run();
  }

  /** A worker computes after a change. */
  default void resumed() {}

  /** A report waits on the node. */
  default void spoke(String node) {}

  /** A worker was started on the node. */
  default void started(String node) {}

  default boolean alive(String worker, NodeModel seenFrom) {
    return nodes().stream()
        .anyMatch(n ->
            n.workers.containsKey(worker)
                && (n == seenFrom || (n.connected && seenFrom.connected)));
  }

  default void peersLose(String id) {
    for (final NodeModel node : nodes()) {
      for (final WorkerModel worker : node.workers.values()) {
        if (!worker.id().equals(id)) {
          node.suspended.whenItRuns(
              worker.id(),
              () -> {
                if (worker.layout.getMembersList().stream()
                    .map(Member::getWorker)
                    .anyMatch(id::equals)) {
                  worker.losePeer(id);
                } else if (worker.handOver.awaits(id)) {
                  worker.losePeer(""); // it is no member any more
                }
              });
        }
      }
    }
  }

  /** The node's workers cannot be reached by the others. */
  default void apart(NodeModel node) {
    node.connected = false;
    List.copyOf(node.workers.keySet()).forEach(this::peersLose);
    node.workers
        .values()
        .forEach(worker -> node.suspended.whenItRuns(worker.id(), () -> worker.losePeer("")));
  }

  /** What follows a change has come. */
  private void follow() {
    for (final NodeModel node : nodes()) {
      for (final WorkerModel giver : List.copyOf(node.workers.values())) {
        if (giver.handOver.isGiving() && !node.pace.handsOverForEver) {
          giver.handOver.given();
          nodes()
              .forEach(other ->
                  other.workers.values().forEach(worker -> worker.handOver.come(giver.id())));
          giver.sayLeft();
        }
      }
    }
  }

  /** The program goes on by one iteration where nothing holds it. */
  default void compute() {
    follow();
    nodes()
        .forEach(node ->
            List.copyOf(node.workers.values()).stream()
                .filter(worker -> !node.suspended.stands(worker.id()))
                .forEach(WorkerModel::catchUp));
    nodes()
        .forEach(node ->
            node.workers.values().stream()
                .filter(worker -> !node.suspended.stands(worker.id()))
                .forEach(worker -> worker.tasks.run()));
    for (final NodeModel node : nodes()) {
      for (final WorkerModel worker : List.copyOf(node.workers.values())) {
        if (worker.rank() == 0 && worker.computes()) {
          computeWith(worker);
        }
      }
    }
  }

  private void computeWith(WorkerModel first) {
    final List<WorkerModel> group = new ArrayList<>();
    for (final Member member : first.layout.getMembersList()) {
      for (final NodeModel node : nodes()) {
        final WorkerModel worker = node.workers.get(member.getWorker());
        if (worker != null && worker.epoch() == first.epoch() && alive(worker.id(), first.node)) {
          group.add(worker);
        }
      }
    }
    final long farthest = group.stream().mapToLong(w -> w.safePoint).max().orElse(0);
    final List<WorkerModel> behind = group.stream().filter(w -> w.safePoint < farthest).toList();
    if (ordersTakeTime() && !behind.isEmpty()) {
      behind.stream().filter(WorkerModel::mayPass).forEach(WorkerModel::step);
    } else if (group.size() == first.layout.getMembersCount()) {
      if (group.stream().allMatch(WorkerModel::mayPass)) {
        check(
            group.stream().map(w -> w.safePoint).distinct().count() == 1,
            "workers of one epoch at different safe points");
        group.forEach(WorkerModel::step);
      }
      completeDone(group);
    }
  }

  /**
   * Where iterations take no time of their own, each comes to the end after those of lower ranks.
   */
  private void completeDone(List<WorkerModel> group) {
    if (timed()) {
      group.forEach(WorkerModel::completeIfDone);
    } else {
      group.stream()
          .filter(worker -> !worker.completed())
          .findFirst()
          .ifPresent(WorkerModel::completeIfDone);
    }
  }
}
