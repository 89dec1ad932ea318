package io.lull.reconfig.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * The network of the machine that the worker runs on.
 *
 * @param address one of the machine's own
 */
public record HostNetwork(InetAddress address) implements WorkerNetwork {
  /** Of this machine alone. */
  public static HostNetwork loopback() {
    return new HostNetwork(InetAddress.getLoopbackAddress());
  }

  @Override
  public String host() {
    return address.getHostAddress();
  }

  @Override
  public Listener listen() throws IOException {
    final ServerSocketChannel channel =
        ServerSocketChannel.open().bind(new InetSocketAddress(address, 0), BACKLOG);
    return new Listener(channel, channel.socket().getLocalPort());
  }

  @Override
  public Call call() {
    return new DirectCall();
  }

  @Override
  public WorkerNetwork withinProcess() {
    return this;
  }

  private static final class DirectCall implements Call {
    private final CallState state = new CallState();

    @Override
    public SocketChannel connect(String host, int port, Duration atMost) throws IOException {
      final SocketChannel channel = state.hold(SocketChannel.open());
      final int millis = Math.toIntExact(Math.max(1, atMost.toMillis()));
      channel.socket().connect(new InetSocketAddress(host, port), millis);
      return channel;
    }

    @Override
    public void close() throws IOException {
      state.close();
    }
  }
}
