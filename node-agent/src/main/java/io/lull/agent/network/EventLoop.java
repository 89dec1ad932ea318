package io.lull.agent.network;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
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
import io.lull.protocol.transport.HostPort;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The one thread that carries all of the agent's connections. It sleeps while idle: gRPC's default
 * threads are several, and each wakes the machine once a second.
 */
public final class EventLoop implements AutoCloseable {
  private static final long END_WITHIN_SECONDS = 2;

  private final EventLoopGroup group;
  private final Class<? extends Channel> outgoing;
  private final Class<? extends ServerChannel> listening;
  private final ScheduledFuture<?> wakeUp;

  private EventLoop(
      IoHandlerFactory readiness,
      Class<? extends Channel> outgoing,
      Class<? extends ServerChannel> listening) {
    this.group =
        new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("network", true), readiness);
    this.outgoing = outgoing;
    this.listening = listening;
    // A Netty loop without scheduled tasks wakes up every second.
    wakeUp = group.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS);
  }

  public static EventLoop start() {
    return Epoll.isAvailable()
        ? new EventLoop(
            EpollIoHandler.newFactory(), EpollSocketChannel.class, EpollServerSocketChannel.class)
        : new EventLoop(
            NioIoHandler.newFactory(), NioSocketChannel.class, NioServerSocketChannel.class);
  }

  /** A channel that the caller closes. */
  public ManagedChannelBuilder<?> dial(HostPort address, ChannelCredentials credentials) {
    return NettyChannelBuilder.forAddress(address.host(), address.port(), credentials)
        .eventLoopGroup(group)
        .channelType(outgoing);
  }

  /**
   * @param port 0: the system chooses
   */
  public ServerBuilder<?> listen(int port, ServerCredentials credentials) {
    return NettyServerBuilder.forPort(port, credentials)
        .bossEventLoopGroup(group)
        .workerEventLoopGroup(group)
        .channelType(listening);
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
