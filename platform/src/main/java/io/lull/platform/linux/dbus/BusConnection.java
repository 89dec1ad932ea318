package io.lull.platform.linux.dbus;

import io.lull.platform.linux.server.BoundedSocket;
import io.lull.protocol.time.Clock;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation with a bus. For one thread, but for {@link #close}. Every wait has an end: a
 * service that stands still is as good as dead.
 */
final class BusConnection implements Closeable {
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
  private final BoundedSocket socket;
  private final Deque<BusMessage> waiting = new ArrayDeque<>();
  private int serial;

  /**
   * Nothing has been said yet, so that a connection that is being made can be closed.
   *
   * @param answeredWithin whoever takes longer stands still
   */
  BusConnection(BusAddress address, Duration answeredWithin, Clock clock) throws IOException {
    if (address.inAbstractSpace()) {
      throw new IOException("the bus " + address + " has no path by which it could be reached");
    }
    this.address = address;
    this.answeredWithin = answeredWithin;
    this.clock = clock;
    try {
      this.socket =
          BoundedSocket.open(
              UnixDomainSocketAddress.of(address.place()), "the bus", FIRST_BYTES, clock);
    } catch (IOException e) {
      throw new IOException("no bus answers at " + address + " (" + e.getMessage() + ")", e);
    }
  }

  /** Introduces this program to the bus. */
  void greet() throws IOException {
    socket.send(BusMessage.line(HELLO));
    final long deadline = clock.nanos() + answeredWithin.toNanos();
    String answer = line(deadline);
    if (answer.startsWith("DATA")) {
      answer = line(deadline);
    }
    if (!answer.startsWith("OK ")) {
      throw new IOException("the bus at " + address + " does not let this program in: " + answer);
    }
    socket.send(BusMessage.line("BEGIN\r\n"));
    try {
      call(BusCall.bus("Hello"));
    } catch (BusRefusal e) {
      throw new IOException("the bus at " + address + " does not answer", e);
    }
  }

  private String line(long deadline) throws IOException {
    final StringBuilder text = new StringBuilder();
    final ByteBuffer in = socket.received();
    while (text.length() < MAX_LINE) {
      if (!in.hasRemaining() && !socket.receive(deadline)) {
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
    socket.send(BusMessage.call(mine, call, arguments));
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
      final ByteBuffer in = socket.received();
      if (in.remaining() >= BusMessage.HEAD) {
        final int length = BusMessage.length(in);
        if (in.remaining() >= length) {
          final ByteBuffer whole = in.slice(in.position(), length);
          in.position(in.position() + length);
          return BusMessage.parse(whole);
        }
        socket.makeRoom(length);
      }
      if (!socket.receive(deadline)) {
        return null;
      }
    }
  }

  /** From any thread; whoever waits is told by an exception. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
