package io.lull.coordinator.access;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The one port of the coordinator: TLS 1.3, every caller checked, every size bounded. */
public final class Door implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = Frames.MAX_FRAME_BYTES + (64 << 10);
  private static final int MAX_METADATA_BYTES = 16 << 10;
  private static final int MAX_CALLS_PER_CONNECTION = 64;
  private static final int MAX_WAITING_CONNECTIONS = 256;
  private static final Duration HANDSHAKE_PATIENCE = Duration.ofSeconds(10);
  private static final Duration QUICKEST_KEEPALIVE = Duration.ofSeconds(1);
  private static final Duration KEEPALIVE = Duration.ofSeconds(10);
  private static final Duration KEEPALIVE_PATIENCE = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);

  private final Server server;
  private final ExecutorService threads;
  private final HostPort address;

  private Door(Server server, ExecutorService threads, HostPort address) {
    this.server = server;
    this.threads = threads;
    this.address = address;
  }

  /**
   * @param listen port 0 lets the system choose
   * @throws IOException when the address cannot be bound
   */
  public static Door open(
      HostPort listen, Identity identity, List<? extends BindableService> services)
      throws IOException {
    final InetSocketAddress socket = new InetSocketAddress(listen.host(), listen.port());
    if (socket.isUnresolved()) {
      throw new IOException("the host '" + listen.host() + "' is not known");
    }
    final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    final NettyServerBuilder builder =
        NettyServerBuilder.forAddress(socket)
            .sslContext(tls(identity))
            .executor(threads)
            .intercept(new AccessControl())
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .maxInboundMetadataSize(MAX_METADATA_BYTES)
            .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
            .withOption(
                io.grpc.netty.shaded.io.netty.channel.ChannelOption.SO_BACKLOG,
                MAX_WAITING_CONNECTIONS)
            .handshakeTimeout(HANDSHAKE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveTime(QUICKEST_KEEPALIVE.toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveWithoutCalls(true)
            .keepAliveTime(KEEPALIVE.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(KEEPALIVE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .maxConnectionIdle(IDLE.toMillis(), TimeUnit.MILLISECONDS);
    services.forEach(builder::addService);
    try {
      final Server server = builder.build().start();
      return new Door(server, threads, new HostPort(listen.host(), server.getPort()));
    } catch (IOException e) {
      threads.shutdownNow();
      throw e;
    }
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
    threads.shutdownNow();
  }

  private static SslContext tls(Identity identity) throws IOException {
    return GrpcSslContexts.configure(
            io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder.forServer(
                identity.key(), identity.certificate(), identity.authority()))
        .trustManager(identity.authority())
        .clientAuth(ClientAuth.OPTIONAL)
        .protocols("TLSv1.3")
        .build();
  }
}
