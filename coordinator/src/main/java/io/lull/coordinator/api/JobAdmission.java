package io.lull.coordinator.api;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.job.Amendment;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.enrolment.DataPlanes;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.SubmissionTerms;
import java.security.SecureRandom;
import java.util.List;

/** Admits submitted jobs: checks each, numbers it, and hands it to the control loop. */
public final class JobAdmission {
  private static final int TICKET_BYTES = 32;

  /** After all that there are. */
  private static final long PREVIEWED = Long.MAX_VALUE;

  /** Of an array: each is checked, and takes part in every plan. */
  private static final int MOST_AT_ONCE = 500;

  private final GridCommands commands;
  private final SubmissionRules rules;
  private final JobNumbers numbers;
  private final DataPlanes planes;
  private final Clock clock;
  private final SecureRandom random;
  private final CoordinatorMetrics metrics;

  public JobAdmission(
      GridCommands commands,
      SubmissionRules rules,
      JobNumbers numbers,
      DataPlanes planes,
      Clock clock,
      SecureRandom random,
      CoordinatorMetrics metrics) {
    this.commands = commands;
    this.rules = rules;
    this.numbers = numbers;
    this.planes = planes;
    this.clock = clock;
    this.random = random;
    this.metrics = metrics;
  }

  /**
   * @throws IllegalArgumentException with one line when it is nonsense; nothing was changed then
   */
  Job accept(Caller caller, JobSpec submitted) {
    return accept(caller, List.of(submitted)).getFirst();
  }

  /**
   * Takes all of them or none.
   *
   * @throws IllegalArgumentException with one line when one is nonsense; nothing was changed then
   */
  List<Job> accept(Caller caller, List<JobSpec> submitted) {
    boolean accepted = false;
    try {
      final List<Job> jobs = take(caller, submitted);
      accepted = true;
      return jobs;
    } finally {
      metrics.submitted(accepted);
    }
  }

  /** What the caller may ask for. */
  SubmissionTerms terms(Caller caller) {
    return rules.terms(caller, clock.epochMillis());
  }

  /**
   * The same job once more: as it was described, at once.
   *
   * @param request as in its description
   * @throws IllegalArgumentException with one line when a file of it is not kept any more
   */
  Job again(Caller caller, String id, String request) {
    final JobSpec before = commands.ownJob(caller, id).terms().spec();
    rules
        .missing(caller, before)
        .ifPresent(file -> {
          throw new IllegalArgumentException(
              "the file '" + file + "' of " + id + " is not kept any more: submit it again");
        });
    return accept(
        caller,
        before.toBuilder()
            .setRequest(request)
            .clearAfter()
            .clearAfterEnded()
            .clearBeginMillis()
            .build());
  }

  /**
   * Gives a job other terms.
   *
   * @throws IllegalArgumentException with one line when they are nonsense; nothing was changed then
   */
  Job amend(Caller caller, String id, Amendment amendment) {
    rules.checkAmended(caller, amendment.of(commands.ownJob(caller, id).terms().spec()), amendment);
    return commands.amend(caller, id, amendment);
  }

  /**
   * What would become of a job, in lines; nothing is submitted, and its files need not be there.
   *
   * @throws IllegalArgumentException with one line when it is nonsense
   */
  List<String> preview(Caller caller, JobSpec spec) {
    return commands.preview(
        new JobTerms(
            PREVIEWED,
            caller.name(),
            dependent(caller, rules.previewed(caller, spec)),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            clock.epochMillis()));
  }

  private List<Job> take(Caller caller, List<JobSpec> submitted) {
    if (submitted.isEmpty() || submitted.size() > MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          "from 1 to " + MOST_AT_ONCE + " jobs can be submitted at once, not " + submitted.size());
    }
    // What is here when it is checked is still here when the job counts among those that need it.
    try (FileStore.Hold _ = rules.hold(submitted)) {
      return commands.submit(
          submitted.stream().map(spec -> checked(caller, spec)).toList().stream()
              .map(spec -> terms(caller, spec))
              .toList());
    }
  }

  private JobSpec checked(Caller caller, JobSpec submitted) {
    return dependent(caller, rules.checked(caller, submitted));
  }

  /** The same, if the jobs that it depends on are the caller's. */
  private JobSpec dependent(Caller caller, JobSpec spec) {
    // Throws for one that the caller does not have.
    spec.getAfterList().forEach(before -> commands.ownJob(caller, before));
    spec.getAfterEndedList().forEach(before -> commands.ownJob(caller, before));
    return spec;
  }

  private JobTerms terms(Caller caller, JobSpec spec) {
    final byte[] ticket = new byte[TICKET_BYTES];
    random.nextBytes(ticket);
    return new JobTerms(
        numbers.next(),
        caller.name(),
        spec,
        planes.promised(spec),
        ByteString.copyFrom(ticket),
        clock.epochMillis());
  }
}
