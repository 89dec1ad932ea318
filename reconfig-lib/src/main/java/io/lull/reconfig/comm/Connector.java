package io.lull.reconfig.comm;

import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Makes a worker's connections, incoming and outgoing, and exchanges the identities of both ends.
 */
final class Connector implements AutoCloseable {
  /** Long, because a guest on a machine that its owner uses gets little of the processor. */
  private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final int BACKLOG = 128;

  /** So many that are not known yet are listened to at a time; one that is refused calls again. */
  private static final int MAX_CALLERS = 128;

  private static final int BUFFER_BYTES = 1 << 20;

  /** A connection whose ends know each other. */
  record Line(SocketChannel channel, Wire wire) {}

  /** Is given each line that a peer has called for, on a thread of its own. */
  @FunctionalInterface
  interface Callee {
    /**
     * Closes the line's channel in the end, unless it throws.
     *
     * @throws IOException when the line is of no use
     */
    void called(Handshake caller, Line line) throws IOException;
  }

  private final String self;
  private final InetAddress host;
  private final PeerSecurity security;
  private final Clock clock;
  private final ServerSocketChannel server;
  private final Semaphore callers = new Semaphore(MAX_CALLERS);

  Connector(String self, InetAddress host, PeerSecurity security, Clock clock) throws IOException {
    this.self = self;
    this.host = host;
    this.security = security;
    this.clock = clock;
    this.server = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0), BACKLOG);
  }

  String self() {
    return self;
  }

  InetAddress host() {
    return host;
  }

  int port() {
    return server.socket().getLocalPort();
  }

  /** Of another worker in this process, secured alike and at the same address. */
  Connector twin(String name) throws IOException {
    return new Connector(name, host, security, clock);
  }

  /** From now on peers may call. */
  void listen(Callee callee) {
    Thread.ofPlatform().daemon().name("accept").start(() -> acceptAll(callee));
  }

  /**
   * Calls a peer, on a channel that any thread may close meanwhile.
   *
   * @throws IOException when it does not answer, or is not the one that was meant
   */
  Line call(
      SocketChannel channel, Handshake introduction, InetSocketAddress peer, long deadlineNanos)
      throws IOException {
    final long deadline = Math.min(deadlineNanos, clock.nanos() + HANDSHAKE_NANOS);
    final Wire wire = connected(channel, peer, deadline);
    try (TimedConnection dialogue = new TimedConnection(channel, wire, clock, deadline)) {
      dialogue.open();
      dialogue.write(introduction.encoded());
      if (dialogue.read(Integer.BYTES).getInt() != Handshake.MAGIC) {
        throw new IOException("worker " + introduction.to() + " refused the connection");
      }
    }
    return new Line(channel, wire);
  }

  /**
   * Shakes hands with itself once and hangs up: the first handshake of a process is slow, and when
   * the first peer calls, a whole job waits for it.
   */
  void rehearse() {
    final long deadline = clock.nanos() + HANDSHAKE_NANOS;
    try (SocketChannel channel = SocketChannel.open()) {
      final Wire wire = connected(channel, new InetSocketAddress(host, port()), deadline);
      try (TimedConnection dialogue = new TimedConnection(channel, wire, clock, deadline)) {
        dialogue.open();
        dialogue.write(new Handshake(self, "", 0, Handshake.Purpose.LINK).encoded());
        dialogue.readToTheEnd();
      }
    } catch (IOException e) {
      // Hung up, as it should be; and if it failed earlier, the first peer's call will say why.
    }
  }

  private Wire connected(SocketChannel channel, InetSocketAddress address, long deadlineNanos)
      throws IOException {
    prepare(channel);
    final long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - clock.nanos());
    channel.socket().connect(address, Math.toIntExact(Math.max(1, millis)));
    channel.configureBlocking(false);
    return security.wire(channel, false);
  }

  private void acceptAll(Callee callee) {
    while (true) {
      try {
        final SocketChannel channel = server.accept();
        if (callers.tryAcquire()) {
          Thread.ofPlatform().daemon().name("called").start(() -> accept(channel, callee));
        } else {
          channel.close();
        }
      } catch (IOException e) {
        return;
      }
    }
  }

  private void accept(SocketChannel channel, Callee callee) {
    final long deadline = clock.nanos() + HANDSHAKE_NANOS;
    boolean known = false;
    try {
      prepare(channel);
      channel.configureBlocking(false);
      final Wire wire = security.wire(channel, true);
      final Handshake caller;
      try (TimedConnection dialogue = new TimedConnection(channel, wire, clock, deadline)) {
        dialogue.open();
        caller = Handshake.read(dialogue);
        if (!caller.to().equals(self)) {
          throw new IOException("meant for another worker");
        }
        dialogue.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, Handshake.MAGIC));
      }
      callers.release();
      known = true;
      callee.called(caller, new Line(channel, wire));
    } catch (IOException e) {
      try {
        channel.close();
      } catch (IOException alsoFailed) {
        // nobody is on the other side
      }
    } finally {
      if (!known) {
        callers.release();
      }
    }
  }

  private static void prepare(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // no longer accepts, which is what is wanted
    }
  }
}
