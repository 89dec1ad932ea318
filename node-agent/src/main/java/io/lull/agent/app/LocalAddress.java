package io.lull.agent.app;

import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The address at which others reach this machine: that of the route to the coordinator. */
final class LocalAddress {
  private static final Logger LOG = LoggerFactory.getLogger(LocalAddress.class);

  private LocalAddress() {}

  /** Sends nothing: connecting a datagram socket only asks the system for the route. */
  static String towards(HostPort coordinator) {
    final InetSocketAddress target =
        new InetSocketAddress(coordinator.host(), Math.max(1, coordinator.port()));
    if (!target.isUnresolved()) {
      try (DatagramSocket socket = new DatagramSocket()) {
        socket.connect(target);
        if (!socket.getLocalAddress().isAnyLocalAddress()) {
          return socket.getLocalAddress().getHostAddress();
        }
      } catch (IOException | UncheckedIOException e) {
        LOG.debug("no route to {}: {}", coordinator, e.getMessage());
      }
    }
    return InetAddress.getLoopbackAddress().getHostAddress();
  }
}
