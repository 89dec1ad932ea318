package io.lull.tray.job;

import io.lull.client.grid.RemainingTime;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobView;
import io.lull.tray.model.Tone;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.time.Duration;
import java.util.stream.Stream;

/** Texts about a job. */
public final class JobTexts {
  private final Texts texts;
  private final Phrases phrases;

  public JobTexts(Phrases phrases) {
    this.phrases = phrases;
    this.texts = Texts.of("job", phrases.texts().locale());
  }

  /** A state that this version does not know allows no actions. */
  public static JobState state(JobView job) {
    return Stream.of(JobState.values())
        .filter(state -> state.wire().equals(job.getState()))
        .findFirst()
        .orElse(JobState.QUEUED);
  }

  /** The coordinator tells a job's name only to persons who may change it. */
  public static boolean open(JobView job) {
    return !job.getName().isEmpty();
  }

  public static Tone tone(JobState state) {
    return switch (state) {
      case QUEUED, CANCELLED -> Tone.QUIET;
      case STARTING, RUNNING, RECONFIGURING -> Tone.BUSY;
      case RECOVERING, SUSPENDED -> Tone.CARE;
      case FINISHED -> Tone.GOOD;
      case FAILED -> Tone.BAD;
    };
  }

  public String state(JobState state) {
    return texts.say("state." + state.wire());
  }

  public String title(JobView job) {
    return open(job) ? job.getName() : texts.say("of-another", job.getUser());
  }

  /** {@code J42 · jacobi · ada}. */
  public String about(JobView job) {
    final StringBuilder about = new StringBuilder(job.getId());
    if (open(job)) {
      about.append(" · ").append(program(job)).append(" · ").append(job.getUser());
    }
    if (job.getPriority() != 0) {
      about.append(" · ").append(texts.say("priority", job.getPriority()));
    }
    return about.toString();
  }

  private String program(JobView job) {
    if (job.getApp().equals("command")) {
      return texts.say("program.command");
    }
    return job.getApp().isEmpty() ? texts.say("program.own") : job.getApp();
  }

  /** {@code 3 of 1–8}. */
  public String workers(JobView job) {
    final String range =
        job.getMinWorkers() == job.getMaxWorkers()
            ? texts.say("number", job.getMinWorkers())
            : texts.say("range", job.getMinWorkers(), job.getMaxWorkers());
    return texts.say("workers", job.getWorkersCount(), range);
  }

  /** {@code iteration 340 of 1,000}; empty: nothing is known. */
  public String far(JobView job) {
    if (job.hasTasks()) {
      return texts.say("tasks", job.getTasks().getDone(), job.getTasks().getTotal());
    }
    if (job.getIterations() > 0) {
      return texts.say("iteration", job.getIteration(), job.getIterations());
    }
    return job.getIteration() > 0 ? texts.say("iteration-only", job.getIteration()) : "";
  }

  /** {@code running for 12 min, about 4 min to 6 min left}; {@code ended at 14:02}. */
  public String time(JobView job, long nowEpochMillis) {
    final JobState state = state(job);
    if (state.ended()) {
      return job.getFinishedAt() == 0
          ? ""
          : texts.say("ended", phrases.at(job.getFinishedAt(), nowEpochMillis));
    }
    if (job.getStartedAt() == 0) {
      return texts.say("waits-since", phrases.since(job.getSubmittedAt(), nowEpochMillis));
    }
    final String runs =
        texts.say(
            "runs-for",
            phrases.lasting(
                Duration.ofMillis(Math.max(1000, nowEpochMillis - job.getStartedAt()))));
    return RemainingTime.of(job, nowEpochMillis)
        .map(left -> texts.say("and-left", runs, lasting(left)))
        .orElse(runs);
  }

  private String lasting(RemainingTime left) {
    final String least = phrases.lasting(left.least());
    final String most = phrases.lasting(left.most());
    return left.least().isZero() || least.equals(most) ? most : texts.say("from-to", least, most);
  }

  /** What it does. */
  public String sentence(JobView job, long nowEpochMillis) {
    final JobState state = state(job);
    return switch (state) {
      case RUNNING, STARTING, RECONFIGURING, RECOVERING ->
          texts.say("sentence." + state.wire(), placed(job));
      case FINISHED, FAILED, CANCELLED ->
          job.getStartedAt() == 0
              ? texts.say(
                  "sentence." + state.wire() + ".unstarted",
                  phrases.at(job.getFinishedAt(), nowEpochMillis))
              : texts.say(
                  "sentence." + state.wire(),
                  phrases.at(job.getFinishedAt(), nowEpochMillis),
                  phrases.lasting(
                      Duration.ofMillis(Math.max(1000, job.getFinishedAt() - job.getStartedAt()))));
      case QUEUED, SUSPENDED -> texts.say("sentence." + state.wire());
    };
  }

  /** The present workers: others may be about to join or to leave. */
  private static long placed(JobView job) {
    return job.getWorkersList().stream().filter(worker -> worker.getRank() >= 0).count();
  }

  /** In the coordinator's words; empty: nothing beyond the sentence. */
  public static String remark(JobView job) {
    if (!job.getError().isEmpty()) {
      return job.getError();
    }
    if (!job.getPending().isEmpty()) {
      return job.getPending();
    }
    final JobState state = state(job);
    return state == JobState.RUNNING || state == JobState.FINISHED ? "" : job.getReason();
  }

  public Texts texts() {
    return texts;
  }

  public Phrases phrases() {
    return phrases;
  }
}
