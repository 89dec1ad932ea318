package io.lull.platform.linux.wayland;

import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Speaks the Wayland wire protocol as the compositor does, and says what a test has it say. */
final class FakeCompositor implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final ServerSocketChannel server;
  private final Thread thread;
  private final Map<Integer, Global> globals = new LinkedHashMap<>();
  private final Map<Integer, String> objects = new HashMap<>();
  private final Map<Integer, Integer> seatNames = new HashMap<>();
  private final Map<Integer, Watched> watched = new HashMap<>();
  private @Nullable SocketChannel client;
  private int registry;
  private boolean mute;
  private String notifierAsked = "";

  /**
   * What a client has asked for at a seat.
   *
   * @param request of the notifier
   */
  record Watched(int notification, int request, int timeoutMillis) {}

  FakeCompositor(Path socket, Global... offered) throws IOException {
    for (final Global global : offered) {
      globals.put(global.name(), global);
    }
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    thread = Thread.ofVirtual().start(this::serve);
  }

  private void serve() {
    while (server.isOpen()) {
      try (SocketChannel accepted = server.accept()) {
        synchronized (this) {
          client = accepted;
          objects.clear();
          seatNames.clear();
          watched.clear();
        }
        converse(accepted);
      } catch (IOException e) {
        // The client, or the test, has ended the conversation.
        synchronized (this) {
          client = null;
        }
      }
    }
  }

  private void converse(SocketChannel from) throws IOException {
    final ByteBuffer in = ByteBuffer.allocate(1 << 16).order(ByteOrder.nativeOrder());
    while (from.read(in) >= 0) {
      in.flip();
      for (WaylandMessage m = WaylandMessage.take(in); m != null; m = WaylandMessage.take(in)) {
        requested(m);
      }
      in.compact();
    }
  }

  private synchronized void requested(WaylandMessage request) throws IOException {
    if (request.object() == 1 && request.opcode() == 1) {
      registry = request.number();
      for (final Global global : globals.values()) {
        tell(global);
      }
    } else if (request.object() == 1) {
      if (!mute) {
        final int callback = request.number();
        say(new WaylandMessage.Writer(callback, 0).number(7));
        say(new WaylandMessage.Writer(1, 1).number(callback));
      }
    } else if (request.object() == registry) {
      final int name = request.number();
      final String kind = request.text();
      final int version = request.number();
      final int id = request.number();
      objects.put(id, kind);
      if (kind.equals("wl_seat")) {
        seatNames.put(id, name);
        say(new WaylandMessage.Writer(id, 0).number(3));
      } else {
        notifierAsked = kind + " " + version;
      }
    } else if (objects.getOrDefault(request.object(), "").startsWith("ext_idle")) {
      final int id = request.number();
      final int timeout = request.number();
      watched.put(
          Objects.requireNonNull(seatNames.get(request.number())),
          new Watched(id, request.opcode(), timeout));
    } else if (objects.getOrDefault(request.object(), "").startsWith("org_kde")) {
      final int id = request.number();
      final int seat = Objects.requireNonNull(seatNames.get(request.number()));
      watched.put(seat, new Watched(id, request.opcode(), request.number()));
    }
  }

  private void tell(Global global) throws IOException {
    say(
        new WaylandMessage.Writer(registry, 0)
            .number(global.name())
            .text(global.kind())
            .number(global.version()));
  }

  synchronized void say(WaylandMessage.Writer event) throws IOException {
    final ByteBuffer bytes = event.done();
    while (bytes.hasRemaining()) {
      Objects.requireNonNull(client).write(bytes);
    }
  }

  private synchronized @Nullable Watched peek(int seat) {
    return watched.get(seat);
  }

  Watched watched(int seat) {
    return Eventually.get("seat " + seat + " is watched", SOON, () -> peek(seat));
  }

  synchronized String notifierAsked() {
    return notifierAsked;
  }

  void silent(int seat) throws IOException {
    say(new WaylandMessage.Writer(watched(seat).notification(), 0));
  }

  void resumed(int seat) throws IOException {
    say(new WaylandMessage.Writer(watched(seat).notification(), 1));
  }

  /** A client that has turned away hears of it when it comes again. */
  synchronized void add(Global global) {
    globals.put(global.name(), global);
    if (client != null) {
      try {
        tell(global);
      } catch (IOException e) {
        client = null;
      }
    }
  }

  synchronized void remove(int name) throws IOException {
    globals.remove(name);
    say(new WaylandMessage.Writer(registry, 1).number(name));
  }

  /** It reads on, but answers nothing any more. */
  synchronized void mute(boolean now) {
    mute = now;
  }

  synchronized void hangUp() throws IOException {
    Objects.requireNonNull(client).close();
  }

  @Override
  public void close() {
    try {
      server.close();
      synchronized (this) {
        if (client != null) {
          client.close();
        }
      }
      thread.join(SOON);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
