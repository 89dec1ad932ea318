package io.lull.bench.halo;

import io.lull.bench.Sample;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Two socket channels and a buffer each: what Java can do, and the ratios' denominator. */
final class RawContestant implements Contestant {
  private final EchoProcess other;
  private final SocketChannel channel;

  private RawContestant(EchoProcess other, SocketChannel channel) {
    this.other = other;
    this.channel = channel;
  }

  static RawContestant start() throws IOException {
    final EchoProcess other = EchoProcess.start("raw");
    final SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), other.port()));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new RawContestant(other, channel);
  }

  @Override
  public String name() {
    return "raw sockets";
  }

  @Override
  public double halfRoundTrip(int bytes, int count) throws IOException {
    final ByteBuffer order = ByteBuffer.allocateDirect(Echo.ORDER_BYTES);
    Echo.writeFully(channel, order.putLong(bytes).putLong(count).flip());
    final ByteBuffer message = ByteBuffer.allocateDirect(bytes);
    final double[] seconds = new double[count];
    for (int i = 0; i < count; i++) {
      final long begin = SystemClock.INSTANCE.nanos();
      Echo.writeFully(channel, message.clear());
      Echo.readFully(channel, message.clear());
      seconds[i] = (SystemClock.INSTANCE.nanos() - begin) / 2e9;
    }
    return Sample.of(seconds).median();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    other.close();
  }
}
