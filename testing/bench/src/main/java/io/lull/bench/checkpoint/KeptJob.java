package io.lull.bench.checkpoint;

import io.lull.bench.BenchWorkers;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.jacobi.StampedJacobi;
import io.lull.protocol.wire.Layout;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job of this machine's workers, of which one generation is kept, each piece twice. */
public final class KeptJob implements AutoCloseable {
  /** What a worker holds at the most: cells, those of the next sweep, and those being written. */
  private static final int TIMES_HELD = 3;

  private final TemporaryFolder folder;
  private final TestJob job;
  private @Nullable Generation kept;
  private long generations;
  private int agentsCopies;

  /**
   * A generation that is durable twice.
   *
   * @param members by rank, as they were then
   */
  private record Generation(
      long number, long safePoint, Layout layout, List<WorkerProcess> members) {
    /** Whose worker keeps the other copy of a rank's piece. */
    WorkerProcess keeper(int rank) {
      return members.get((rank + 1) % members.size());
    }

    void drop() throws IOException {
      for (int rank = 0; rank < members.size(); rank++) {
        KeptPieces.drop(members.get(rank), number, rank);
        KeptPieces.drop(keeper(rank), number, rank);
      }
    }
  }

  private KeptJob(TemporaryFolder folder, TestJob job) {
    this.folder = folder;
    this.job = job;
  }

  /**
   * Computes when it returns.
   *
   * @param size cells on a side
   * @param workers two at least
   * @param least so many workers it will have at the least
   */
  static KeptJob start(int size, int workers, int least, boolean tls) throws Exception {
    return start(
        StampedJacobi.class,
        StampedJacobi.parameters(size),
        bytes(size) * TIMES_HELD / least,
        workers,
        tls);
  }

  /**
   * Computes when it returns.
   *
   * @param bytesHeld what a worker holds at the most
   * @param workers two at least
   */
  public static KeptJob start(
      Class<?> program, Map<String, String> parameters, long bytesHeld, int workers, boolean tls)
      throws Exception {
    final TemporaryFolder folder = TemporaryFolder.create();
    final KeptJob started =
        new KeptJob(
            folder,
            BenchWorkers.job(
                folder.path(), program, parameters, BenchWorkers.plane(tls), bytesHeld));
    boolean computes = false;
    try {
      started.job.begin(started.job.start(workers));
      computes = true;
      return started;
    } finally {
      if (!computes) {
        started.close();
      }
    }
  }

  /** Of all its cells. */
  static long bytes(int size) {
    return (long) size * size * Double.BYTES;
  }

  public TestJob job() {
    return job;
  }

  Path folder() {
    return folder.path();
  }

  /** Keeps a generation, and drops the one before; both pieces of each are written then. */
  public void keep() throws Exception {
    final long number = ++generations;
    final long safePoint = job.checkpoint(number, false);
    final Generation next = new Generation(number, safePoint, job.layout(), job.members());
    for (int rank = 0; rank < next.members().size(); rank++) {
      if (!Files.exists(KeptPieces.path(next.keeper(rank), number, rank))) {
        // What workers did not send in time their agents send.
        KeptPieces.bring(number, rank, next.members().get(rank), next.keeper(rank));
        agentsCopies++;
      }
    }
    final @Nullable Generation before = kept;
    kept = next;
    if (before != null) {
      before.drop();
    }
  }

  /** How many copies no worker had sent in time. */
  int agentsCopies() {
    return agentsCopies;
  }

  /**
   * Returns to the generation that is kept, on these workers.
   *
   * @return how many bytes they sent to each other
   */
  public long recover(List<WorkerProcess> next) throws Exception {
    final @Nullable Generation from = kept;
    if (from == null) {
      throw new IllegalStateException("no generation is kept");
    }
    final Map<Integer, WorkerProcess> holders = new HashMap<>();
    for (int rank = 0; rank < from.members().size(); rank++) {
      final WorkerProcess own = from.members().get(rank);
      WorkerProcess holder = own.isAlive() ? own : from.keeper(rank);
      if (!next.contains(holder)) {
        // As agents do for those that are no members any more.
        KeptPieces.bring(from.number(), rank, holder, next.getFirst());
        holder = next.getFirst();
      }
      holders.put(rank, holder);
    }
    job.recover(next, from.number(), from.safePoint(), from.layout(), holders);
    return job.cost().sentBytes();
  }

  @Override
  public void close() throws IOException {
    job.close();
    folder.close();
  }
}
