package io.lull.bench.reclaim;

import io.lull.bench.grid.Pause;
import io.lull.bench.grid.SmallGrid;
import io.lull.bench.grid.WrittenPast;
import io.lull.client.grid.GridClient;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.CheckpointsView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.MigrateRequest;
import io.lull.protocol.wire.WorkerView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A job of 512 MiB on two other agents of this machine, until it is closed. Its data is written as
 * a checkpoint or moved to the other agent, again and again; or a worker without data waits beside
 * one that computes little.
 */
final class BusyJob implements AutoCloseable {
  /** Doubles on a side: 512 MiB. */
  private static final String SIZE = "8192";

  /** Of the job whose ghost is what counts: it computes next to nothing. */
  private static final String SMALL = "64";

  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);
  private static final Duration MOVES_WITHIN = Duration.ofMinutes(2);
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(3);
  private static final long LOOK_EVERY_MILLIS = 200;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final UnaryOperator<List<String>> HERE = UnaryOperator.identity();
  private static final List<String> NODES = List.of("one", "two");

  /** What is done with the job's data. */
  enum Kind {
    CHECKPOINT(2, "5s"),
    CHANGE(1, "off"),
    GHOST(1, "off");

    private final int workers;
    private final String interval;

    Kind(int workers, String interval) {
      this.workers = workers;
      this.interval = interval;
    }

    /** A grid whose owners have come back often, where that makes a ghost wait. */
    private SmallGrid grid(Path folder) throws IOException, InterruptedException {
      final SmallGrid first = SmallGrid.start(folder, "127.0.0.1", HERE);
      if (this != GHOST) {
        return first;
      }
      first.close();
      try {
        WrittenPast.writeRestless(
            folder.resolve("coordinator"), NODES, SystemClock.INSTANCE.epochMillis());
      } catch (SQLException e) {
        throw new IOException("the past of the grid cannot be written", e);
      }
      return SmallGrid.again(folder);
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;
  private final SmallGrid grid;
  private final GridClient client;
  private final String job;
  private final long checkpointsBefore;
  private final long beganNanos;
  private final AtomicInteger moves = new AtomicInteger();
  private final Thread mover;
  private volatile boolean ends;
  private volatile Optional<String> failure = Optional.empty();

  private BusyJob(Kind kind, SmallGrid grid, GridClient client, String job) {
    this.kind = kind;
    this.grid = grid;
    this.client = client;
    this.job = job;
    this.checkpointsBefore = client.job(job).getCheckpoints().getCount();
    this.beganNanos = SystemClock.INSTANCE.nanos();
    this.mover = Thread.ofVirtual().unstarted(this::move);
  }

  /** Computes when it returns. */
  static BusyJob start(Kind kind, Path folder) throws IOException, InterruptedException {
    final SmallGrid grid = kind.grid(folder);
    @Nullable GridClient client = null;
    boolean begun = false;
    try {
      final Path quiet = Files.writeString(folder.resolve("quiet"), "0 mains\n");
      final Map<String, String> settings = new HashMap<>();
      settings.putAll(Map.of("idle-after", "1s", "cpu-threshold", "1.0", "cpu-window", "1s"));
      settings.putAll(Map.of("busy-disk", "1.0", "max-memory", "9G", "max-disk", "20G"));
      // Two nodes share this machine: all that their guests have together is its two cores.
      settings.put("max-cores", "1");
      for (final String node : NODES) {
        grid.agent(node, "script:" + quiet, settings, Map.of(), HERE);
      }
      client = grid.client();
      final BusyJob started = new BusyJob(kind, grid, client, submit(kind, grid, client));
      begun = true;
      if (kind == Kind.GHOST) {
        started.awaitGhost();
      }
      if (kind == Kind.CHANGE) {
        started.mover.start();
      }
      return started;
    } finally {
      if (!begun) {
        if (client != null) {
          client.close();
        }
        grid.close();
      }
    }
  }

  private static String submit(Kind kind, SmallGrid grid, GridClient client)
      throws IOException, InterruptedException {
    final String job =
        grid.submit(
            HERE,
            List.of(
                "--app",
                "jacobi",
                "--workers",
                Integer.toString(kind.workers),
                "--memory",
                "4G",
                "--checkpoint",
                kind.interval,
                "--param",
                "size=" + (kind == Kind.GHOST ? SMALL : SIZE),
                "--param",
                "iterations=1000000",
                "--param",
                "pace=" + (kind == Kind.GHOST ? "100ms" : "0s")));
    final long deadline = SystemClock.INSTANCE.nanos() + STARTS_WITHIN.toNanos();
    while (client.job(job).getIteration() == 0) {
      if (SystemClock.INSTANCE.nanos() > deadline) {
        throw new IOException("the job beside the owner does not compute");
      }
      Pause.millis(LOOK_EVERY_MILLIS);
    }
    return job;
  }

  /** The node that the job does not have is claimed for it all the same. */
  private boolean hasGhost() {
    return client.nodes().stream().anyMatch(node -> node.getState().equals("claimed"));
  }

  private void awaitGhost() throws IOException, InterruptedException {
    final long deadline = SystemClock.INSTANCE.nanos() + STARTS_WITHIN.toNanos();
    while (!hasGhost()) {
      if (SystemClock.INSTANCE.nanos() > deadline) {
        throw new IOException("no worker waits without data");
      }
      Pause.millis(LOOK_EVERY_MILLIS);
    }
  }

  /** What it did since it began, for people. */
  String done() throws IOException {
    if (failure.isPresent()) {
      throw new IOException("the job beside the owner does not move: " + failure.get());
    }
    final double seconds = (SystemClock.INSTANCE.nanos() - beganNanos) / NANOS_PER_SECOND;
    if (kind == Kind.GHOST) {
      if (!hasGhost()) {
        throw new IOException("the worker without data is gone");
      }
      return String.format(Locale.ROOT, "a worker without data for %.0f s", seconds);
    }
    if (kind == Kind.CHANGE) {
      return String.format(Locale.ROOT, "%d moves of 512 MiB in %.0f s", moves.get(), seconds);
    }
    final CheckpointsView checkpoints = client.job(job).getCheckpoints();
    return String.format(
        Locale.ROOT,
        "%d checkpoints of 512 MiB in %.0f s, the last durable after %.1f s",
        checkpoints.getCount() - checkpointsBefore,
        seconds,
        checkpoints.getDurableMillis() / 1e3);
  }

  private void move() {
    try {
      while (!ends) {
        final String from = node(client.job(job)).orElseThrow();
        final String to = from.equals(NODES.getFirst()) ? NODES.getLast() : NODES.getFirst();
        client.migrate(
            MigrateRequest.newBuilder().setJob(job).setFromNode(from).setToNode(to).build());
        final long deadline = SystemClock.INSTANCE.nanos() + MOVES_WITHIN.toNanos();
        while (!ends && !node(client.job(job)).equals(Optional.of(to))) {
          if (SystemClock.INSTANCE.nanos() > deadline) {
            throw new IOException("not within " + MOVES_WITHIN.toMinutes() + " minutes");
          }
          Pause.millis(LOOK_EVERY_MILLIS);
        }
        if (!ends) {
          moves.incrementAndGet();
        }
      }
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Of the worker that computes, when it is the only one. */
  private static Optional<String> node(JobView job) {
    final List<WorkerView> members =
        job.getWorkersList().stream().filter(worker -> worker.getRank() >= 0).toList();
    return members.size() == 1 ? Optional.of(members.getFirst().getNode()) : Optional.empty();
  }

  @Override
  public void close() {
    ends = true;
    try {
      if (mover.isAlive()) {
        mover.join(ENDS_WITHIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
    grid.close();
  }
}
