package io.lull.platform.linux.wayland;

import io.lull.platform.linux.server.BoundedSocket;
import io.lull.protocol.time.Clock;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a Wayland compositor. For one thread, except {@link #close}. See the Wayland
 * protocol, {@code wl_display} and {@code wl_callback}.
 */
final class WaylandConnection implements Closeable {
  private static final int IN_BYTES = 128 << 10;
  private static final int DISPLAY = 1;
  private static final int SYNC = 0;
  private static final int GET_REGISTRY = 1;
  private static final int ERROR = 0;
  private static final int DELETE_ID = 1;
  private static final int MAX_FREE = 1024;
  private static final int MAX_TEXT = 200;

  private final BoundedSocket socket;
  private final Duration answeredWithin;
  private final Clock clock;
  private final Deque<Integer> free = new ArrayDeque<>();
  private int lastId = DISPLAY;
  private int question;
  private long answerDue;

  private WaylandConnection(Path path, Duration answeredWithin, Clock clock) throws IOException {
    this.answeredWithin = answeredWithin;
    this.clock = clock;
    this.socket =
        BoundedSocket.open(
            UnixDomainSocketAddress.of(path), "the Wayland compositor", IN_BYTES, clock);
  }

  /**
   * @param answeredWithin a longer time counts as no answer
   */
  static WaylandConnection open(Path socket, Duration answeredWithin, Clock clock)
      throws IOException {
    return new WaylandConnection(socket, answeredWithin, clock);
  }

  /** A number for an object that this client is about to create: the compositor accepts no gaps. */
  int newId() {
    final Integer again = free.poll();
    if (again != null) {
      return again;
    }
    lastId++;
    return lastId;
  }

  void send(WaylandMessage.Writer request) throws IOException {
    socket.send(request.done());
  }

  int registry() throws IOException {
    final int id = newId();
    send(new WaylandMessage.Writer(DISPLAY, GET_REGISTRY).number(id));
    return id;
  }

  /** Sends a ping to the compositor; if no answer comes in time, {@link #next} throws. */
  void ask() throws IOException {
    question = newId();
    answerDue = clock.nanos() + answeredWithin.toNanos();
    send(new WaylandMessage.Writer(DISPLAY, SYNC).number(question));
  }

  /** Whether the last ping is answered, and with it all earlier requests. */
  boolean answered() {
    return question == 0;
  }

  /**
   * The next event of another object than the connection; null: none in time, or the answer to a
   * ping.
   */
  @Nullable WaylandMessage next(long withinNanos) throws IOException {
    final long deadline = clock.nanos() + withinNanos;
    while (true) {
      final WaylandMessage message = WaylandMessage.take(socket.received());
      if (message == null) {
        final boolean waits = question != 0;
        if (!socket.receive(waits ? Math.min(deadline, answerDue) : deadline)) {
          if (waits && clock.nanos() - answerDue >= 0) {
            throw new IOException(
                "the Wayland compositor did not answer within "
                    + answeredWithin.toSeconds()
                    + " s");
          }
          return null;
        }
      } else if (message.object() == DISPLAY) {
        display(message);
      } else if (message.object() == question) {
        question = 0;
        return null;
      } else {
        return message;
      }
    }
  }

  private void display(WaylandMessage message) throws IOException {
    if (message.opcode() == ERROR) {
      message.number();
      message.number();
      final String text = message.text();
      throw new IOException(
          "the Wayland compositor reports an error: "
              + text.substring(0, Math.min(MAX_TEXT, text.length())).strip());
    }
    if (message.opcode() == DELETE_ID && free.size() < MAX_FREE) {
      free.add(message.number());
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
