package io.lull.reconfig.comm;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Throttle;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * This worker's connections, one to each peer, made once and used through all epochs that both are
 * in. Of two workers the one whose name comes first connects. After a failure every link is made
 * anew, so that nothing of the broken epoch is left in it.
 */
public final class Links implements AutoCloseable {
  private static final int MAGIC = 0x4c554c4c;

  /** Long, because a guest on a machine that its owner uses gets little of the processor. */
  private static final int HANDSHAKE_MILLIS = 20_000;

  private static final int BACKLOG = 128;
  private static final int BUFFER_BYTES = 1 << 20;

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
  private final ServerSocket server;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Link> links = new HashMap<>();
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
    this.server = new ServerSocket(0, BACKLOG, host);
    Thread.ofPlatform().daemon().name("accept").start(this::acceptAll);
  }

  public int port() {
    return server.getLocalPort();
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
   * the first peer calls, a whole job waits for it.
   */
  public void rehearse() {
    try (Socket raw = new Socket()) {
      prepare(raw);
      raw.connect(server.getLocalSocketAddress(), HANDSHAKE_MILLIS);
      raw.setSoTimeout(HANDSHAKE_MILLIS);
      final Socket socket = security.protect(raw, false);
      final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      introduce(out, "", 0);
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      // Hung up, as it should be; and if it failed earlier, the first peer's call will say why.
    }
  }

  private void introduce(DataOutputStream out, String peer, long epoch) throws IOException {
    out.writeInt(MAGIC);
    out.writeUTF(self);
    out.writeUTF(peer);
    out.writeLong(epoch);
    out.flush();
  }

  /**
   * The link to a peer, made if there is none.
   *
   * @param sinceEpoch older links will not do
   * @param deadlineNanos of the clock
   * @throws IOException when it cannot be had in time
   */
  public Link to(String peer, String host, int port, long sinceEpoch, long deadlineNanos)
      throws IOException, InterruptedException {
    final @Nullable Link present = present(peer, sinceEpoch);
    if (present != null) {
      return present;
    }
    if (self.compareTo(peer) < 0) {
      return connect(peer, host, port, sinceEpoch, deadlineNanos);
    }
    lock.lock();
    try {
      while (true) {
        final @Nullable Link link = links.get(peer);
        if (link != null && link.madeInEpoch() >= sinceEpoch) {
          return link;
        }
        final long left = deadlineNanos - clock.nanos();
        if (left <= 0 || closed) {
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

  private Link connect(String peer, String host, int port, long epoch, long deadlineNanos)
      throws IOException {
    final int millis =
        Math.clamp(
            TimeUnit.NANOSECONDS.toMillis(deadlineNanos - clock.nanos()), 1, HANDSHAKE_MILLIS);
    final Socket raw = new Socket();
    boolean done = false;
    try {
      prepare(raw);
      raw.connect(new InetSocketAddress(host, port), millis);
      raw.setSoTimeout(HANDSHAKE_MILLIS);
      final Socket socket = security.protect(raw, false);
      final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      introduce(out, peer, epoch);
      if (new DataInputStream(socket.getInputStream()).readInt() != MAGIC) {
        throw new IOException(
            "worker " + peer + " at " + host + ":" + port + " refused the connection");
      }
      raw.setSoTimeout(0);
      final Link link = new Link(peer, epoch, raw, socket, throttle);
      add(link);
      done = true;
      return link;
    } finally {
      if (!done) {
        raw.close();
      }
    }
  }

  private void acceptAll() {
    while (true) {
      try {
        final Socket raw = server.accept();
        Thread.ofVirtual().name("handshake").start(() -> accept(raw));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void accept(Socket raw) {
    try {
      prepare(raw);
      raw.setSoTimeout(HANDSHAKE_MILLIS);
      final Socket socket = security.protect(raw, true);
      final DataInputStream in = new DataInputStream(socket.getInputStream());
      if (in.readInt() != MAGIC) {
        throw new IOException("not a worker");
      }
      final String peer = in.readUTF();
      if (!in.readUTF().equals(self)) {
        throw new IOException("meant for another worker");
      }
      final Link link = new Link(peer, in.readLong(), raw, socket, throttle);
      final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(MAGIC);
      out.flush();
      raw.setSoTimeout(0);
      add(link);
    } catch (IOException e) {
      try {
        raw.close();
      } catch (IOException alsoFailed) {
        // nobody is on the other side
      }
    }
  }

  private static void prepare(Socket raw) throws IOException {
    raw.setTcpNoDelay(true);
    raw.setSendBufferSize(BUFFER_BYTES);
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
    Thread.ofPlatform().daemon().name("from " + link.peer()).start(() -> read(link));
  }

  private void read(Link link) {
    String why = "the connection ended";
    try {
      link.read(sink);
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
      links.values().forEach(link -> link.mailbox().wake());
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
