package io.lull.reconfig.comm;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Throttle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * This worker's connections, one to each peer, made once and used through all epochs that both are
 * in. Of two workers the one whose name comes first connects. After a failure every link is made
 * anew, so that nothing of the broken epoch is left in it.
 */
public final class Links implements AutoCloseable {
  /** Long, because a guest on a machine that its owner uses gets little of the processor. */
  private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final int BACKLOG = 128;

  /** So many callers are listened to at a time; one that is refused calls again. */
  private static final int MAX_HANDSHAKES = 128;

  private static final int BUFFER_BYTES = 1 << 20;

  /**
   * How long a peer is waited for.
   *
   * @param deadlineNanos of the clock
   * @param over whether there is no reason to wait any more; looked at again at each {@link
   *     #breakOff}
   */
  public record Patience(long deadlineNanos, BooleanSupplier over) {
    public static Patience until(long deadlineNanos) {
      return new Patience(deadlineNanos, () -> false);
    }
  }

  /** Is told when a link ends that this worker did not close. */
  public interface LossListener {
    void lost(String peer, long linkEpoch, String why);
  }

  private final String self;
  private final PeerSecurity security;
  private final ChangeSink sink;
  private final LossListener losses;
  private final Clock clock;
  private final Throttle throttle;
  private final ServerSocketChannel server;
  private final int port;
  private final Semaphore handshakes = new Semaphore(MAX_HANDSHAKES);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Link> links = new HashMap<>();

  /** Whose peers have not answered yet; guarded by the lock, like the links. */
  private final Set<SocketChannel> calls = new HashSet<>();

  private boolean closed;

  public Links(
      String self,
      InetAddress host,
      PeerSecurity security,
      ChangeSink sink,
      LossListener losses,
      Clock clock)
      throws IOException {
    this.self = self;
    this.security = security;
    this.sink = sink;
    this.losses = losses;
    this.clock = clock;
    this.throttle = new Throttle(clock);
    this.server = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0), BACKLOG);
    this.port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    Thread.ofPlatform().daemon().name("accept").start(this::acceptAll);
  }

  public int port() {
    return port;
  }

  /**
   * From now on all links together carry at most so much, in both directions together; whoever
   * sends or reads beyond it waits. Frames count, TLS and what is below it do not.
   *
   * @param bytesPerSecond 0: without limit
   */
  public void allow(long bytesPerSecond) {
    throttle.limit(bytesPerSecond == 0 ? Throttle.UNLIMITED : bytesPerSecond);
  }

  /**
   * Shakes hands with itself once and hangs up: the first handshake of a process is slow, and when
   * the first peer calls, a whole job waits for it. Then, beside whatever goes on, encrypts enough
   * for that to be fast when the first owner comes back.
   */
  public void rehearse() {
    final long deadline = clock.nanos() + HANDSHAKE_NANOS;
    try (SocketChannel channel = SocketChannel.open()) {
      final Wire wire = call(channel, (InetSocketAddress) server.getLocalAddress(), deadline);
      try (Opening opening = new Opening(channel, wire, clock, deadline)) {
        opening.open();
        opening.write(new Introduction(self, "", 0).encoded());
        opening.readToTheEnd();
      }
    } catch (IOException e) {
      // Hung up, as it should be; and if it failed earlier, the first peer's call will say why.
    }
    if (security.encrypts()) {
      Thread.ofPlatform()
          .daemon()
          .name("rehearsal of encryption")
          .start(() -> Rehearsal.run(security));
    }
  }

  /**
   * The link to a peer, made if there is none.
   *
   * @param sinceEpoch older links will not do
   * @throws IOException when it cannot be had in time
   */
  public Link to(String peer, String host, int port, long sinceEpoch, Patience patience)
      throws IOException, InterruptedException {
    final @Nullable Link present = present(peer, sinceEpoch);
    if (present != null) {
      return present;
    }
    if (self.compareTo(peer) < 0) {
      return connect(peer, host, port, sinceEpoch, patience);
    }
    lock.lock();
    try {
      while (true) {
        final @Nullable Link link = links.get(peer);
        if (link != null && link.madeInEpoch() >= sinceEpoch) {
          return link;
        }
        final long left = patience.deadlineNanos() - clock.nanos();
        if (left <= 0 || closed || patience.over().getAsBoolean()) {
          throw new IOException("worker " + peer + " did not connect in time");
        }
        changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Link present(String peer, long sinceEpoch) {
    lock.lock();
    try {
      final @Nullable Link link = links.get(peer);
      return link != null && link.madeInEpoch() >= sinceEpoch ? link : null;
    } finally {
      lock.unlock();
    }
  }

  private Link connect(String peer, String host, int port, long epoch, Patience patience)
      throws IOException {
    final SocketChannel channel = SocketChannel.open();
    boolean done = false;
    try {
      begin(channel, patience);
      final long deadline = Math.min(patience.deadlineNanos(), clock.nanos() + HANDSHAKE_NANOS);
      final Wire wire = call(channel, new InetSocketAddress(host, port), deadline);
      try (Opening opening = new Opening(channel, wire, clock, deadline)) {
        opening.open();
        opening.write(new Introduction(self, peer, epoch).encoded());
        if (opening.read(Integer.BYTES).getInt() != Introduction.MAGIC) {
          throw new IOException(
              "worker " + peer + " at " + host + ":" + port + " refused the connection");
        }
      }
      final Link link = new Link(peer, epoch, channel, wire, throttle, clock);
      add(link);
      done = true;
      return link;
    } finally {
      lock.lock();
      try {
        calls.remove(channel);
      } finally {
        lock.unlock();
      }
      if (!done) {
        channel.close();
      }
    }
  }

  private void begin(SocketChannel call, Patience patience) throws IOException {
    lock.lock();
    try {
      if (patience.over().getAsBoolean()) {
        throw new IOException("the change is over");
      }
      calls.add(call);
    } finally {
      lock.unlock();
    }
  }

  /** Whoever waits for a peer that has not answered yet looks whether it still should. */
  public void breakOff() {
    lock.lock();
    try {
      for (final SocketChannel call : calls) {
        call.close();
      }
      changed.signalAll();
    } catch (IOException e) {
      // What cannot even be closed ends with its deadline.
    } finally {
      lock.unlock();
    }
  }

  private Wire call(SocketChannel channel, InetSocketAddress address, long deadlineNanos)
      throws IOException {
    prepare(channel);
    final long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - clock.nanos());
    channel.socket().connect(address, Math.toIntExact(Math.max(1, millis)));
    channel.configureBlocking(false);
    return security.wire(channel, false);
  }

  private void acceptAll() {
    while (true) {
      try {
        final SocketChannel channel = server.accept();
        if (handshakes.tryAcquire()) {
          Thread.ofPlatform().daemon().name("handshake").start(() -> accept(channel));
        } else {
          channel.close();
        }
      } catch (IOException e) {
        return;
      }
    }
  }

  private void accept(SocketChannel channel) {
    final long deadline = clock.nanos() + HANDSHAKE_NANOS;
    try {
      prepare(channel);
      channel.configureBlocking(false);
      final Wire wire = security.wire(channel, true);
      final Introduction caller;
      try (Opening opening = new Opening(channel, wire, clock, deadline)) {
        opening.open();
        caller = Introduction.read(opening);
        if (!caller.to().equals(self)) {
          throw new IOException("meant for another worker");
        }
        opening.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, Introduction.MAGIC));
      }
      add(new Link(caller.from(), caller.epoch(), channel, wire, throttle, clock));
    } catch (IOException e) {
      try {
        channel.close();
      } catch (IOException alsoFailed) {
        // nobody is on the other side
      }
    } finally {
      handshakes.release();
    }
  }

  private static void prepare(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
  }

  private void add(Link link) {
    final @Nullable Link before;
    lock.lock();
    try {
      if (closed) {
        link.close();
        return;
      }
      before = links.put(link.peer(), link);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (before != null) {
      before.close();
    }
    Thread.ofPlatform().daemon().name("from " + link.peer()).start(() -> watch(link));
  }

  private void watch(Link link) {
    String why = "the connection ended";
    try {
      link.watch(sink);
    } catch (IOException | IllegalArgumentException e) {
      why = "the connection ended: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    final boolean known;
    lock.lock();
    try {
      known = links.remove(link.peer(), link);
    } finally {
      lock.unlock();
    }
    link.close();
    if (known) {
      losses.lost(link.peer(), link.madeInEpoch(), why);
    }
  }

  /** Wakes the program's thread wherever it waits for a frame, so that it looks at its reason. */
  public void wakeAll() {
    lock.lock();
    try {
      links.values().forEach(Link::wake);
    } finally {
      lock.unlock();
    }
  }

  /** Ends all links but those to these peers. */
  public void keepOnly(Set<String> peers) {
    closeIf(link -> !peers.contains(link.peer()));
  }

  /** Ends all links made before this epoch, also under a thread that is stuck in one. */
  public void closeOlderThan(long epoch) {
    closeIf(link -> link.madeInEpoch() < epoch);
  }

  private void closeIf(java.util.function.Predicate<Link> condition) {
    final List<Link> ended;
    lock.lock();
    try {
      ended = links.values().stream().filter(condition).toList();
      ended.forEach(link -> links.remove(link.peer()));
    } finally {
      lock.unlock();
    }
    ended.forEach(Link::close);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    closeIf(link -> true);
    try {
      server.close();
    } catch (IOException e) {
      // no longer accepts, which is what is wanted
    }
  }
}
