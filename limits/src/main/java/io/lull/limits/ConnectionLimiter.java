package io.lull.limits;

import com.google.protobuf.ByteString;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.KnownPeer;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits connections: by address until the peer has presented a certificate, by its key from then
 * on. Unauthenticated connections are limited in time and bytes, enough to enrol. When there are
 * too many, the oldest is closed: an honest peer completes the handshake in milliseconds and so
 * always gets through. Any thread.
 */
public final class ConnectionLimiter extends ServerTransportFilter {
  /** Of a connection whose peer showed a certificate that counts here. */
  public static final Attributes.Key<KnownPeer> PEER = Attributes.Key.create("lull-peer");

  /** Why the calls of a connection are refused, all of them. */
  public static final Attributes.Key<Status> REFUSAL = Attributes.Key.create("lull-refusal");

  /** One that is refused is left open for as long as it takes to be told why. */
  private static final Duration FAREWELL = Duration.ofMillis(500);

  /**
   * A thread that serves several connections reads so much of one before it looks after the others:
   * it may all be small frames, each of which takes time.
   */
  static final int READ_BYTES = 16 << 10;

  /** Who says little takes little memory. */
  private static final int LEAST_READ_BYTES = 64;

  private static final int FIRST_READ_BYTES = 2 << 10;

  private static final Duration COMPLAINT_INTERVAL = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimiter.class);

  private final ConnectionLimits limits;
  private final ConnectionPolicy policy;
  private final Clock clock;
  private final RateLimiters<String> arrivals;
  private final Map<SocketAddress, Connection> connections = new HashMap<>();
  private final Map<String, Set<Connection>> strangers = new HashMap<>();
  private final Map<ByteString, Integer> ofKey = new HashMap<>();
  private int strangerCount;
  private long complainedNanos;

  public ConnectionLimiter(ConnectionLimits limits, ConnectionPolicy policy, Clock clock) {
    this.limits = limits;
    this.policy = policy;
    this.clock = clock;
    this.arrivals = new RateLimiters<>(limits.arrivals(), clock);
    this.complainedNanos = clock.nanos() - COMPLAINT_INTERVAL.toNanos();
  }

  /** One connection; its fields are guarded by the limiter. */
  private static final class Connection {
    private final Channel channel;
    private final String host;
    private @Nullable KnownPeer peer;

    Connection(Channel channel, String host) {
      this.channel = channel;
      this.host = host;
    }
  }

  /**
   * Has a port accept what is within the limits, and close the rest unread.
   *
   * @param listening a port that is not bound yet
   */
  public <C extends Channel> C guard(C listening) {
    listening.pipeline().addFirst(new AcceptGate());
    return listening;
  }

  /** False: it is to be closed. */
  private synchronized boolean enters(Channel channel) {
    if (!(channel.remoteAddress() instanceof InetSocketAddress remote)) {
      return false;
    }
    final String host = host(remote);
    if (connections.size() >= limits.connections()) {
      complain("there are {} connections: one of {} is closed", limits.connections(), host);
      return false;
    }
    if (!arrivals.take(host, 1)) {
      complain(
          "{} connects more often than {} times a second", host, limits.arrivals().perSecond());
      return false;
    }
    final Set<Connection> ofHost = strangers.computeIfAbsent(host, _ -> new LinkedHashSet<>());
    if (ofHost.size() >= limits.strangersOfHost()) {
      complain("over {} connections of {} show no certificate", limits.strangersOfHost(), host);
      evictFirst(ofHost);
    } else if (strangerCount >= limits.strangers()) {
      complain("over {} connections show no certificate, the last of {}", limits.strangers(), host);
      evictFirst(
          strangers.values().stream().max(Comparator.comparingInt(Set::size)).orElse(ofHost));
    }
    final Connection connection = new Connection(channel, host);
    connections.put(remote, connection);
    ofHost.add(connection);
    strangerCount++;
    channel.pipeline().addLast(new StrangersGate(connection));
    final var _ =
        channel
            .config()
            .setRecvByteBufAllocator(
                new AdaptiveRecvByteBufAllocator(LEAST_READ_BYTES, FIRST_READ_BYTES, READ_BYTES)
                    .maxMessagesPerRead(1));
    final var _ = channel.closeFuture().addListener(_ -> left(remote, connection));
    return true;
  }

  private void evictFirst(Set<Connection> some) {
    final Connection first = some.iterator().next();
    some.remove(first);
    strangerCount--;
    close(first.channel);
  }

  private synchronized void left(SocketAddress remote, Connection connection) {
    connections.remove(remote, connection);
    noStranger(connection);
    final KnownPeer peer = connection.peer;
    if (peer != null) {
      ofKey.computeIfPresent(peer.keySha256(), (_, count) -> count > 1 ? count - 1 : null);
    }
  }

  private void noStranger(Connection connection) {
    final Set<Connection> ofHost = strangers.get(connection.host);
    if (ofHost == null) {
      return;
    }
    if (ofHost.remove(connection)) {
      strangerCount--;
    }
    if (ofHost.isEmpty()) {
      strangers.remove(connection.host);
    }
  }

  /** The handshake is over. */
  @Override
  public Attributes transportReady(Attributes attributes) {
    final SocketAddress remote = attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    final Optional<KnownPeer> shown =
        Optional.ofNullable(attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION))
            .flatMap(KnownPeer::of)
            .filter(peer -> policy.connectionsOf(peer) > 0);
    if (shown.isEmpty()) {
      return attributes;
    }
    final KnownPeer peer = shown.get();
    final Attributes.Builder known = attributes.toBuilder().set(PEER, peer);
    final Optional<String> revocation = policy.revocation(peer);
    if (revocation.isPresent()) {
      known.set(REFUSAL, Status.PERMISSION_DENIED.withDescription(revocation.get()));
    }
    final boolean tooMany = recognised(remote, peer, revocation.isPresent());
    if (tooMany && revocation.isEmpty()) {
      known.set(
          REFUSAL,
          Status.RESOURCE_EXHAUSTED.withDescription(
              peer.peer().name()
                  + " has over "
                  + policy.connectionsOf(peer)
                  + " connections open: end some of the programs that use this certificate"));
    }
    return known.build();
  }

  /**
   * @return whether their key has more connections than it may have
   */
  private synchronized boolean recognised(
      @Nullable SocketAddress remote, KnownPeer peer, boolean refused) {
    final Connection connection = connections.get(remote);
    if (connection == null) {
      return true;
    }
    noStranger(connection);
    connection.peer = peer;
    final int count = ofKey.merge(peer.keySha256(), 1, Integer::sum);
    final int most = policy.connectionsOf(peer);
    if (count > 2 * most) {
      close(connection.channel);
    } else if (refused || count > most) {
      final var _ =
          connection
              .channel
              .eventLoop()
              .schedule(
                  () -> close(connection.channel), FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
    }
    return count > most;
  }

  /** Ends every connection of every revoked peer. */
  public void closeRevoked() {
    final List<Connection> open;
    synchronized (this) {
      open = connections.values().stream().filter(c -> c.peer != null).toList();
    }
    for (final Connection connection : open) {
      final KnownPeer peer = connection.peer;
      if (peer != null && policy.revocation(peer).isPresent()) {
        LOG.info("the connection of {} from {} is closed", peer.peer().name(), connection.host);
        close(connection.channel);
      }
    }
  }

  /** How many are open. */
  public synchronized int connections() {
    return connections.size();
  }

  /** How many have shown no certificate that counts. */
  public synchronized int strangers() {
    return strangerCount;
  }

  private synchronized boolean isStranger(Connection connection) {
    return connection.peer == null;
  }

  /** The address of a peer; empty when it has none of the Internet. */
  public static String host(@Nullable SocketAddress remote) {
    return remote instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : "";
  }

  /** At once: HTTP/2 itself would let its calls come to their end first. */
  private static void close(Channel channel) {
    final ChannelHandlerContext first = channel.pipeline().firstContext();
    if (channel.isRegistered() && first != null) {
      final var _ = first.close();
    } else {
      channel.unsafe().closeForcibly();
    }
  }

  /** A caller that uses up the connections must not fill the log as well. */
  private void complain(String line, Object first, Object second) {
    if (clock.nanos() - complainedNanos >= COMPLAINT_INTERVAL.toNanos()) {
      complainedNanos = clock.nanos();
      LOG.warn(line, first, second);
    }
  }

  /** Before all else that is done with a connection. */
  private final class AcceptGate extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
      if (accepted instanceof Channel channel && !enters(channel)) {
        channel.unsafe().closeForcibly();
      } else {
        context.fireChannelRead(accepted);
      }
    }
  }

  /** Before all else that is done with what a connection sends. */
  private final class StrangersGate extends ChannelInboundHandlerAdapter {
    private final Connection connection;
    private long bytes;

    StrangersGate(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
      final var _ =
          context
              .executor()
              .schedule(
                  this::closeStranger, limits.lifeOfStranger().toMillis(), TimeUnit.MILLISECONDS);
      super.channelActive(context);
    }

    private void closeStranger() {
      if (isStranger(connection)) {
        close(connection.channel);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
      if (!isStranger(connection)) {
        context.fireChannelRead(message);
        context.pipeline().remove(this);
        return;
      }
      bytes += message instanceof ByteBuf buffer ? buffer.readableBytes() : 0;
      if (bytes > limits.bytesOfStranger()) {
        ReferenceCountUtil.release(message);
        close(connection.channel);
        return;
      }
      context.fireChannelRead(message);
    }
  }
}
