package io.lull.reconfig.comm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * A worker encrypts and decrypts some megabytes for itself when it starts. A fresh Java interprets
 * its cipher and encrypts a fraction of what the network carries; without this the first owner who
 * comes back would wait for the compiler.
 */
final class Rehearsal {
  /** Enough for the compiler; more would only be work. */
  static final int BYTES = 24 << 20;

  private static final int WRITE_BYTES = 1 << 20;
  private static final int PIPE_BYTES = 512 << 10;

  private Rehearsal() {}

  /**
   * On the caller's thread, which is to be one that nobody waits for.
   *
   * @return how many bytes came back as they were sent
   */
  static long run(PeerSecurity security) {
    final ByteBuffer there = ByteBuffer.allocate(PIPE_BYTES);
    final ByteBuffer back = ByteBuffer.allocate(PIPE_BYTES);
    final Wire sender = security.wire(new Pipe(back, there), false);
    final Wire receiver = security.wire(new Pipe(there, back), true);
    final ByteBuffer sent = ByteBuffer.allocate(WRITE_BYTES);
    final ByteBuffer got = ByteBuffer.allocate(WRITE_BYTES);
    long received = 0;
    try {
      boolean sending = false;
      boolean receiving = false;
      while (!sending || !receiving) {
        sending = sender.open();
        receiving = receiver.open();
      }
      while (received < BYTES) {
        if (sender.write(sent) && !sent.hasRemaining()) {
          sent.clear();
        }
        received += receiver.read(got.clear());
      }
    } catch (IOException e) {
      // What was rehearsed until then helps all the same; what is wrong the first peer's call says.
    }
    return received;
  }

  /**
   * One end of a connection that does not leave this process.
   *
   * @param in what the other end has written, not yet flipped
   * @param out what this end writes
   */
  private record Pipe(ByteBuffer in, ByteBuffer out) implements ByteChannel {
    @Override
    public int read(ByteBuffer into) {
      in.flip();
      final int count = pour(in, into);
      in.compact();
      return count;
    }

    @Override
    public int write(ByteBuffer from) {
      return pour(from, out);
    }

    private static int pour(ByteBuffer from, ByteBuffer to) {
      final int count = Math.min(from.remaining(), to.remaining());
      to.put(to.position(), from, from.position(), count);
      to.position(to.position() + count);
      from.position(from.position() + count);
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
