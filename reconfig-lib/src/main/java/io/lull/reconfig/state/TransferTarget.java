package io.lull.reconfig.state;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The room prepared for the state that a change brings to this worker. */
@FunctionalInterface
public interface TransferTarget {
  /**
   * Puts a chunk where it belongs. The links' threads, several at once, never for the same bytes.
   *
   * @param transfer one of the plan's, to this worker
   * @param chunk as the reader wrote it, little-endian, from its position to its limit; it is read
   *     to its end
   * @return how many bytes of state it was, without the head
   * @throws IOException when it does not fit; the link that brought it ends
   * @throws IllegalStateException when the room has been given back
   */
  long write(StateTransfer transfer, ByteBuffer chunk) throws IOException;
}
