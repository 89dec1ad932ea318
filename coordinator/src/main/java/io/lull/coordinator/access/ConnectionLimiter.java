package io.lull.coordinator.access;

import com.google.protobuf.ByteString;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
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
 * Limits connections: by address until the caller has presented a certificate, by its key from then
 * on. Unauthenticated connections are limited in time and bytes, enough to enrol. When there are
 * too many, the oldest is closed: an honest caller completes the handshake in milliseconds and so
 * always gets through. Any thread.
 */
final class ConnectionLimiter extends ServerTransportFilter {
  /** Three for each of five thousand workstations. */
  static final int MAX_CONNECTIONS = 16_384;

  static final int MAX_STRANGERS = 512;
  static final int MAX_STRANGERS_OF_HOST = 64;
  static final int MAX_BYTES_OF_STRANGER = 64 << 10;
  static final Duration LIFE_OF_STRANGER = Duration.ofSeconds(20);
  static final int MAX_OF_PERSON = 128;
  static final int MAX_OF_NODE = 16;

  /** Of connections from one address. */
  static final Rate ARRIVALS = new Rate(400, 50);

  /** One that is refused is left open for as long as it takes to be told why. */
  private static final Duration FAREWELL = Duration.ofMillis(500);

  private static final Duration COMPLAINT_INTERVAL = Duration.ofMinutes(1);

  /** Why the calls of a connection are refused, all of them. */
  static final Attributes.Key<Status> REFUSAL = Attributes.Key.create("lull-refusal");

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimiter.class);

  private final CallerPolicy policy;
  private final Clock clock;
  private final RateLimiters<String> arrivals;
  private final Map<SocketAddress, Connection> connections = new HashMap<>();
  private final Map<String, Set<Connection>> strangers = new HashMap<>();
  private final Map<ByteString, Integer> ofKey = new HashMap<>();
  private int strangerCount;
  private long complainedNanos;

  ConnectionLimiter(CallerPolicy policy, Clock clock) {
    this.policy = policy;
    this.clock = clock;
    this.arrivals = new RateLimiters<>(ARRIVALS, clock);
    this.complainedNanos = clock.nanos() - COMPLAINT_INTERVAL.toNanos();
  }

  /** One connection; its fields are guarded by the limiter. */
  private static final class Connection {
    private final Channel channel;
    private final String host;
    private @Nullable Caller caller;

    Connection(Channel channel, String host) {
      this.channel = channel;
      this.host = host;
    }
  }

  /** False: it is to be closed. */
  synchronized boolean enters(Channel channel) {
    if (!(channel.remoteAddress() instanceof InetSocketAddress remote)) {
      return false;
    }
    final String host = host(remote);
    if (connections.size() >= MAX_CONNECTIONS) {
      complain("there are {} connections: one of {} is closed", MAX_CONNECTIONS, host);
      return false;
    }
    if (!arrivals.take(host, 1)) {
      complain("{} connects more often than {} times a second", host, ARRIVALS.perSecond());
      return false;
    }
    final Set<Connection> ofHost = strangers.computeIfAbsent(host, _ -> new LinkedHashSet<>());
    if (ofHost.size() >= MAX_STRANGERS_OF_HOST) {
      complain("over {} connections of {} show no certificate", MAX_STRANGERS_OF_HOST, host);
      evictFirst(ofHost);
    } else if (strangerCount >= MAX_STRANGERS) {
      complain("over {} connections show no certificate, the last of {}", MAX_STRANGERS, host);
      evictFirst(
          strangers.values().stream().max(Comparator.comparingInt(Set::size)).orElse(ofHost));
    }
    final Connection connection = new Connection(channel, host);
    connections.put(remote, connection);
    ofHost.add(connection);
    strangerCount++;
    channel.pipeline().addLast(new StrangersGate(connection));
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
    final Caller caller = connection.caller;
    if (caller != null) {
      ofKey.computeIfPresent(caller.keySha256(), (_, count) -> count > 1 ? count - 1 : null);
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
    final Optional<Caller> shown =
        Optional.ofNullable(attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION))
            .flatMap(session -> CallerContext.of(session, host(remote)));
    if (shown.isEmpty()) {
      return attributes;
    }
    final Caller caller = shown.get();
    final Attributes.Builder known =
        attributes.toBuilder().set(CallerContext.OF_CONNECTION, caller);
    final Optional<String> revocation = policy.revocation(caller);
    if (revocation.isPresent()) {
      known.set(REFUSAL, Status.PERMISSION_DENIED.withDescription(revocation.get()));
    }
    final boolean tooMany = recognised(remote, caller, revocation.isPresent());
    if (tooMany && revocation.isEmpty()) {
      known.set(
          REFUSAL,
          Status.RESOURCE_EXHAUSTED.withDescription(
              caller.name()
                  + " has over "
                  + most(caller.role())
                  + " connections open: end some of the programs that use this certificate"));
    }
    return known.build();
  }

  /**
   * @return whether their key has more connections than it may have
   */
  private synchronized boolean recognised(
      @Nullable SocketAddress remote, Caller caller, boolean refused) {
    final Connection connection = connections.get(remote);
    if (connection == null) {
      return true;
    }
    noStranger(connection);
    connection.caller = caller;
    final int count = ofKey.merge(caller.keySha256(), 1, Integer::sum);
    final int most = most(caller.role());
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

  /** Ends every connection of every revoked caller. */
  void closeRevoked() {
    final List<Connection> open;
    synchronized (this) {
      open = connections.values().stream().filter(c -> c.caller != null).toList();
    }
    for (final Connection connection : open) {
      final Caller caller = connection.caller;
      if (caller != null && policy.revocation(caller).isPresent()) {
        LOG.info("the connection of {} from {} is closed", caller, connection.host);
        close(connection.channel);
      }
    }
  }

  synchronized int connections() {
    return connections.size();
  }

  synchronized int strangers() {
    return strangerCount;
  }

  private synchronized boolean isStranger(Connection connection) {
    return connection.caller == null;
  }

  private static int most(Role role) {
    return role == Role.NODE ? MAX_OF_NODE : MAX_OF_PERSON;
  }

  static String host(@Nullable SocketAddress remote) {
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
              .schedule(this::closeStranger, LIFE_OF_STRANGER.toMillis(), TimeUnit.MILLISECONDS);
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
      if (bytes > MAX_BYTES_OF_STRANGER) {
        ReferenceCountUtil.release(message);
        close(connection.channel);
        return;
      }
      context.fireChannelRead(message);
    }
  }
}
