package io.lull.coordinator.core.job.step;

import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.SafePointProposal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings the members of the configuration in force to a common safe point, and lets them go on. */
public final class SafePointRound {
  private SafePointRound() {}

  /** Asks all members for a safe point. */
  public static SafePointProposal propose(WorkingCopy job) {
    job.put(job.progress().numbered(job.progress().numbers().nextProposal()));
    final long iterations =
        Math.round(1000 * Limits.HALT_ITERATIONS * job.progress().gauge().secondsPerIteration());
    final SafePointProposal halt =
        new SafePointProposal(
            job.progress().numbers().proposal(),
            Map.of(),
            false,
            true,
            job.now(),
            job.now() + Math.clamp(iterations, Limits.HALT_MILLIS, Limits.LONGEST_HALT_MILLIS));
    job.tellAll(job.members(), Orders.propose(halt));
    return halt;
  }

  /** Whether no further safe point can be expected. */
  public static boolean atTheEnd(WorkingCopy job, @Nullable SafePointProposal halt) {
    return (halt != null && halt.finishing()) || !job.progress().completed().isEmpty();
  }

  public static boolean allAnswered(WorkingCopy job, SafePointProposal halt) {
    return job.members().stream().allMatch(w -> halt.answers().containsKey(w.id()));
  }

  /** Lets all members go on in the configuration in force. */
  public static void proceed(WorkingCopy job) {
    job.tellAll(job.members(), Orders.proceed(job.progress().epoch()));
  }
}
