package io.lull.agent.network;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.lull.limits.ConnectionLimiter;
import io.lull.protocol.transport.HostPort;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One thread that carries connections: one for those that the agent makes, one for those that it
 * accepts, so that whoever connects cannot hold up the coordinator's orders. It sleeps while idle:
 * gRPC's default threads are several, and each wakes the machine once a second.
 */
public final class EventLoop implements AutoCloseable {
  private static final long END_WITHIN_SECONDS = 2;
  private static final int MAX_WAITING_CONNECTIONS = 256;
  private static final int MAX_CALLS_PER_CONNECTION = 64;
  private static final int MAX_METADATA_BYTES = 16 << 10;

  /** A client that takes back more calls than this, in so many seconds, is cut off. */
  private static final int MAX_RESETS = 200;

  private static final int RESET_SECONDS = 10;
  private static final Duration HANDSHAKE_PATIENCE = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofMinutes(10);

  private final EventLoopGroup group;
  private final Class<? extends Channel> outgoing;
  private final Supplier<ServerChannel> listening;
  private final ScheduledFuture<?> wakeUp;

  private EventLoop(
      String thread,
      IoHandlerFactory readiness,
      Class<? extends Channel> outgoing,
      Supplier<ServerChannel> listening) {
    this.group =
        new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(thread, true), readiness);
    this.outgoing = outgoing;
    this.listening = listening;
    // A Netty loop without scheduled tasks wakes up every second.
    wakeUp = group.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS);
  }

  /**
   * @param thread its name
   */
  public static EventLoop start(String thread) {
    return Epoll.isAvailable()
        ? new EventLoop(
            thread,
            EpollIoHandler.newFactory(),
            EpollSocketChannel.class,
            EpollServerSocketChannel::new)
        : new EventLoop(
            thread, NioIoHandler.newFactory(), NioSocketChannel.class, NioServerSocketChannel::new);
  }

  /** A channel that the caller closes. */
  public ManagedChannelBuilder<?> dial(HostPort address, ChannelCredentials credentials) {
    return NettyChannelBuilder.forAddress(address.host(), address.port(), credentials)
        .eventLoopGroup(group)
        .channelType(outgoing);
  }

  /**
   * @param port 0: the system chooses
   * @param limiter of those who connect
   */
  public ServerBuilder<?> listen(
      int port, ServerCredentials credentials, ConnectionLimiter limiter) {
    return NettyServerBuilder.forPort(port, credentials)
        .bossEventLoopGroup(group)
        .workerEventLoopGroup(group)
        .channelFactory(() -> limiter.guard(listening.get()))
        .addTransportFilter(limiter)
        .withOption(ChannelOption.SO_BACKLOG, MAX_WAITING_CONNECTIONS)
        .handshakeTimeout(HANDSHAKE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
        .maxInboundMetadataSize(MAX_METADATA_BYTES)
        .maxRstFramesPerWindow(MAX_RESETS, RESET_SECONDS)
        .maxConnectionIdle(IDLE.toMillis(), TimeUnit.MILLISECONDS);
  }

  EventLoopGroup group() {
    return group;
  }

  /** Call this after all its channels have ended. */
  @Override
  public void close() {
    wakeUp.cancel(false);
    group
        .shutdownGracefully(0, END_WITHIN_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(END_WITHIN_SECONDS, TimeUnit.SECONDS);
  }
}
