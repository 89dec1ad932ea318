package io.lull.agent.worker;

import io.lull.agent.network.PeerAddresses;
import io.lull.agent.network.SocketBroker;
import io.lull.platform.guest.GuestNetwork;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one worker reaches its peers: through sockets that the agent passes to it, where the sandbox
 * leaves it no other network. A bag's worker has no peers. A job that asks for the network has the
 * computer's.
 */
final class WorkerConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerConnections.class);

  /** In the worker's folder. */
  private static final String SOCKET = "network";

  /** The only address of a worker without peers. */
  private static final String LOOPBACK = "127.0.0.1";

  private final boolean bag;
  private final GuestNetwork network;
  private final SocketBroker.Opener opener;
  private final PeerAddresses peers = new PeerAddresses();
  private @Nullable SocketBroker broker;
  private String host = LOOPBACK;

  WorkerConnections(StartWorker order, WorkerTools tools) {
    this.opener = tools.channels().sockets();
    this.bag = order.hasBag();
    if (order.getNetwork()) {
      this.network = GuestNetwork.OPEN;
    } else if (bag) {
      this.network = GuestNetwork.NONE;
    } else {
      this.network = tools.sandbox().separatesNetwork() ? GuestNetwork.PASSED : GuestNetwork.OPEN;
    }
  }

  /** What the worker's sandbox leaves to it. */
  GuestNetwork network() {
    return network;
  }

  /**
   * Call this before the worker starts.
   *
   * @param peersKnow the address of this computer that peers know
   */
  void open(Path folder, String peersKnow) throws IOException {
    host = bag ? LOOPBACK : peersKnow;
    if (network == GuestNetwork.PASSED) {
      broker = opener.open(folder.resolve(SOCKET), peersKnow, peers);
    }
  }

  /** The address that the worker listens at. */
  String host() {
    return host;
  }

  /**
   * Where the worker listens. The agents of its peers connect them with what it says here: a worker
   * that named another address would have its peers call whatever it likes.
   *
   * @throws IOException if the worker cannot be ready
   */
  WorkerReport verified(WorkerReport report) throws IOException {
    if (!report.hasReady()) {
      return report;
    }
    final Ready.Builder ready = report.getReady().toBuilder().setHost(host);
    if (broker != null) {
      if (broker.port() == 0) {
        throw new IOException("it says that it is ready, and listens nowhere");
      }
      ready.setPort(broker.port());
    }
    return report.toBuilder().setReady(ready).build();
  }

  /** Where it asks for connections, relative to its folder; empty: it makes them itself. */
  String socket() {
    return network == GuestNetwork.PASSED ? SOCKET : "";
  }

  /** Call this before the worker reads an order. */
  void learn(WorkerOrder order) {
    peers.learn(order);
  }

  /** Call this when the worker has ended. */
  @Override
  public void close() {
    if (broker != null) {
      try {
        broker.close();
      } catch (IOException e) {
        LOG.warn("a socket remains in a worker's folder: {}", e.getMessage());
      }
    }
  }
}
