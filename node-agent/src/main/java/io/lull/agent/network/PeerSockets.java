package io.lull.agent.network;

import io.grpc.netty.shaded.io.netty.bootstrap.Bootstrap;
import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.FileDescriptor;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.ConnectSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Makes the sockets of one guest, of which the agent itself reads and writes nothing. */
final class PeerSockets {
  /** Peers that have called and that the guest has not answered. */
  private static final int BACKLOG = 128;

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(20);

  /**
   * A socket for the guest.
   *
   * @param channel the agent's, which is closed when the guest has it
   * @param descriptor of the channel
   */
  record Made(Channel channel, FileDescriptor descriptor) {}

  private final EventLoopGroup group;
  private final InetAddress own;
  private final String host;
  private final PeerAddresses peers;
  private final AtomicBoolean listens = new AtomicBoolean();
  private volatile int port;

  private PeerSockets(EventLoopGroup group, InetAddress own, String host, PeerAddresses peers) {
    this.group = group;
    this.own = own;
    this.host = host;
    this.peers = peers;
  }

  /**
   * @throws IOException if this computer has no such address
   */
  static PeerSockets of(EventLoopGroup group, String host, PeerAddresses peers) throws IOException {
    return new PeerSockets(group, InetAddress.getByName(host), host, peers);
  }

  /** Its only one: a guest needs no more. */
  void listen(Consumer<Made> pass, Consumer<String> refuse) {
    if (!listens.compareAndSet(false, true)) {
      refuse.accept("a worker listens at one port");
      return;
    }
    final ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(EpollServerSocketChannel.class)
            .option(ChannelOption.AUTO_READ, false)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childHandler(new ChannelInboundHandlerAdapter())
            .bind(new InetSocketAddress(own, 0));
    final ChannelFuture _ =
        bound.addListener(_ -> {
          if (!bound.isSuccess()) {
            refuse.accept("no port is to be had: " + reason(bound.cause()));
          } else if (bound.channel() instanceof EpollServerSocketChannel made) {
            port = made.localAddress().getPort();
            peers.add(new HostPort(host, port));
            pass.accept(new Made(made, made.fd()));
          }
        });
  }

  /** That the guest listens at; 0: none yet. */
  int port() {
    return port;
  }

  void connect(ConnectSocket wanted, Consumer<Made> pass, Consumer<String> refuse) {
    final HostPort peer = new HostPort(wanted.getHost(), wanted.getPort());
    if (!peers.include(peer)) {
      refuse.accept(peer + " is not a worker of this job");
      return;
    }
    // Names are looked up apart from the loop, which would wait for it.
    Thread.ofVirtual()
        .name("peer")
        .start(() -> {
          try {
            connect(
                new InetSocketAddress(InetAddress.getByName(peer.host()), peer.port()),
                wanted.getTimeoutMillis(),
                pass,
                refuse);
          } catch (UnknownHostException e) {
            refuse.accept(peer.host() + " is not known");
          }
        });
  }

  private void connect(
      InetSocketAddress target, int timeoutMillis, Consumer<Made> pass, Consumer<String> refuse) {
    final Optional<String> forbidden = ForbiddenAddress.reason(target, own);
    if (forbidden.isPresent()) {
      refuse.accept("no guest is connected with " + target + ": " + forbidden.get());
      return;
    }
    final ChannelFuture connected =
        new Bootstrap()
            .group(group)
            .channel(EpollSocketChannel.class)
            .option(ChannelOption.AUTO_READ, false)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.clamp(timeoutMillis, 1, LONGEST_CONNECT.toMillis()))
            .handler(new ChannelInboundHandlerAdapter())
            .connect(target);
    final ChannelFuture _ =
        connected.addListener(_ -> {
          if (!connected.isSuccess()) {
            refuse.accept(reason(connected.cause()));
          } else if (connected.channel() instanceof EpollSocketChannel made) {
            pass.accept(new Made(made, made.fd()));
          }
        });
  }

  private static String reason(Throwable cause) {
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
