package io.lull.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.lull.protocol.transport.KnownPeer;
import io.lull.testkit.time.VirtualClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a port does for those who connect to it, with one thread for all of them. */
@Timeout(60)
class ConnectionLimiterTest {
  private static final int MUCH_BYTES = 256 << 10;
  private static final byte MUCH = 1;
  private static final byte LITTLE = 2;

  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ConnectionLimiter limiter =
      new ConnectionLimiter(
          new ConnectionLimits(100, 100, 100, 1 << 20, Duration.ofMinutes(1), new Rate(1000, 1000)),
          new NobodyKnown(),
          new VirtualClock());

  /** All are strangers. */
  private static final class NobodyKnown implements ConnectionPolicy {
    @Override
    public int connectionsOf(KnownPeer peer) {
      return 0;
    }

    @Override
    public Optional<String> revocation(KnownPeer peer) {
      return Optional.empty();
    }
  }

  /** Counts what is read of who sends much, until something of who sends little is. */
  @Sharable
  private static final class Reads extends ChannelInboundHandlerAdapter {
    private final CountDownLatch open;
    private final CountDownLatch heard = new CountDownLatch(1);
    private final AtomicLong before = new AtomicLong();

    Reads(int connections) {
      open = new CountDownLatch(connections);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      open.countDown();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      final ByteBuf bytes = (ByteBuf) message;
      if (bytes.getByte(bytes.readerIndex()) == LITTLE) {
        heard.countDown();
      } else if (heard.getCount() > 0) {
        before.addAndGet(bytes.readableBytes());
      }
      final boolean _ = bytes.release();
    }
  }

  @AfterEach
  void stop() {
    final var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @Test
  void whoSendsMuchDoesNotKeepOthersWaiting() throws Exception {
    final Reads reads = new Reads(2);
    final Channel port =
        new ServerBootstrap()
            .group(loop)
            .channelFactory(() -> limiter.guard(new NioServerSocketChannel()))
            .childHandler(reads)
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    final InetSocketAddress address = (InetSocketAddress) port.localAddress();
    try (Socket much = new Socket(address.getAddress(), address.getPort());
        Socket little = new Socket(address.getAddress(), address.getPort())) {
      reads.open.await();
      final CountDownLatch allIsSent = new CountDownLatch(1);
      loop.execute(() -> {
        try {
          allIsSent.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
      final byte[] flood = new byte[MUCH_BYTES];
      Arrays.fill(flood, MUCH);
      much.getOutputStream().write(flood);
      little.getOutputStream().write(LITTLE);
      allIsSent.countDown();
      reads.heard.await();
      assertThat(reads.before.get()).isLessThanOrEqualTo(ConnectionLimiter.READ_BYTES);
    }
  }
}
