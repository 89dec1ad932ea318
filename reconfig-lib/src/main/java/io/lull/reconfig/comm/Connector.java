package io.lull.reconfig.comm;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.network.WorkerNetwork;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Makes a worker's connections, incoming and outgoing, and exchanges the identities of both ends.
 */
final class Connector implements AutoCloseable {
  /** Long, because a guest on a machine that its owner uses gets little of the processor. */
  private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(20);

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
  private final WorkerNetwork network;
  private final PeerSecurity security;
  private final Clock clock;
  private final WorkerNetwork.Listener listener;
  private final Semaphore callers = new Semaphore(MAX_CALLERS);

  Connector(String self, WorkerNetwork network, PeerSecurity security, Clock clock)
      throws IOException {
    this.self = self;
    this.network = network;
    this.security = security;
    this.clock = clock;
    this.listener = network.listen();
  }

  String self() {
    return self;
  }

  String host() {
    return network.host();
  }

  int port() {
    return listener.port();
  }

  /** Of another worker in this process, secured alike. */
  Connector twin(String name) throws IOException {
    return new Connector(name, network.withinProcess(), security, clock);
  }

  /** A call that any thread may break off. */
  WorkerNetwork.Call begin() {
    return network.call();
  }

  /** From now on peers may call. */
  void listen(Callee callee) {
    Thread.ofPlatform().daemon().name("accept").start(() -> acceptAll(callee));
  }

  /**
   * Makes a call to a peer.
   *
   * @return a line that ends with the call
   * @throws IOException when it does not answer, or is not the one that was meant
   */
  Line call(
      WorkerNetwork.Call call, Handshake introduction, String host, int port, long deadlineNanos)
      throws IOException {
    final long deadline = Math.min(deadlineNanos, clock.nanos() + HANDSHAKE_NANOS);
    final SocketChannel channel = connected(call, host, port, deadline);
    final Wire wire = security.wire(channel, false);
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
    try (WorkerNetwork.Call call = begin()) {
      final SocketChannel channel = connected(call, host(), port(), deadline);
      final Wire wire = security.wire(channel, false);
      try (TimedConnection dialogue = new TimedConnection(channel, wire, clock, deadline)) {
        dialogue.open();
        dialogue.write(new Handshake(self, "", 0, Handshake.Purpose.LINK).encoded());
        dialogue.readToTheEnd();
      }
    } catch (IOException e) {
      // Hung up, as it should be; and if it failed earlier, the first peer's call will say why.
    }
  }

  private SocketChannel connected(
      WorkerNetwork.Call call, String host, int port, long deadlineNanos) throws IOException {
    final SocketChannel channel =
        call.connect(host, port, Duration.ofNanos(deadlineNanos - clock.nanos()));
    prepare(channel);
    return channel;
  }

  private void acceptAll(Callee callee) {
    while (true) {
      try {
        final SocketChannel channel = listener.channel().accept();
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
    channel.configureBlocking(false);
  }

  @Override
  public void close() {
    try {
      listener.channel().close();
    } catch (IOException e) {
      // no longer accepts, which is what is wanted
    }
  }
}
