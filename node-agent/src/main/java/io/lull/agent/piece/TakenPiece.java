package io.lull.agent.piece;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A piece that a worker of this node wrote, out of its reach; closed, it is gone unless kept. */
final class TakenPiece implements AutoCloseable {
  private final PieceStore store;
  private final PieceId id;
  private final Path temporary;
  private final long bytes;
  private Path file;

  /**
   * @param temporary in the store's folder
   */
  TakenPiece(PieceStore store, PieceId id, Path temporary) throws IOException {
    this.store = store;
    this.id = id;
    this.temporary = temporary;
    this.bytes = Files.size(temporary);
    this.file = temporary;
  }

  long bytes() {
    return bytes;
  }

  /** Where it is now. */
  Path file() {
    return file;
  }

  /**
   * It is durable when this returns.
   *
   * @throws NoRoomException if the quota does not allow it
   */
  void keep() throws IOException {
    file = store.keep(id, temporary, bytes);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(temporary);
  }
}
