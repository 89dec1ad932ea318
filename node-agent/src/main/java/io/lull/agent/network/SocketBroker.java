package io.lull.agent.network;

import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.lull.limits.Rate;
import io.lull.limits.RateLimiter;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.SocketPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/**
 * Makes sockets for one guest that has no network, and passes them to it (unix(7), SCM_RIGHTS): one
 * that listens for its peers, and one for each peer that it calls. What the guest does with them no
 * longer concerns the agent.
 */
public final class SocketBroker implements AutoCloseable {
  /** So many requests are open at a time; further ones are hung up on. */
  static final int MAX_AT_A_TIME = 64;

  /** Enough to call every worker of a large job at once. */
  private static final Rate REQUESTS = new Rate(4096, 64);

  /** Opens brokers. */
  @FunctionalInterface
  public interface Opener {
    /**
     * @param socket the path of the broker's own; its folder exists
     * @param host the address of this computer that the guest's peers know
     * @param peers whom alone the guest is connected with
     * @throws IOException with one line, if this system passes no sockets
     */
    SocketBroker open(Path socket, String host, PeerAddresses peers) throws IOException;
  }

  private final Path path;
  private final Channel server;
  private final PeerSockets sockets;

  private SocketBroker(Path path, Channel server, PeerSockets sockets) {
    this.path = path;
    this.server = server;
    this.sockets = sockets;
  }

  /** Of brokers that this loop serves. */
  public static Opener on(EventLoop loop, Clock clock) {
    return (socket, host, peers) -> {
      if (!Epoll.isAvailable()) {
        throw new IOException(
            "this computer's system passes no connections to guests, which have no network here");
      }
      final PeerSockets sockets = PeerSockets.of(loop.group(), host, peers);
      final Semaphore places = new Semaphore(MAX_AT_A_TIME);
      final RateLimiter rate = new RateLimiter(REQUESTS, clock);
      final ServerBootstrap bootstrap =
          new ServerBootstrap()
              .group(loop.group())
              .channel(EpollServerDomainSocketChannel.class)
              .childHandler(
                  new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel asking) {
                      if (!places.tryAcquire()) {
                        final ChannelFuture _ = asking.close();
                        return;
                      }
                      final ChannelFuture _ =
                          asking.closeFuture().addListener(_ -> places.release());
                      asking.pipeline().addLast(new SocketRequests(sockets, rate));
                    }
                  });
      return new SocketBroker(socket, bound(bootstrap, socket), sockets);
    };
  }

  private static Channel bound(ServerBootstrap bootstrap, Path socket) throws IOException {
    try (SocketPath path = SocketPath.of(socket)) {
      final ChannelFuture bound =
          bootstrap.bind(new DomainSocketAddress(path.address().getPath().toFile()));
      if (!bound.awaitUninterruptibly().isSuccess()) {
        throw new IOException("no connections can be passed at " + socket, bound.cause());
      }
      return bound.channel();
    }
  }

  /** That the guest listens at; 0: none yet. */
  public int port() {
    return sockets.port();
  }

  @Override
  public void close() throws IOException {
    final ChannelFuture _ = server.close().awaitUninterruptibly();
    Files.deleteIfExists(path);
  }
}
