package io.lull.reconfig.comm;

import io.lull.protocol.transport.Throttle;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;

/**
 * Bytes on a connection: where there is a limit they go in parts, each when it may.
 *
 * @param partBytes bytes at a time, so that an interrupted sender is not held for long
 */
record ThrottledOutput(Throttle throttle, int partBytes) {
  /** Takes all that a buffer holds. */
  @FunctionalInterface
  interface Passage {
    void pass(ByteBuffer part) throws IOException;
  }

  /** Passes all of it on. */
  void pass(ByteBuffer bytes, Passage passage) throws IOException {
    final int end = bytes.limit();
    while (throttle.limits() && bytes.position() < end) {
      bytes.limit(Math.min(end, bytes.position() + partBytes));
      await(bytes.remaining());
      passage.pass(bytes);
      bytes.limit(end);
    }
    if (bytes.hasRemaining()) {
      passage.pass(bytes);
    }
  }

  private void await(int bytes) throws InterruptedIOException {
    try {
      throttle.pass(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
