package io.lull.platform.linux.dbus;

import io.lull.protocol.time.Clock;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation with a bus. For one thread, but for {@link #close}. Every wait has an end: a
 * service that stands still is as good as dead.
 */
final class BusConnection implements AutoCloseable {
  /** More signals than these, while one answer is waited for, are a flood. */
  private static final int MAX_WAITING = 1024;

  private static final int MAX_LINE = 1024;
  private static final int FIRST_BYTES = 4 << 10;

  /**
   * The user is who the kernel says, for which an empty identity stands.
   *
   * @see <a href="https://dbus.freedesktop.org/doc/dbus-specification.html#auth-mechanisms">the
   *     specification</a>
   */
  private static final String HELLO = "\0AUTH EXTERNAL\r\nDATA\r\n";

  private final BusAddress address;
  private final Duration answeredWithin;
  private final Clock clock;
  private final Selector selector;
  private final SocketChannel channel;
  private final Deque<BusMessage> waiting = new ArrayDeque<>();
  private ByteBuffer in = ByteBuffer.allocate(FIRST_BYTES).flip();
  private int serial;

  /**
   * Not yet connected, so that a connection that is being made can be closed.
   *
   * @param answeredWithin whoever takes longer stands still
   */
  BusConnection(BusAddress address, Duration answeredWithin, Clock clock) throws IOException {
    this.address = address;
    this.answeredWithin = answeredWithin;
    this.clock = clock;
    this.selector = Selector.open();
    try {
      this.channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    } catch (IOException e) {
      selector.close();
      throw e;
    }
  }

  void open() throws IOException {
    if (address.inAbstractSpace()) {
      throw new IOException("the bus " + address + " has no path by which it could be reached");
    }
    try {
      channel.connect(UnixDomainSocketAddress.of(address.place()));
    } catch (IOException e) {
      throw new IOException("no bus answers at " + address + " (" + e.getMessage() + ")", e);
    }
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ);
    write(BusMessage.line(HELLO));
    final long deadline = clock.nanos() + answeredWithin.toNanos();
    String answer = line(deadline);
    if (answer.startsWith("DATA")) {
      answer = line(deadline);
    }
    if (!answer.startsWith("OK ")) {
      throw new IOException("the bus at " + address + " does not let this program in: " + answer);
    }
    write(BusMessage.line("BEGIN\r\n"));
    try {
      call(BusCall.bus("Hello"));
    } catch (BusRefusal e) {
      throw new IOException("the bus at " + address + " does not answer", e);
    }
  }

  private String line(long deadline) throws IOException {
    final StringBuilder text = new StringBuilder();
    while (text.length() < MAX_LINE) {
      if (!in.hasRemaining() && !fill(deadline)) {
        throw new IOException("the bus at " + address + " does not answer");
      }
      final char c = (char) (in.get() & 0x7f);
      if (c == '\n') {
        return text.toString().strip();
      }
      text.append(c);
    }
    throw new IOException("what listens at " + address + " is no bus");
  }

  /** Asks that signals be sent, see the D-Bus specification, "Match Rules". */
  void match(String rule) throws IOException {
    call(BusCall.bus("AddMatch"), rule);
  }

  /** The connection that has a name; empty: none. */
  String ownerOf(String name) throws IOException {
    if (!BusValues.flag(BusValues.at(call(BusCall.bus("NameHasOwner"), name), 0))) {
      return "";
    }
    return BusValues.text(BusValues.at(call(BusCall.bus("GetNameOwner"), name), 0));
  }

  /**
   * What a method answers.
   *
   * @throws BusRefusal when it answers by an error, or not in time
   */
  List<Object> call(BusCall call, Object... arguments) throws IOException {
    final int mine = ++serial;
    write(BusMessage.call(mine, call, arguments));
    final long deadline = clock.nanos() + answeredWithin.toNanos();
    while (true) {
      final BusMessage message = receive(deadline);
      if (message == null) {
        throw BusRefusal.silent(
            call + " did not answer within " + answeredWithin.toSeconds() + " s");
      }
      switch (message.type()) {
        case RETURN -> {
          if (message.replySerial() == mine) {
            return message.body();
          }
        }
        case ERROR -> {
          if (message.replySerial() == mine) {
            throw BusRefusal.refused(call, message.error());
          }
        }
        case SIGNAL -> {
          if (waiting.size() >= MAX_WAITING) {
            throw new IOException("the bus sends more signals than can be followed");
          }
          waiting.add(message);
        }
        case OTHER -> {}
      }
    }
  }

  /** The only thing that a method answers. */
  Object ask(BusCall call, Object... arguments) throws IOException {
    return BusValues.at(call(call, arguments), 0);
  }

  /** The next signal; null when none came in time. */
  @Nullable BusMessage next(long withinNanos) throws IOException {
    final BusMessage early = waiting.poll();
    if (early != null) {
      return early;
    }
    final long deadline = clock.nanos() + withinNanos;
    while (true) {
      final BusMessage message = receive(deadline);
      if (message == null || message.type() == BusMessage.Type.SIGNAL) {
        return message;
      }
    }
  }

  private @Nullable BusMessage receive(long deadline) throws IOException {
    while (true) {
      if (in.remaining() >= BusMessage.HEAD) {
        final int length = BusMessage.length(in);
        if (in.remaining() >= length) {
          final ByteBuffer whole = in.slice(in.position(), length);
          in.position(in.position() + length);
          return BusMessage.parse(whole);
        }
        if (in.capacity() < length) {
          in = ByteBuffer.allocate(length).put(in).flip();
        }
      }
      if (!fill(deadline)) {
        return null;
      }
    }
  }

  /** Reads what there is; false when nothing came in time. */
  private boolean fill(long deadline) throws IOException {
    while (true) {
      in.compact();
      final int read;
      try {
        read = channel.read(in);
      } finally {
        in.flip();
      }
      if (read > 0) {
        return true;
      }
      if (read < 0) {
        throw new EOFException("the bus has ended the connection");
      }
      final long left = deadline - clock.nanos();
      if (left <= 0) {
        return false;
      }
      selector.select(Math.max(1, left / 1_000_000));
      selector.selectedKeys().clear();
      if (!selector.isOpen()) {
        throw new EOFException("the connection is closed");
      }
    }
  }

  /** Calls are small: a bus that does not take one at once has stopped. */
  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        throw new IOException("the bus does not read");
      }
    }
  }

  /** From any thread; whoever waits is told by an exception. */
  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
