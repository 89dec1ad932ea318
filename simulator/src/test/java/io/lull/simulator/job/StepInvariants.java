package io.lull.simulator.job;

import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEffect;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.JobStep;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.TaskAssignment;
import io.lull.coordinator.core.job.Tasks;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.WorkerOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What holds of every step of the job machine, whatever the job, the event and the time. */
final class StepInvariants {
  private final Job before;
  private final JobEvent event;
  private final JobStep step;
  private final long now;

  private StepInvariants(Job before, JobEvent event, JobStep step, long now) {
    this.before = before;
    this.event = event;
    this.step = step;
    this.now = now;
  }

  /**
   * @return what does not hold; empty: all holds
   */
  static Optional<String> broken(Job before, JobEvent event, JobStep step, long now) {
    final StepInvariants invariants = new StepInvariants(before, event, step, now);
    return Stream.<Optional<String>>of(
            invariants.fixpoint(),
            invariants.numbers(),
            invariants.proceeds(),
            invariants.generations(),
            invariants.history(),
            invariants.tasks())
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> unless(boolean holds, String what) {
    return holds ? Optional.empty() : Optional.of(what);
  }

  /** The job went on as far as it can, so that the next tick at the same time has nothing to do. */
  private Optional<String> fixpoint() {
    if (!step.settled()) {
      return Optional.of("the chain of phases was cut off");
    }
    if (!(event instanceof JobEvent.Tick)) {
      return Optional.empty();
    }
    if (step.job().phase() instanceof Phase.Forming forming
        && forming.stage() instanceof Phase.Gathering gathering
        && !gathering.settled()) {
      // A recovery that this tick began hears first of what else happened at the same time.
      return Optional.empty();
    }
    final JobStep next = JobMachine.on(step.job(), event, now);
    return unless(
        next.job().equals(step.job()) && next.effects().isEmpty(),
        "a second tick at the same time does more: "
            + next.effects()
            + parts(step.job()).stream()
                .filter(part -> !parts(next.job()).contains(part))
                .toList());
  }

  private static List<Object> parts(Job job) {
    return List.of(
        job.phase(),
        job.workers(),
        job.progress(),
        job.generations(),
        job.targets(),
        job.history().faults(),
        job.history().events());
  }

  private Optional<String> numbers() {
    final JobProgress.Numbers old = before.progress().numbers();
    final JobProgress.Numbers all = step.job().progress().numbers();
    if (all.epoch() < old.epoch()
        || all.proposal() < old.proposal()
        || all.generation() < old.generation()
        || all.worker() < old.worker()
        || all.claim() < old.claim()) {
      return Optional.of("a number became smaller: " + old + ", " + all);
    }
    return orders()
        .filter(order -> !issued(order, all))
        .map(order -> "an order has a number that was not given out: " + order)
        .findFirst();
  }

  private static boolean issued(AgentOrder order, JobProgress.Numbers all) {
    final WorkerOrder toWorker = order.getToWorker().getOrder();
    return toWorker.getPropose().getProposal() <= all.proposal()
        && toWorker.getCapture().getGeneration() <= all.generation()
        && toWorker.getReconfigure().getEpoch() <= all.epoch()
        && order.getKeepPiece().getGeneration() <= all.generation()
        && order.getStartWorker().getClaim() <= all.claim();
  }

  /** A worker is let go on once a step at most, and not if it is ended in the same step. */
  private Optional<String> proceeds() {
    final Set<String> told = new HashSet<>();
    final Set<String> ended = new HashSet<>();
    final List<String> twice = new ArrayList<>();
    orders()
        .forEach(order -> {
          if (order.getToWorker().getOrder().getOrderCase() == WorkerOrder.OrderCase.PROCEED
              && !told.add(order.getToWorker().getWorker())) {
            twice.add(order.getToWorker().getWorker());
          }
          if (order.hasEndWorker()) {
            ended.add(order.getEndWorker().getWorker());
          }
        });
    if (!twice.isEmpty()) {
      return Optional.of("told to proceed twice in a step: " + twice);
    }
    told.retainAll(ended);
    return unless(told.isEmpty(), "told to proceed and ended in one step: " + told);
  }

  private Optional<String> generations() {
    final List<Generations.Committed> committed = step.job().generations().committed();
    if (committed.size() > Limits.GENERATIONS) {
      return Optional.of("more generations than the limit: " + committed);
    }
    for (int i = 0; i < committed.size(); i++) {
      final Generations.Committed each = committed.get(i);
      if (i > 0 && each.number() <= committed.get(i - 1).number()) {
        return Optional.of("generations out of order: " + committed);
      }
      if (each.copies().size() != each.layout().getMembersCount()
          || each.copies().stream().anyMatch(List::isEmpty)) {
        return Optional.of("a committed generation has a piece on no node: " + each);
      }
    }
    final long newestBefore = before.generations().newest();
    return unless(
        before.generations().committed().stream()
                .allMatch(each -> step.job().generations().find(each.number()).isPresent())
            || step.job().generations().newest() > newestBefore
            || step.job().ended(),
        "a committed generation was dropped without a newer one");
  }

  /** A suspension is followed by a resumption, before the next. */
  private Optional<String> history() {
    final List<ChangeRecord> all = step.job().history().events();
    if (all.size() == before.history().events().size()) {
      return Optional.empty();
    }
    boolean suspended = false;
    for (final ChangeRecord each : all) {
      if (each.kind() == EventKind.SUSPEND) {
        if (suspended) {
          return Optional.of("suspended twice without a resumption: " + all);
        }
        suspended = true;
      } else if (each.kind() == EventKind.RESUME) {
        suspended = false;
      }
    }
    return Optional.empty();
  }

  /** Each task of a bag is at one place; attempts only grow. */
  private Optional<String> tasks() {
    if (!(step.job().phase() instanceof Phase.Dealing dealing)) {
      return Optional.empty();
    }
    final int total = step.job().terms().spec().getBag().getTasks();
    final Tasks tasks = dealing.tasks();
    final List<Integer> placed = new ArrayList<>(tasks.returned());
    placed.addAll(tasks.failed().keySet());
    for (final TaskAssignment assignment : dealing.assignments().values()) {
      placed.addAll(assignment.dealt().keySet());
      assignment.ended().values().stream()
          .map(TaskEnded::getTask)
          .forEach(task -> placed.add(task.getTask()));
    }
    if (new TreeSet<>(placed).size() != placed.size()) {
      return Optional.of("a task is at two places: " + dealing);
    }
    if (placed.size() + tasks.done() != tasks.freshFrom() || tasks.freshFrom() > total) {
      return Optional.of("a task is lost or was made up: " + dealing);
    }
    return before.phase() instanceof Phase.Dealing(Tasks old, _, _)
        ? unless(
            old.mishaps().entrySet().stream()
                .allMatch(
                    each -> tasks.mishaps(each.getKey()).attempts() >= each.getValue().attempts()),
            "a task's attempts became fewer")
        : Optional.empty();
  }

  private Stream<AgentOrder> orders() {
    return step.effects().stream()
        .map(effect ->
            switch (effect) {
              case JobEffect.Send send -> send.order();
            });
  }
}
