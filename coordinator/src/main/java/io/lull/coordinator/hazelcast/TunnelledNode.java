package io.lull.coordinator.hazelcast;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.networking.Networking;
import com.hazelcast.internal.networking.nio.NioNetworking;
import com.hazelcast.internal.server.Server;
import com.hazelcast.internal.server.tcp.LocalAddressRegistry;
import com.hazelcast.internal.server.tcp.ServerSocketRegistry;
import com.hazelcast.internal.server.tcp.TcpServer;
import com.hazelcast.internal.server.tcp.TcpServerConnectionChannelErrorHandler;
import com.hazelcast.internal.server.tcp.TcpServerContext;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.spi.properties.HazelcastProperties;
import io.lull.coordinator.tunnel.MemberId;
import io.lull.coordinator.tunnel.Tunnel;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A Hazelcast node whose every connection to and from another goes through the tunnel. Put together
 * as Hazelcast does it itself, but for two seams: where a socket is connected, and what is done
 * with one that was accepted.
 */
final class TunnelledNode extends DefaultNodeContext {
  private final Tunnel tunnel;

  TunnelledNode(Tunnel tunnel) {
    this.tunnel = tunnel;
  }

  @Override
  public Server createServer(
      Node node, ServerSocketRegistry registry, LocalAddressRegistry addresses) {
    for (final ServerSocketRegistry.Pair listening : registry) {
      tunnel.serve(listening.getChannel().socket().getLocalPort());
    }
    final OnlyMembers context = new OnlyMembers(node, tunnel);
    return new TcpServer(
        node.getConfig(),
        context,
        registry,
        addresses,
        node.getNodeEngine().getMetricsRegistry(),
        new ThroughTunnel(usual(node), tunnel),
        node.getNodeExtension().createChannelInitializerFn(context));
  }

  private static Networking usual(Node node) {
    final HazelcastProperties properties = node.getProperties();
    return new NioNetworking(
        new NioNetworking.Context()
            .loggingService(node.loggingService)
            .metricsRegistry(node.getNodeEngine().getMetricsRegistry())
            .threadNamePrefix(node.hazelcastInstance.getName())
            .errorHandler(
                new TcpServerConnectionChannelErrorHandler(
                    node.getLogger(TcpServerConnectionChannelErrorHandler.class)))
            .inputThreadCount(properties.getInteger(ClusterProperty.IO_INPUT_THREAD_COUNT))
            .outputThreadCount(properties.getInteger(ClusterProperty.IO_OUTPUT_THREAD_COUNT))
            .balancerIntervalSeconds(
                properties.getInteger(ClusterProperty.IO_BALANCER_INTERVAL_SECONDS))
            .writeThroughEnabled(properties.getBoolean(ClusterProperty.IO_WRITE_THROUGH_ENABLED))
            .concurrencyDetection(node.getNodeEngine().getConcurrencyDetection()));
  }

  /** Closes what another program of this machine connected. */
  private static final class OnlyMembers extends TcpServerContext {
    private final Tunnel tunnel;

    OnlyMembers(Node node, Tunnel tunnel) {
      super(node, node.getNodeEngine());
      this.tunnel = tunnel;
    }

    @Override
    public boolean isSocketInterceptorEnabled(EndpointQualifier endpoint) {
      return true;
    }

    @Override
    public void interceptSocket(EndpointQualifier endpoint, Socket socket, boolean accepted)
        throws IOException {
      if (accepted && !tunnel.isWay(socket.getPort())) {
        throw new IOException("only other members connect here, through the tunnel");
      }
    }
  }

  /** Connects to whom the address stands for. */
  private record ThroughTunnel(Networking usual, Tunnel tunnel) implements Networking {
    @Override
    public Channel register(
        ChannelInitializer initializer, SocketChannel socket, boolean connecting)
        throws IOException {
      final Channel channel = usual.register(initializer, socket, connecting);
      return connecting ? dialling(channel, socket) : channel;
    }

    @Override
    public void restart() {
      usual.restart();
    }

    @Override
    public void shutdown() {
      usual.shutdown();
    }

    /** As the channel is, but for how it is connected. */
    @SuppressWarnings("ReferenceEquality") // Channels are equal to themselves alone.
    private Channel dialling(Channel channel, SocketChannel socket) {
      return (Channel)
          Proxy.newProxyInstance(
              ThroughTunnel.class.getClassLoader(),
              new Class<?>[] {Channel.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "connect" -> {
                      connect(
                          channel, socket, (InetSocketAddress) arguments[0], (int) arguments[1]);
                      yield null;
                    }
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> pass(channel, method, arguments);
                  });
    }

    private void connect(
        Channel channel, SocketChannel socket, InetSocketAddress to, int timeoutMillis)
        throws IOException {
      final MemberId whom =
          SyntheticAddress.parse(to)
              .orElseThrow(() -> new IOException(to + " does not stand for any member"));
      socket.configureBlocking(true);
      tunnel.connect(socket, whom, way -> channel.connect(way, timeoutMillis));
    }

    private static @Nullable Object pass(
        Channel channel, Method method, Object @Nullable [] arguments) throws Throwable {
      try {
        return method.invoke(channel, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause() == null ? e : e.getCause();
      }
    }
  }
}
