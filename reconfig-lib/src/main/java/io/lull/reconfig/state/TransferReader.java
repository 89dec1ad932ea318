package io.lull.reconfig.state;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads one transfer in chunks of bounded size, each with a head that says where it belongs. */
public interface TransferReader extends Closeable {
  /** A chunk has about so many bytes of state. */
  int CHUNK_BYTES = 1 << 20;

  /** No chunk is longer, its head included. */
  int mostChunkBytes();

  /**
   * Appends the next chunk, head and content, little-endian.
   *
   * @return how many bytes of state it is, without the head; -1 when there is none left
   * @throws DamagedPieceException when the piece that it lies in is damaged
   */
  int next(ByteBuffer out) throws IOException;

  @Override
  default void close() throws IOException {}
}
