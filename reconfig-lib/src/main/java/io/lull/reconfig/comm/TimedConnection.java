package io.lull.reconfig.comm;

import io.lull.protocol.time.Clock;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A connection on which one thread says all and hears all, until a deadline: while a link is being
 * made, or for as long as a piece takes.
 */
final class TimedConnection implements AutoCloseable {
  /** What could not be sent is tried again this often, while nothing comes. */
  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Wire wire;
  private final Clock clock;
  private long deadlineNanos;
  private final Readiness readiness;

  /**
   * @param channel that does not block
   */
  TimedConnection(SocketChannel channel, Wire wire, Clock clock, long deadlineNanos)
      throws IOException {
    this.wire = wire;
    this.clock = clock;
    this.deadlineNanos = deadlineNanos;
    this.readiness = new Readiness(channel);
  }

  /** From now on there is time until then. */
  void until(long newDeadlineNanos) {
    deadlineNanos = newDeadlineNanos;
  }

  /** Memory that the connection reads and writes fastest. */
  ByteBuffer place(int bytes) {
    return wire.place(bytes);
  }

  void open() throws IOException {
    while (!wire.open()) {
      await(SelectionKey.OP_READ);
    }
  }

  void write(ByteBuffer bytes) throws IOException {
    while (!wire.write(bytes)) {
      await(SelectionKey.OP_WRITE);
    }
  }

  /** Exactly so many, to be read. */
  ByteBuffer read(int bytes) throws IOException {
    final ByteBuffer all = ByteBuffer.allocate(bytes);
    fill(all);
    return all.flip();
  }

  /** As many as there is room for. */
  void fill(ByteBuffer all) throws IOException {
    while (all.hasRemaining()) {
      final int came = wire.read(all);
      if (came < 0) {
        throw new EOFException("the peer hung up");
      }
      if (came == 0) {
        await(SelectionKey.OP_READ);
      }
    }
  }

  /** Passes over all that comes until the peer hangs up. */
  void readToTheEnd() throws IOException {
    final ByteBuffer some = ByteBuffer.allocate(64);
    for (int came = wire.read(some); came >= 0; came = wire.read(some.clear())) {
      if (came == 0) {
        await(SelectionKey.OP_READ);
      }
    }
  }

  /**
   * @throws SocketTimeoutException when the time is over, though the peer answers
   */
  void keepTime() throws IOException {
    if (deadlineNanos - clock.nanos() <= 0) {
      throw new SocketTimeoutException("it takes too long");
    }
  }

  private void await(int operations) throws IOException {
    final long left = deadlineNanos - clock.nanos();
    if (left <= 0 || Thread.currentThread().isInterrupted()) {
      throw new SocketTimeoutException("the peer does not answer");
    }
    readiness.await(operations, Math.min(left, LOOK_EVERY_NANOS));
  }

  @Override
  public void close() {
    readiness.close();
  }
}
