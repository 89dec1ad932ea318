package io.lull.agent.worker;

import io.lull.agent.file.BlobCache;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.StartWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Brings a worker's inputs, its program and its container image into its folder. */
final class WorkerFiles {
  private WorkerFiles() {}

  /**
   * @param signers whose programs alone may run, by the fingerprints of their certificates; empty:
   *     everybody's
   * @return the program; empty: one of Lull's own, or a command
   * @throws IOException with one line when a file cannot be had, or may not run here
   */
  static Optional<Path> fetch(
      StartWorker order, WorkerFolder folder, BlobCache blobs, Set<String> signers)
      throws IOException, InterruptedException {
    if (!signers.isEmpty() && order.getBag().getCommandCount() > 0) {
      throw new IOException(
          "this computer's owner takes only programs that are signed, and a command is not");
    }
    for (final Blob input : order.getInputsList()) {
      final Path file = folder.input(input.getName());
      blobs.copy(input, file);
      // It may be a program: a task's command runs it.
      if (!file.toFile().setExecutable(true, true)) {
        throw new IOException(input.getName() + " cannot be made a file that can be run");
      }
    }
    if (order.getBag().hasLines()) {
      blobs.copy(order.getBag().getLines(), folder.lines());
    }
    if (order.getBag().hasImage()) {
      blobs.copy(order.getBag().getImage(), folder.imageArchive());
      folder.createImage();
    }
    if (order.getProgram().getSha256().isEmpty()) {
      return Optional.empty();
    }
    blobs.copy(order.getProgram(), folder.program());
    if (!signers.isEmpty()) {
      SignedProgram.check(folder.program(), signers);
    }
    return Optional.of(folder.program());
  }
}
