package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Queries which jobs still need their files, and removes expired jobs from the control loop.
 *
 * <p>Every method throws {@link RefusedException} when the control loop is too busy.
 */
public final class RetentionCommands {
  private final ControlAccess access;

  public RetentionCommands(ControlAccess access) {
    this.access = access;
  }

  /**
   * What has become of a job that left outputs.
   *
   * @param endedMillis epoch milliseconds
   * @param outputsDropped whether that was said of it already
   */
  public record EndedJob(String job, String user, long endedMillis, boolean outputsDropped) {}

  /** The programs and inputs of all jobs that have not ended, by the hashes of their content. */
  public Set<String> neededFiles() {
    return access.ask(control -> {
      final Set<String> needed = new HashSet<>();
      control.jobs().active().stream()
          .filter(job -> !job.ended())
          .forEach(job -> needed.addAll(job.terms().files()));
      return needed;
    });
  }

  /** Which of these jobs have ended; those that there are not any more count as ended for ever. */
  public List<EndedJob> pastOf(Collection<String> jobs) {
    return access.ask(control -> {
      final List<EndedJob> past = new ArrayList<>();
      for (final String id : jobs) {
        final Job job = control.jobs().find(id).orElse(null);
        if (job == null) {
          past.add(new EndedJob(id, "", 0, true));
        } else if (job.ended()) {
          past.add(
              new EndedJob(
                  id, job.terms().user(), job.endedMillis(), job.outputsDroppedMillis() > 0));
        }
      }
      return past;
    });
  }

  /** From now on nobody is told that these jobs' outputs can be had. */
  public void sayDropped(Collection<String> jobs) {
    final boolean _ =
        access.ask(control -> {
          jobs.forEach(job -> control.jobs().tell(job, new JobEvent.OutputsDropped()));
          return true;
        });
  }

  /**
   * Forgets the oldest of those that have ended.
   *
   * @param endedBefore epoch milliseconds
   * @param most that may be kept
   * @param batch how many go at once at the most
   * @return how many went
   */
  public int dropOutdated(long endedBefore, int most, int batch) {
    return access.ask(control -> {
      final List<String> outdated = control.jobs().outdated(endedBefore, most, batch);
      control.drop(outdated);
      return outdated.size();
    });
  }
}
