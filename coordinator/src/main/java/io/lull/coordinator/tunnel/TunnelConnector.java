package io.lull.coordinator.tunnel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;

/**
 * Connects this member's Hazelcast to another member's: reaches the other member first, then
 * connects a Hazelcast socket to a loopback port that is opened for this one connection and accepts
 * only the socket that was bound to the expected port before.
 */
final class TunnelConnector implements AutoCloseable {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(3);

  /** To be accepted; the other side may have to wait for its own memory. */
  private static final Duration WELCOME_PATIENCE = Duration.ofSeconds(5);

  /** The socket is connected already when it is waited for. */
  private static final Duration TAKE_PATIENCE = Duration.ofSeconds(1);

  /** Others of this machine may come in between. */
  private static final int MAX_UNTAKEN = 8;

  private final SocketDeadlines deadlines;
  private final Set<TunnelConnection> links = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** The other end, accepted. */
  private record Far(SSLSocket socket, Socket under) {}

  TunnelConnector(SocketDeadlines deadlines) {
    this.deadlines = deadlines;
  }

  /** Who is at this address; shakes hands and says goodbye. */
  MemberId ask(InetSocketAddress address, MemberIdentity identity) throws IOException {
    try (Socket plain = new Socket()) {
      plain.connect(address, (int) CONNECT_PATIENCE.toMillis());
      try (SocketDeadlines.Deadline _ = deadlines.after(WELCOME_PATIENCE, plain)) {
        final SSLSocket far = identity.connecting(plain);
        far.startHandshake();
        final MemberId other = MemberIdentity.other(far);
        new TunnelRequest(TunnelRequest.Wish.ASK, 0).say(far.getOutputStream());
        TunnelRequest.awaitWelcome(far.getInputStream());
        return other;
      }
    }
  }

  /** Reaches the memory of this member and no other. */
  private Far reach(InetSocketAddress address, MemberId whom, MemberIdentity identity)
      throws IOException {
    final Socket plain = new Socket();
    try {
      plain.connect(address, (int) CONNECT_PATIENCE.toMillis());
      try (SocketDeadlines.Deadline _ = deadlines.after(WELCOME_PATIENCE, plain)) {
        final SSLSocket far = identity.connecting(plain);
        far.startHandshake();
        if (!MemberIdentity.other(far).equals(whom)) {
          throw new IOException("another member is at " + address);
        }
        new TunnelRequest(TunnelRequest.Wish.LINK, whom.number()).say(far.getOutputStream());
        TunnelRequest.awaitWelcome(far.getInputStream());
        return new Far(far, plain);
      }
    } catch (IOException e) {
      SocketDeadlines.closeQuietly(plain);
      throw e;
    }
  }

  /** Connects the memory's socket to the memory of this member and no other. */
  void connect(
      SocketChannel channel,
      InetSocketAddress address,
      MemberId whom,
      MemberIdentity identity,
      Tunnel.Connecting connecting)
      throws IOException {
    final Far far = reach(address, whom, identity);
    try (ServerSocket way = new ServerSocket(0, MAX_UNTAKEN, Loopback.ADDRESS)) {
      channel.bind(new InetSocketAddress(Loopback.ADDRESS, 0));
      final int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
      connecting.connect(new InetSocketAddress(Loopback.ADDRESS, way.getLocalPort()));
      final Socket near = take(way, port);
      Thread.ofVirtual().name("lull-members-out").start(() -> carry(near, far));
    } catch (IOException | RuntimeException e) {
      SocketDeadlines.closeQuietly(far.under());
      throw e;
    }
  }

  private static Socket take(ServerSocket way, int port) throws IOException {
    way.setSoTimeout((int) TAKE_PATIENCE.toMillis());
    for (int i = 0; i <= MAX_UNTAKEN; i++) {
      final Socket near = way.accept();
      if (near.getPort() == port) {
        return near;
      }
      SocketDeadlines.closeQuietly(near);
    }
    throw new IOException("other connections of this machine interfere");
  }

  private void carry(Socket near, Far far) {
    final TunnelConnection link = new TunnelConnection(near, far.socket(), far.under());
    links.add(link);
    try {
      if (closed) {
        link.cut();
      } else {
        link.carry();
      }
    } finally {
      links.remove(link);
    }
  }

  @Override
  public void close() {
    closed = true;
    links.forEach(TunnelConnection::cut);
  }
}
