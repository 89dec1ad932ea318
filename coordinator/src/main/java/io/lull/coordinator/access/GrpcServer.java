package io.lull.coordinator.access;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.lull.limits.ConnectionLimiter;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.LiveIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The one port of the coordinator: TLS 1.3, every caller checked, every size bounded. */
public final class GrpcServer implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = Frames.MAX_FRAME_BYTES + (64 << 10);
  private static final int MAX_METADATA_BYTES = 16 << 10;
  private static final int MAX_CALLS_PER_CONNECTION = 64;
  private static final int MAX_WAITING_CONNECTIONS = 256;

  /** A client that takes back more calls than this, in so many seconds, is cut off. */
  private static final int MAX_RESETS = 200;

  private static final int RESET_SECONDS = 10;

  /** What one call may send before somebody reads it. */
  private static final int WINDOW_BYTES = 512 << 10;

  private static final int CONNECTION_THREADS = 4;
  private static final Duration HANDSHAKE_PATIENCE = Duration.ofSeconds(10);
  private static final Duration QUICKEST_KEEPALIVE = Duration.ofSeconds(1);
  private static final Duration KEEPALIVE = Duration.ofSeconds(10);
  private static final Duration KEEPALIVE_PATIENCE = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);

  private final Server server;
  private final Threads threads;
  private final ConnectionLimiter limiter;
  private final InProcessCalls within;
  private final HostPort address;

  private GrpcServer(
      Server server,
      Threads threads,
      ConnectionLimiter limiter,
      InProcessCalls within,
      HostPort address) {
    this.server = server;
    this.threads = threads;
    this.limiter = limiter;
    this.within = within;
    this.address = address;
  }

  /** Who accepts, who reads and writes, who answers, and who looks whether anybody goes on. */
  private record Threads(
      EventLoopGroup accepting,
      EventLoopGroup connections,
      ExecutorService calls,
      ScheduledThreadPoolExecutor timer) {

    static Threads start() {
      final ScheduledThreadPoolExecutor timer =
          new ScheduledThreadPoolExecutor(
              1, Thread.ofPlatform().name("lull-patience").daemon().factory());
      timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
      return new Threads(
          new MultiThreadIoEventLoopGroup(
              1,
              Thread.ofPlatform().name("lull-accept").daemon().factory(),
              NioIoHandler.newFactory()),
          new MultiThreadIoEventLoopGroup(
              CONNECTION_THREADS,
              Thread.ofPlatform().name("lull-connections-", 1).daemon().factory(),
              NioIoHandler.newFactory()),
          Executors.newVirtualThreadPerTaskExecutor(),
          timer);
    }

    void stop() {
      timer.shutdownNow();
      calls.shutdownNow();
      for (final EventLoopGroup group : List.of(accepting, connections)) {
        final var _ = group.shutdownGracefully(0, STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /**
   * @param listen port 0 lets the system choose
   * @throws IOException when the address cannot be bound
   * @throws IllegalStateException when a service has a method that nobody may call
   */
  public static GrpcServer open(
      HostPort listen,
      LiveIdentity identity,
      List<? extends BindableService> services,
      CallerPolicy policy,
      Clock clock)
      throws IOException {
    final InetSocketAddress socket = new InetSocketAddress(listen.host(), listen.port());
    if (socket.isUnresolved()) {
      throw new IOException("the host '" + listen.host() + "' is unknown");
    }
    final List<ServerServiceDefinition> served =
        services.stream().map(BindableService::bindService).toList();
    served.forEach(Permissions::check);
    final Threads threads = Threads.start();
    final ConnectionLimiter limiter =
        new ConnectionLimiter(CallerConnections.LIMITS, new CallerConnections(policy), clock);
    final AccessControl access = new AccessControl(policy, threads.timer(), clock);
    final NettyServerBuilder builder =
        NettyServerBuilder.forAddress(socket)
            .sslContext(tls(identity))
            .executor(threads.calls())
            .bossEventLoopGroup(threads.accepting())
            .workerEventLoopGroup(threads.connections())
            .channelFactory(() -> limiter.guard(new NioServerSocketChannel()))
            .addTransportFilter(limiter)
            .addTransportFilter(new CallerFilter())
            .intercept(access)
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .maxInboundMetadataSize(MAX_METADATA_BYTES)
            .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
            .maxRstFramesPerWindow(MAX_RESETS, RESET_SECONDS)
            .flowControlWindow(WINDOW_BYTES)
            .withOption(ChannelOption.SO_BACKLOG, MAX_WAITING_CONNECTIONS)
            .handshakeTimeout(HANDSHAKE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveTime(QUICKEST_KEEPALIVE.toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveWithoutCalls(true)
            .keepAliveTime(KEEPALIVE.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(KEEPALIVE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .maxConnectionIdle(IDLE.toMillis(), TimeUnit.MILLISECONDS);
    served.forEach(builder::addService);
    try {
      final Server server = builder.build().start();
      return new GrpcServer(
          server,
          threads,
          limiter,
          new InProcessCalls(access, served),
          new HostPort(listen.host(), server.getPort()));
    } catch (IOException e) {
      threads.stop();
      throw e;
    }
  }

  /** Ends the connections of those whose caller was revoked since they connected. */
  public void closeRevoked() {
    limiter.closeRevoked();
  }

  /** Its services, for calls from within the process. */
  public InProcessCalls within() {
    return within;
  }

  /** Where it listens, with the port that the system chose if it did. */
  public HostPort address() {
    return address;
  }

  @Override
  public void close() {
    server.shutdown();
    try {
      if (!server.awaitTermination(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        server.shutdownNow();
        server.awaitTermination(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    threads.stop();
  }

  private static SslContext tls(LiveIdentity identity) throws IOException {
    return GrpcSslContexts.configure(
            io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder.forServer(
                identity.keyManager()))
        .trustManager(identity.present().authority())
        .clientAuth(ClientAuth.OPTIONAL)
        .protocols("TLSv1.3")
        .build();
  }
}
