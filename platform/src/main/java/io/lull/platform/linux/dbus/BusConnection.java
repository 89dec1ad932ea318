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
 * A connection to a bus. For one thread, except {@link #close} and {@link #wake}. Every wait is
 * bounded: a service that does not respond counts as dead.
 */
public final class BusConnection implements Closeable {
  /** More than these, while waiting for one answer, are a flood. */
  private static final int MAX_WAITING = 1024;

  private static final int MAX_LINE = 1024;
  private static final int FIRST_BYTES = 4 << 10;

  /** Do not queue for a name that another has. */
  private static final int DO_NOT_QUEUE = 4;

  private static final long NAME_IS_OURS = 1;

  /**
   * The kernel tells who the user is, so the identity is empty. @see <a
   * href="https://dbus.freedesktop.org/doc/dbus-specification.html#auth-mechanisms">the
   * specification</a>
   */
  private static final String HELLO = "\0AUTH EXTERNAL\r\nDATA\r\n";

  private final BusAddress address;
  private final Duration answeredWithin;
  private final Clock clock;
  private final BoundedSocket socket;
  private final Deque<BusMessage> waiting = new ArrayDeque<>();
  private int serial;
  private boolean serving;
  private String ownName = "";

  /**
   * Sends nothing yet, so that a connection can be closed while it is made.
   *
   * @param answeredWithin a longer time counts as no answer
   */
  public BusConnection(BusAddress address, Duration answeredWithin, Clock clock)
      throws IOException {
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

  /** Authenticates this program to the bus. */
  public void greet() throws IOException {
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
      ownName = BusValues.text(ask(BusCall.bus("Hello")));
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

  /** Subscribes to signals, see the D-Bus specification, "Match Rules". */
  public void match(String rule) throws IOException {
    call(BusCall.bus("AddMatch"), rule);
  }

  /** The connection that has a name; empty: none. */
  public String ownerOf(String name) throws IOException {
    if (!BusValues.flag(BusValues.at(call(BusCall.bus("NameHasOwner"), name), 0))) {
      return "";
    }
    return BusValues.text(BusValues.at(call(BusCall.bus("GetNameOwner"), name), 0));
  }

  /** The unique name that the bus has given to this connection. */
  public String ownName() {
    return ownName;
  }

  /**
   * From now on {@link #take} also returns others' calls, and each must be answered: one that is
   * too long or malformed gets an error at once.
   */
  public void serve() {
    serving = true;
  }

  /**
   * Requests a name by which others find this program.
   *
   * @return false: another has it, or the bus refuses
   */
  public boolean own(String name) throws IOException {
    try {
      final Object answer = ask(BusCall.bus("RequestName"), name, DO_NOT_QUEUE);
      return BusValues.number(answer) == NAME_IS_OURS;
    } catch (BusRefusal e) {
      return false;
    }
  }

  /**
   * Calls a method and returns its answer.
   *
   * @param arguments strings, and integers, which travel unsigned
   * @throws BusRefusal if it answers with an error, or not in time
   */
  public List<Object> call(BusCall call, Object... arguments) throws IOException {
    final int mine = ++serial;
    socket.send(BusMessage.call(mine, call, arguments));
    return answered(mine, call);
  }

  /** Calls a method with arguments of any type and returns its answer. */
  public List<Object> call(BusCall call, BusBody arguments) throws IOException {
    return answered(begin(call, arguments), call);
  }

  private List<Object> answered(int mine, BusCall call) throws IOException {
    final long deadline = deadline();
    while (true) {
      final BusMessage message = receive(deadline);
      if (message == null) {
        if (clock.nanos() - deadline < 0) {
          continue;
        }
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
        case CALL -> {
          if (serving && waiting.size() >= MAX_WAITING) {
            fault(message, BusFault.tooMuch("more calls than can be served"));
          } else if (serving) {
            waiting.add(message);
          }
        }
        case OTHER -> {}
      }
    }
  }

  private long deadline() {
    return clock.nanos() + answeredWithin.toNanos();
  }

  /**
   * Calls a method whose answer {@link #take} returns later.
   *
   * @return the serial number to which the answer will refer
   */
  public int begin(BusCall call, BusBody arguments) throws IOException {
    final int mine = ++serial;
    socket.send(BusMessage.call(mine, call, arguments), deadline());
    return mine;
  }

  /** Answers another's call, if its sender wants an answer. */
  public void answer(BusMessage call, BusBody answer) throws IOException {
    if (call.answerWanted()) {
      socket.send(BusMessage.answer(++serial, call, answer), deadline());
    }
  }

  /** Answers another's call with an error, if its sender wants an answer. */
  public void fault(BusMessage call, BusFault fault) throws IOException {
    if (call.answerWanted()) {
      socket.send(BusMessage.fault(++serial, call, fault), deadline());
    }
  }

  /** Sends a signal to all that subscribed to it. */
  public void emit(BusSignal signal) throws IOException {
    socket.send(BusMessage.signal(++serial, signal), deadline());
  }

  /** The single value of an answer. */
  public Object ask(BusCall call, Object... arguments) throws IOException {
    return BusValues.at(call(call, arguments), 0);
  }

  /** The next signal; null: none in time. */
  public @Nullable BusMessage next(long withinNanos) throws IOException {
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

  /** The next message of any kind; null: none in time, or at a {@link #wake}. */
  public @Nullable BusMessage take(long withinNanos) throws IOException {
    final BusMessage early = waiting.poll();
    return early != null ? early : receive(clock.nanos() + withinNanos);
  }

  private @Nullable BusMessage receive(long deadline) throws IOException {
    while (true) {
      final ByteBuffer in = socket.received();
      if (in.remaining() >= BusMessage.HEAD) {
        if (serving
            && BusMessage.headLength(in) + BusMessage.bodyLength(in) > BusMessage.MAX_BYTES) {
          passOver();
          continue;
        }
        final int length = BusMessage.length(in);
        if (in.remaining() >= length) {
          final ByteBuffer whole = in.slice(in.position(), length);
          in.position(in.position() + length);
          final BusMessage message = serving ? served(whole) : BusMessage.parse(whole);
          if (message == null) {
            continue;
          }
          return message;
        }
        socket.makeRoom(length);
      }
      if (!socket.receive(deadline)) {
        return null;
      }
    }
  }

  /** Null: the message was malformed and got an error, as anything that others send may be. */
  private @Nullable BusMessage served(ByteBuffer whole) throws IOException {
    try {
      return BusMessage.parse(whole);
    } catch (IOException e) {
      refuse(BusMessage.parseHead(whole), BusFault.arguments(String.valueOf(e.getMessage())));
      return null;
    }
  }

  /** Nobody has reason to send this much: it is read to find the next message, and dropped. */
  private void passOver() throws IOException {
    final int head = (int) Math.min(BusMessage.MAX_BYTES, BusMessage.headLength(socket.received()));
    if (head == BusMessage.MAX_BYTES) {
      throw new IOException("the bus sends a message whose head has no end");
    }
    long left = BusMessage.bodyLength(socket.received());
    final long deadline = deadline();
    while (socket.received().remaining() < head) {
      socket.makeRoom(head);
      more(deadline);
    }
    final ByteBuffer in = socket.received();
    final BusMessage message = BusMessage.parseHead(in.slice(in.position(), head));
    in.position(in.position() + head);
    while (left > 0) {
      final ByteBuffer rest = socket.received();
      final int some = (int) Math.min(left, rest.remaining());
      rest.position(rest.position() + some);
      left -= some;
      if (left > 0) {
        more(deadline);
      }
    }
    refuse(message, BusFault.tooMuch("more than " + BusMessage.MAX_BYTES + " bytes are not read"));
  }

  private void more(long deadline) throws IOException {
    if (!socket.receive(deadline) && clock.nanos() - deadline >= 0) {
      throw new IOException("the bus at " + address + " sends half a message");
    }
  }

  private void refuse(BusMessage message, BusFault why) throws IOException {
    if (message.type() == BusMessage.Type.CALL) {
      fault(message, why);
    }
  }

  /** From any thread: a present or the next {@link #take} returns. */
  public void wake() {
    socket.wake();
  }

  /** From any thread; a waiting caller gets an exception. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
