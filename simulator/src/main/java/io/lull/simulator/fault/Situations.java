package io.lull.simulator.fault;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.Phase;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The situations that a history comes through: each is a step of a job from one phase to another,
 * with nothing else or with one kind of fault that lasts at the time. How many there were says how
 * much of what may happen was looked at.
 */
final class Situations {
  /** What happens at once is felt for so long. */
  private static final long LEAST_MILLIS = 1_000;

  private final FaultPlan plan;
  private final Set<String> met = new TreeSet<>();

  Situations(FaultPlan plan) {
    this.plan = plan;
  }

  Set<String> met() {
    return Set.copyOf(met);
  }

  /**
   * @param millis since the beginning
   */
  void stepped(Job before, Job after, long millis) {
    final String from = name(before);
    final String to = name(after);
    if (!from.equals(to)) {
      final String step = from + " > " + to;
      met.add(step);
      present(millis).forEach(kind -> met.add(step + " with " + kind.word()));
    }
  }

  private Set<FaultKind> present(long millis) {
    final Set<FaultKind> present = EnumSet.noneOf(FaultKind.class);
    for (final Fault fault : plan.faults()) {
      if (fault.atMillis() <= millis
          && millis < fault.atMillis() + Math.max(LEAST_MILLIS, fault.spanMillis())) {
        present.add(fault.kind());
      }
    }
    return present;
  }

  private static String name(Job job) {
    return name(job.phase()) + (job.generations().pending() == null ? "" : "+checkpoint");
  }

  private static String name(Phase phase) {
    return switch (phase) {
      case Phase.Forming forming ->
          word(forming.purpose().what()) + "/" + forming.stage().getClass().getSimpleName();
      case Phase.Running running ->
          running.finishing()
              ? "running/last"
              : running.halt() != null
                  ? "running/halting"
                  : running.change().meeting() != null
                      ? "running/meeting"
                      : running.change().sinceMillis() != 0 ? "running/changing" : "running";
      case Phase.Changing changing ->
          changing.attempt() == null
              ? "changing/halting"
              : changing.attempt().goesBack() ? "changing/back" : "changing/moving";
      case Phase.Suspending suspending ->
          suspending.captured() ? "suspending/keeping" : "suspending/halting";
      case Phase.Relearning relearning -> "relearning " + name(relearning.before());
      case Phase.Over over -> "over/" + over.state().wire();
      case Phase.Awaiting _, Phase.Queued _, Phase.Suspended _, Phase.Finishing _ -> word(phase);
      case Phase.Dealing _ -> word(phase);
    };
  }

  private static String word(Phase phase) {
    return phase.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
