package io.lull.coordinator.tunnel;

import java.net.Socket;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Connections that have not completed their handshake. When there are too many, the oldest is
 * closed: members are fast, and so get through however many others connect. Any thread.
 */
final class PendingHandshakes {
  static final int MAX = 32;
  static final int MAX_OF_HOST = 8;

  private final Set<Socket> sockets = new LinkedHashSet<>();

  /** May close another. */
  synchronized void enters(Socket socket) {
    final Object host = socket.getInetAddress();
    if (sockets.stream().filter(other -> host.equals(other.getInetAddress())).count()
        >= MAX_OF_HOST) {
      evict(host);
    } else if (sockets.size() >= MAX) {
      evict(null);
    }
    sockets.add(socket);
  }

  private void evict(@org.jspecify.annotations.Nullable Object host) {
    final Iterator<Socket> oldest = sockets.iterator();
    while (oldest.hasNext()) {
      final Socket socket = oldest.next();
      if (host == null || host.equals(socket.getInetAddress())) {
        oldest.remove();
        SocketDeadlines.closeQuietly(socket);
        return;
      }
    }
  }

  synchronized void leaves(Socket socket) {
    sockets.remove(socket);
  }

  synchronized int count() {
    return sockets.size();
  }

  synchronized void closeAll() {
    sockets.forEach(SocketDeadlines::closeQuietly);
    sockets.clear();
  }
}
