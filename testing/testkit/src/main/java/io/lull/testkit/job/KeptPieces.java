package io.lull.testkit.job;

import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.WorkerReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Pieces as agents keep them: beside the worker, out of its reach. */
public final class KeptPieces {
  private KeptPieces() {}

  /** Where the piece of a rank lies that is kept beside a worker. */
  public static Path path(WorkerProcess holder, long generation, int rank) {
    return holder.folder().resolve("held").resolve(fileName(generation, rank));
  }

  private static Path inReach(WorkerProcess worker, long generation, int rank) {
    return worker.folder().resolve("pieces").resolve(fileName(generation, rank));
  }

  private static String fileName(long generation, int rank) {
    return "g" + generation + "-r" + rank + ".piece";
  }

  /** A worker computes on while its piece is written, and may have completed before it is. */
  static PieceWritten awaitWritten(WorkerProcess worker) throws Exception {
    final String what = "keeping its piece";
    final WorkerReport first =
        worker.await(what, report -> report.hasPieceWritten() || report.hasCompleted());
    if (first.hasPieceWritten()) {
      return first.getPieceWritten();
    }
    final WorkerReport written = worker.await(what, WorkerReport::hasPieceWritten);
    worker.leaveUnheard(first);
    return written.getPieceWritten();
  }

  /** Takes what the worker wrote. */
  static void takeOver(WorkerProcess holder, long generation, int rank) throws IOException {
    takeOver(inReach(holder, generation, rank), holder, generation, rank);
  }

  /** Takes what the worker was sent. */
  static void adopt(WorkerProcess holder, long generation, int rank) throws IOException {
    final Path written = inReach(holder, generation, rank);
    takeOver(written.resolveSibling("copy-" + written.getFileName()), holder, generation, rank);
  }

  private static void takeOver(Path file, WorkerProcess holder, long generation, int rank)
      throws IOException {
    Files.createDirectories(holder.folder().resolve("held"));
    Files.move(file, path(holder, generation, rank), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Puts a piece where the worker can read it, as an agent does: without another copy. */
  public static void stage(WorkerProcess holder, long generation, int rank) throws IOException {
    final Path folder = Files.createDirectories(holder.folder().resolve("staged"));
    final Path staged = folder.resolve(fileName(generation, rank));
    Files.deleteIfExists(staged);
    Files.createLink(staged, path(holder, generation, rank));
  }

  /** Older generations are of no use any more. */
  public static void drop(WorkerProcess holder, long generation, int rank) throws IOException {
    Files.deleteIfExists(path(holder, generation, rank));
    Files.deleteIfExists(inReach(holder, generation, rank));
  }

  /** Another worker's machine has the piece, too, as on a disk that both reach. */
  public static void lend(long generation, int rank, WorkerProcess from, WorkerProcess to)
      throws IOException {
    Files.createDirectories(to.folder().resolve("held"));
    Files.createLink(path(to, generation, rank), path(from, generation, rank));
  }

  /** Brings a copy to another worker's machine. */
  public static void bring(long generation, int rank, WorkerProcess from, WorkerProcess to)
      throws IOException {
    Files.createDirectories(to.folder().resolve("held"));
    Files.copy(
        path(from, generation, rank),
        path(to, generation, rank),
        StandardCopyOption.REPLACE_EXISTING);
  }
}
