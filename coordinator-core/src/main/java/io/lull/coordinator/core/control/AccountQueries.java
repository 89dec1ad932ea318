package io.lull.coordinator.core.control;

import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.RefusedException.Kind;
import io.lull.coordinator.core.job.Job;
import io.lull.protocol.records.AccountRecord;
import io.lull.protocol.time.Clock;
import java.util.List;

/**
 * Who has used how much. People see their own use, administrators everybody's.
 *
 * <p>Every method throws {@link RefusedException} with one line when it refuses.
 */
public final class AccountQueries {
  private final ControlAccess access;
  private final Clock clock;

  public AccountQueries(ControlAccess access, Clock clock) {
    this.access = access;
    this.clock = clock;
  }

  /** A job, and what it has had by now. */
  public record JobUse(Job job, double nodeSeconds) {}

  /**
   * By month, the oldest first, and user.
   *
   * @param user empty: all whose use the caller may see
   */
  public List<AccountRecord> months(Caller caller, String user) {
    final String whose = visible(caller, user);
    return access.ask(control ->
        control.months().all().stream()
            .filter(record -> whose.isEmpty() || record.getUser().equals(whose))
            .toList());
  }

  /**
   * Of jobs that are still known, in the order of their submission.
   *
   * @param user as {@link #months}
   */
  public List<JobUse> jobs(Caller caller, String user) {
    final String whose = visible(caller, user);
    final long now = clock.epochMillis();
    return access.ask(control ->
        control.jobs().all().stream()
            .filter(job -> whose.isEmpty() || job.terms().user().equals(whose))
            .map(job -> new JobUse(job, job.nodeMillis(now) / 1000.0))
            .toList());
  }

  private static String visible(Caller caller, String user) {
    if (caller.administers()) {
      return user;
    }
    if (!user.isEmpty() && !caller.isPerson(user)) {
      throw new RefusedException(
          Kind.NOT_ALLOWED, "only administrators see the use of others: omit --user");
    }
    return caller.name();
  }
}
