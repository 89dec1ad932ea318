package io.lull.bench.adapt;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.MigrateRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One job on loaded computers under one policy. */
final class PolicyRun {

  /** In which the speeds of all workers are measured, and more. */
  private static final double MEASURED_SECONDS = 11;

  private static final int MOST_TIMES_SLOWER = 30;

  private final PacedGrid grid;
  private final GridClient client;
  private final PacedJob shape;
  private final LoadPolicy policy;
  private final Load load;
  private final String job;

  /** Nodes that its workers have left or are to have, beside those of the beginning. */
  private final List<String> used = new ArrayList<>();

  private int migrated;
  private int balanced;

  PolicyRun(PacedGrid grid, PacedJob shape, LoadPolicy policy, Load load) {
    this.grid = grid;
    this.client = grid.client();
    this.shape = shape;
    this.policy = policy;
    this.load = load;
    this.job =
        client
            .submit(
                shape
                    .spec(grid, shape.workers())
                    .setNoAdapt(policy != LoadPolicy.AUTOMATIC)
                    .build())
            .getJob();
  }

  /** How long it computed, in seconds. */
  double take() throws IOException {
    final List<String> nodes =
        grid.awaitWorkers(job, shape.workers()).getWorkersList().stream()
            .map(worker -> worker.getNode())
            .toList();
    used.addAll(nodes);
    final List<String> loaded = load.ranks().stream().map(nodes::get).toList();
    try {
      return grid.compute(
          job,
          Duration.ofSeconds(
              Math.max(PacedGrid.PATIENCE.toSeconds(), (long) MOST_TIMES_SLOWER * shape.seconds())),
          (_, elapsed) -> happen(loaded, elapsed));
    } finally {
      for (final String node : loaded) {
        grid.load(node, job, PacedGrid.USUAL);
      }
    }
  }

  private void happen(List<String> loaded, double elapsed) {
    final boolean there = load.isThere(elapsed);
    try {
      for (final String node : loaded) {
        grid.load(node, job, there ? load.percent() : PacedGrid.USUAL);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    switch (policy) {
      case MIGRATE -> {
        if (there && migrated < loaded.size() && (migrated > 0 || isSlow())) {
          migrate(loaded.get(migrated));
        }
      }
      case BALANCE -> {
        if (balanced == 0
            ? there && isSlow()
            : balanced == 1 && elapsed >= load.untilSeconds() + MEASURED_SECONDS) {
          balance();
        }
      }
      case NONE, AUTOMATIC -> {
        // Nobody asks for anything.
      }
    }
  }

  /** Whether its contract is broken: what makes the coordinator look for a change. */
  private boolean isSlow() {
    return client.explainJob(job).getContract().getBroken();
  }

  private void migrate(String from) {
    final String to = grid.idle(used);
    try {
      client.migrate(
          MigrateRequest.newBuilder().setJob(job).setFromNode(from).setToNode(to).build());
      used.add(to);
      migrated++;
    } catch (ClientFailure e) {
      // It is being changed: it is tried again at the next step.
    }
  }

  private void balance() {
    try {
      client.jobControl().rebalance(job);
      balanced++;
    } catch (ClientFailure e) {
      // Its workers were not measured yet: it is tried again at the next step.
    }
  }

  /** The kinds of its changes, in their order. */
  String changes() {
    return String.join(
        ", ",
        client.job(job).getEventsList().stream()
            .filter(event -> !event.getMethod().isEmpty())
            .map(event -> event.getKind())
            .toList());
  }
}
