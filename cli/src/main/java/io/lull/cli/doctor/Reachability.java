package io.lull.cli.doctor;

import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;

/** Whether a port can be reached from this computer. */
@FunctionalInterface
public interface Reachability {
  /** What keeps a connection from an address. */
  enum Obstacle {
    NONE,
    NAME_UNKNOWN,
    /** The computer is there, and nothing listens. */
    REFUSED,
    /** Nothing comes back. */
    SILENT
  }

  Duration PATIENCE = Duration.ofSeconds(5);

  Obstacle obstacle(HostPort address);

  /** Resolves the name and connects. */
  static Obstacle byTcp(HostPort address) {
    try (Socket socket = new Socket()) {
      final InetAddress host = InetAddress.getByName(address.host());
      socket.connect(new InetSocketAddress(host, address.port()), (int) PATIENCE.toMillis());
      return Obstacle.NONE;
    } catch (UnknownHostException e) {
      return Obstacle.NAME_UNKNOWN;
    } catch (SocketTimeoutException | NoRouteToHostException e) {
      return Obstacle.SILENT;
    } catch (IOException e) {
      return Obstacle.REFUSED;
    }
  }
}
