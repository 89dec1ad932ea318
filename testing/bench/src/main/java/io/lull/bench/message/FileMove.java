package io.lull.bench.message;

import io.lull.bench.BenchWorkers;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Layout;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * One task that goes from worker process to worker process through a file, as a job that is
 * suspended and resumed elsewhere: it is captured and stands, its piece is on the disk, and another
 * process reads it.
 */
public final class FileMove implements AutoCloseable {
  /**
   * Of what a task has, in memory of its worker at a time: as it is, encoded, and as it is read.
   */
  private static final int TIMES_IN_MEMORY = 4;

  private final TemporaryFolder folder;
  private final TestJob job;
  private WorkerProcess holder;
  private long generation;

  private FileMove(TemporaryFolder folder, TestJob job) throws Exception {
    this.folder = folder;
    this.job = job;
    this.holder = job.start(1).getFirst();
    job.begin(List.of(holder));
  }

  /**
   * Ready to move.
   *
   * @param mebibytes that the task takes along
   */
  public static FileMove start(int mebibytes) throws Exception {
    final TemporaryFolder folder = TemporaryFolder.create();
    final TestJob job =
        BenchWorkers.job(
            folder.path(),
            HeavyProgram.class,
            Map.of(HeavyProgram.MEBIBYTES, String.valueOf(mebibytes)),
            DataPlane.getDefaultInstance(),
            ((long) TIMES_IN_MEMORY * mebibytes) << 20);
    try {
      return new FileMove(folder, job);
    } catch (Exception e) {
      job.close();
      folder.close();
      throw e;
    }
  }

  /** Where it writes. */
  public Path folder() {
    return folder.path();
  }

  /** From the order until the task runs in another process, which was there, in milliseconds. */
  public double millis() throws Exception {
    final WorkerProcess next = job.start(1).getFirst();
    final long begun = SystemClock.INSTANCE.nanos();
    final long safePoint = job.checkpoint(++generation, true);
    final Path piece = KeptPieces.path(holder, generation, 0);
    try (FileChannel written = FileChannel.open(piece, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    final Layout layout = job.layout();
    KeptPieces.lend(generation, 0, holder, next);
    job.recover(List.of(next), generation, safePoint, layout, Map.of(0, next));
    final double millis = (SystemClock.INSTANCE.nanos() - begun) / 1e6;
    job.lose(holder);
    holder = next;
    return millis;
  }

  @Override
  public void close() throws IOException {
    job.close();
    folder.close();
  }
}
