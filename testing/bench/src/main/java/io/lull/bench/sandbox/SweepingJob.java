package io.lull.bench.sandbox;

import io.lull.bench.SeparateCores;
import io.lull.bench.grid.Child;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A job of {@link StampedSweep} that runs until it is closed. */
final class SweepingJob implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final GridClient client;
  private final String job;

  private SweepingJob(GridClient client, String job) {
    this.client = client;
    this.job = job;
  }

  /** Submitted, and computing when this returns. */
  static SweepingJob start(GridClient client, JobSpec spec) {
    final SweepingJob started = new SweepingJob(client, client.submit(spec).getJob());
    boolean computes = false;
    try {
      Eventually.await(
          started.job + " computes",
          PATIENCE,
          () -> {
            final JobView view = client.job(started.job);
            if (JobState.of(view.getState()).ended()) {
              throw new IllegalStateException(started.job + " has ended: " + view.getError());
            }
            return view.getIteration() > 0;
          });
      computes = true;
      return started;
    } finally {
      if (!computes) {
        started.close();
      }
    }
  }

  /**
   * Its workers, which must be the only ones of these agents; from now on each has a core of its
   * own.
   *
   * @param agents each with the folder of its data
   */
  TurnTaking.Program program(Map<Path, Child> agents) throws IOException, InterruptedException {
    final List<Long> processes =
        agents.values().stream()
            .flatMap(agent -> ProcessHandle.of(agent.pid()).orElseThrow().descendants())
            .filter(process -> process.info().command().orElse("").endsWith("/java"))
            .map(ProcessHandle::pid)
            .toList();
    SeparateCores.assign(processes);
    for (final Path data : agents.keySet()) {
      final Path log = data.resolve("work/" + job + "-w1").resolve("log.txt");
      if (Files.exists(log)) {
        return new TurnTaking.Program(processes, log);
      }
    }
    throw new IOException("no agent has the log of " + job);
  }

  @Override
  public void close() {
    if (!isOver()) {
      client.cancel(job);
      Eventually.await(job + " is over", PATIENCE, this::isOver);
    }
  }

  private boolean isOver() {
    return JobState.of(client.job(job).getState()).ended();
  }
}
