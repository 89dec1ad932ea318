package io.lull.coordinator.core.job.step;

import io.lull.coordinator.core.job.Halt;
import io.lull.coordinator.core.job.Limits;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings the members of the configuration in force to a common safe point, and lets them go on. */
public final class SafePointRound {
  private SafePointRound() {}

  /** Asks all members for a safe point. */
  public static Halt propose(WorkingCopy job) {
    job.put(job.course().numbered(job.course().numbers().nextProposal()));
    final long iterations =
        Math.round(1000 * Limits.HALT_ITERATIONS * job.course().gauge().secondsPerIteration());
    final Halt halt =
        new Halt(
            job.course().numbers().proposal(),
            Map.of(),
            false,
            true,
            job.now(),
            job.now() + Math.clamp(iterations, Limits.HALT_MILLIS, Limits.LONGEST_HALT_MILLIS));
    job.tellAll(job.members(), Orders.propose(halt));
    return halt;
  }

  /** Whether no further safe point can be expected. */
  public static boolean atTheEnd(WorkingCopy job, @Nullable Halt halt) {
    return (halt != null && halt.finishing()) || !job.course().completed().isEmpty();
  }

  public static boolean allAnswered(WorkingCopy job, Halt halt) {
    return job.members().stream().allMatch(w -> halt.answers().containsKey(w.id()));
  }

  /** Lets all members go on in the configuration in force. */
  public static void proceed(WorkingCopy job) {
    job.tellAll(job.members(), Orders.proceed(job.course().epoch()));
  }
}
