package io.lull.cli.local;

import io.lull.cli.text.HumanFormat;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.JobView;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** A line for each event, and one at intervals without events. */
public final class PlainReporter implements GridReporter {
  private static final Duration PROGRESS = Duration.ofSeconds(5);

  private final PrintStream out;
  private final Clock clock;
  private final long begin;
  private final EventLines chronicle = new EventLines();
  private String state = "";
  private long generation;
  private long progressAt;

  public PlainReporter(PrintStream out, Clock clock) {
    this.out = out;
    this.clock = clock;
    this.begin = clock.nanos();
    this.progressAt = begin;
  }

  @Override
  public synchronized void say(String line) {
    out.printf(Locale.ROOT, "%6.1f s  %s%n", (clock.nanos() - begin) / 1e9, line);
    out.flush();
  }

  @Override
  public synchronized void show(GridSnapshot sight) {
    chronicle.nodes(sight).forEach(this::say);
    chronicle.changes(sight).forEach(this::say);
    final JobView job = sight.job();
    if (job == null) {
      return;
    }
    if (!job.getState().equals(state)) {
      state = job.getState();
      say("the job is " + state + (job.getReason().isEmpty() ? "" : ": " + job.getReason()));
      progressAt = clock.nanos();
    }
    if (sight.generation() > generation) {
      generation = sight.generation();
      say("checkpoint " + generation + " is stored, each piece on two nodes");
    }
    if (sight.jobIs(JobState.RUNNING) && clock.nanos() - progressAt >= PROGRESS.toNanos()) {
      progressAt = clock.nanos();
      say(
          "iteration "
              + job.getIteration()
              + " of "
              + job.getIterations()
              + " on "
              + HumanFormat.count(sight.workers(), "worker"));
    }
  }

  @Override
  public void close() {
    out.flush();
  }
}
