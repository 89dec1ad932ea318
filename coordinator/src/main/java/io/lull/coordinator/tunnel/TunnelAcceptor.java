package io.lull.coordinator.tunnel;

import io.lull.limits.Rate;
import io.lull.limits.RateLimiters;
import io.lull.protocol.time.Clock;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The port that other members connect to: a TLS handshake, then a tunnel for members. */
final class TunnelAcceptor implements AutoCloseable {
  /** From the first byte to the last of the handshake and of the greeting. */
  static final Duration HANDSHAKE_PATIENCE = Duration.ofSeconds(5);

  /** Links at a time; memory has one or two to each member. */
  static final int MAX_LINKS = 64;

  /** Of connections from one address. */
  static final Rate ARRIVALS = new Rate(40, 10);

  /** A member that has just started has its memory soon. */
  private static final Duration MEMORY_PATIENCE = Duration.ofSeconds(3);

  /** The accepting thread only has to wake up. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  private static final int MAX_UNACCEPTED = 32;
  private static final Duration COMPLAINT_INTERVAL = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger(TunnelAcceptor.class);

  private final ServerSocket server;
  private final Thread accepting;
  private final Clock clock;
  private final SocketDeadlines deadlines;
  private final RateLimiters<InetAddress> arrivals;
  private final PendingHandshakes pending = new PendingHandshakes();
  private final Semaphore places = new Semaphore(MAX_LINKS);
  private final Set<TunnelConnection> links = ConcurrentHashMap.newKeySet();

  /** Ports of this member's own connections to its memory. */
  private final Set<Integer> ways = ConcurrentHashMap.newKeySet();

  private final CompletableFuture<Integer> memory = new CompletableFuture<>();
  private final AtomicLong refused = new AtomicLong();
  private volatile @Nullable MemberIdentity identity;
  private volatile boolean closed;
  private final Map<Level, Long> complainedNanos = new EnumMap<>(Level.class);

  private TunnelAcceptor(ServerSocket server, Clock clock, SocketDeadlines deadlines) {
    this.server = server;
    this.accepting = Thread.ofVirtual().name("lull-members-accept").unstarted(this::accept);
    this.clock = clock;
    this.deadlines = deadlines;
    this.arrivals = new RateLimiters<>(ARRIVALS, clock);
  }

  /** Listens, and lets nobody in yet. */
  static TunnelAcceptor open(InetSocketAddress listen, Clock clock, SocketDeadlines deadlines)
      throws IOException {
    final ServerSocket server = new ServerSocket();
    try {
      server.bind(listen, MAX_UNACCEPTED);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    final TunnelAcceptor acceptor = new TunnelAcceptor(server, clock, deadlines);
    acceptor.accepting.start();
    return acceptor;
  }

  int port() {
    return server.getLocalPort();
  }

  /** From now on members are accepted. */
  void admit(MemberIdentity shown) {
    identity = shown;
  }

  /**
   * @param port of this member's memory, on the loopback
   */
  void serve(int port) {
    memory.complete(port);
  }

  /** Whether a connection to the memory, from this port of the loopback, is a member's. */
  boolean isWay(int port) {
    return ways.contains(port);
  }

  /** Connections that did not come to anything. */
  long refused() {
    return refused.get();
  }

  int pending() {
    return pending.count();
  }

  private void accept() {
    while (!closed) {
      try {
        final Socket socket = server.accept();
        final MemberIdentity shown = identity;
        if (shown == null || !arrivals.take(socket.getInetAddress(), 1)) {
          refused.incrementAndGet();
          SocketDeadlines.closeQuietly(socket);
        } else {
          pending.enters(socket);
          Thread.ofVirtual().name("lull-members-in").start(() -> receive(socket, shown));
        }
      } catch (IOException e) {
        if (!closed) {
          complain(Level.WARN, "a member's connection could not be accepted{}: {}", "", e);
        }
      }
    }
  }

  private void receive(Socket plain, MemberIdentity shown) {
    SSLSocket far = null;
    TunnelRequest request = null;
    try (SocketDeadlines.Deadline _ = deadlines.after(HANDSHAKE_PATIENCE, plain)) {
      final SSLSocket socket = shown.accepting(plain);
      socket.startHandshake();
      LOG.debug("{} connects", MemberIdentity.other(socket));
      request = TunnelRequest.hear(socket.getInputStream());
      far = socket;
    } catch (IOException e) {
      refused.incrementAndGet();
      final String from = plain.getInetAddress().getHostAddress();
      if (brokeOff(e)) {
        complain(
            Level.INFO, "{} began to connect as another coordinator and broke off: {}", from, e);
      } else {
        complain(
            Level.WARN, "{} wanted to connect as another coordinator and was refused: {}", from, e);
      }
    } finally {
      pending.leaves(plain);
    }
    try {
      if (far != null && request != null) {
        grant(request, far, plain, shown.self());
      }
    } catch (IOException e) {
      LOG.debug("Refused a member's request", e);
    } finally {
      SocketDeadlines.closeQuietly(plain);
    }
  }

  private void grant(TunnelRequest request, SSLSocket far, Socket plain, MemberId self)
      throws IOException {
    if (request.wish() == TunnelRequest.Wish.ASK) {
      TunnelRequest.welcome(far.getOutputStream());
      return;
    }
    if (request.whom() != self.number()) {
      throw new IOException("the request is for an earlier member at this address");
    }
    if (!places.tryAcquire()) {
      throw new IOException("there are " + MAX_LINKS + " links already");
    }
    try {
      linkToMemory(far, plain);
    } finally {
      places.release();
    }
  }

  private void linkToMemory(SSLSocket far, Socket plain) throws IOException {
    final int port = awaitMemory();
    try (Socket near = new Socket()) {
      final InetAddress loopback = Loopback.ADDRESS;
      near.bind(new InetSocketAddress(loopback, 0));
      final int way = near.getLocalPort();
      ways.add(way);
      final TunnelConnection link = new TunnelConnection(near, far, plain);
      links.add(link);
      try {
        if (closed) {
          return;
        }
        near.connect(new InetSocketAddress(loopback, port), (int) HANDSHAKE_PATIENCE.toMillis());
        TunnelRequest.welcome(far.getOutputStream());
        link.carry();
      } finally {
        ways.remove(way);
        links.remove(link);
      }
    }
  }

  private int awaitMemory() throws IOException {
    try {
      return memory.get(MEMORY_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("this member has not started its cluster yet", e);
    }
  }

  /** Refused callers must not fill the log. */
  private synchronized void complain(Level level, String line, String from, IOException why) {
    final long now = clock.nanos();
    final Long before = complainedNanos.get(level);
    if (before == null || now - before >= COMPLAINT_INTERVAL.toNanos()) {
      complainedNanos.put(level, now);
      LOG.atLevel(level).log(line, from, why.getMessage());
    }
  }

  /** It went away, or was cut off when its time was over: nobody refused it. */
  private static boolean brokeOff(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof EOFException || cause instanceof SocketException) {
        return true;
      }
    }
    return false;
  }

  /** Once this returns, the port is free: the next tunnel of this process may listen on it. */
  @Override
  public void close() throws IOException {
    closed = true;
    server.close();
    pending.closeAll();
    links.forEach(TunnelConnection::cut);
    awaitPortFree();
  }

  /** A socket that a thread accepts from is closed for the system when that thread has woken up. */
  private void awaitPortFree() {
    try {
      if (!accepting.join(STOP_PATIENCE)) {
        LOG.warn("port {} is not free yet", server.getLocalPort());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
