package io.lull.coordinator.web;

import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.WriteBufferWaterMark;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpDecoderConfig;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpObjectAggregator;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerCodec;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The HTTPS server for browsers: HTTP/1.1 over TLS 1.3, with every size, number and time bounded.
 * Its threads are its own, so that browsers do not hinder agents. It runs as long as the process;
 * without a certificate it refuses every connection.
 */
public final class HttpsServer implements AutoCloseable {
  static final int MAX_LINE_BYTES = 2 << 10;
  static final int MAX_HEADER_BYTES = 8 << 10;
  static final int MAX_BODY_BYTES = 4 << 10;

  private static final int MAX_PART_BYTES = 4 << 10;
  private static final int MAX_WAITING_CONNECTIONS = 64;
  private static final int CONNECTION_THREADS = 2;

  /** Of an answer that goes out while its browser does not read. */
  private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(32 << 10, 64 << 10);

  private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);

  private final EventLoopGroup accepting =
      new MultiThreadIoEventLoopGroup(
          1,
          Thread.ofPlatform().name("lull-web-accept").daemon().factory(),
          NioIoHandler.newFactory());
  private final EventLoopGroup connections =
      new MultiThreadIoEventLoopGroup(
          CONNECTION_THREADS,
          Thread.ofPlatform().name("lull-web-connections-", 1).daemon().factory(),
          NioIoHandler.newFactory());
  private final RequestExecutor executor;
  private final BrowserConnections browsers;
  private final HostPort listen;
  private volatile @Nullable SslContext tls;
  private volatile @Nullable Channel listening;

  private HttpsServer(HostPort listen, RequestHandler site, Clock clock) {
    this.executor = new RequestExecutor(site, clock);
    this.browsers = new BrowserConnections(clock);
    this.listen = listen;
  }

  /**
   * @param listen port 0 lets the system choose
   * @param site what is behind it
   * @throws IOException when the address cannot be bound
   */
  public static HttpsServer open(HostPort listen, StatusSite site, Clock clock) throws IOException {
    return opened(listen, site, clock);
  }

  static HttpsServer opened(HostPort listen, RequestHandler site, Clock clock) throws IOException {
    final InetSocketAddress socket = new InetSocketAddress(listen.host(), listen.port());
    if (socket.isUnresolved()) {
      throw new IOException("the host '" + listen.host() + "' is unknown");
    }
    final HttpsServer server = new HttpsServer(listen, site, clock);
    try {
      server.listening =
          new ServerBootstrap()
              .group(server.accepting, server.connections)
              .channel(NioServerSocketChannel.class)
              .option(ChannelOption.SO_BACKLOG, MAX_WAITING_CONNECTIONS)
              .option(ChannelOption.SO_REUSEADDR, true)
              .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
              .childHandler(server.new Pipeline())
              .bind(socket)
              .syncUninterruptibly()
              .channel();
      return server;
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    } catch (Exception e) {
      // What binding fails with comes undeclared.
      server.close();
      throw new IOException(e.getMessage(), e);
    }
  }

  /** From now on, those who connect are shown this. */
  public void certify(TlsIdentity identity) throws IOException {
    tls = identity.context();
  }

  /** Where it listens, with the port that the system chose if it did. */
  public HostPort address() {
    final Channel channel = listening;
    return channel != null && channel.localAddress() instanceof InetSocketAddress local
        ? new HostPort(listen.host(), local.getPort())
        : listen;
  }

  BrowserConnections browsers() {
    return browsers;
  }

  @Override
  public void close() {
    final Channel channel = listening;
    if (channel != null) {
      channel.close().awaitUninterruptibly(STOP_PATIENCE.toMillis());
    }
    executor.close();
    for (final EventLoopGroup group : List.of(accepting, connections)) {
      final var _ = group.shutdownGracefully(0, STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** What a connection goes through. */
  private final class Pipeline extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      final String host = channel.remoteAddress().getAddress().getHostAddress();
      final SslContext context = tls;
      if (context == null || !browsers.enters(channel, host)) {
        final var _ = channel.close();
        return;
      }
      final SslHandler handshake = context.newHandler(channel.alloc());
      handshake.setHandshakeTimeoutMillis(ConnectionDeadline.REQUEST.toMillis());
      final ConnectionDeadline deadline = new ConnectionDeadline();
      channel
          .pipeline()
          .addLast(
              handshake,
              deadline,
              new HttpServerCodec(
                  new HttpDecoderConfig()
                      .setMaxInitialLineLength(MAX_LINE_BYTES)
                      .setMaxHeaderSize(MAX_HEADER_BYTES)
                      .setMaxChunkSize(MAX_PART_BYTES)),
              new HttpObjectAggregator(MAX_BODY_BYTES),
              new HttpConnection(executor, browsers, deadline, host));
    }
  }
}
