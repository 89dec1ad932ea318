package io.lull.reconfig.network;

import io.lull.reconfig.network.WorkerNetwork.Listener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Channels of sockets that came from another process. Java makes no channel of a descriptor, so a
 * channel of a loopback connection of this process is made, and its descriptor replaced: from then
 * on it is a channel of the other socket. What it says of its addresses is the loopback
 * connection's.
 */
final class ChannelShells {
  /**
   * Nobody but this process uses these addresses; a wrong match is improbable, two of them more so.
   */
  private static final int TRIES = 8;

  private ChannelShells() {}

  /**
   * @param descriptor of a connected socket; it is closed
   */
  static SocketChannel connection(int descriptor) throws IOException {
    try {
      for (int i = 0; i < TRIES; i++) {
        // Nobody takes the other end; it must be there while the shell is told from others by it.
        try (ServerSocketChannel other = listening()) {
          final SocketChannel shell = SocketChannel.open(other.getLocalAddress());
          if (replaced(shell, descriptor)) {
            return shell;
          }
        }
      }
      throw unknown();
    } finally {
      NativeSockets.close(descriptor);
    }
  }

  /**
   * @param descriptor of a socket that listens; it is closed
   */
  static Listener listener(int descriptor) throws IOException {
    try {
      for (int i = 0; i < TRIES; i++) {
        final ServerSocketChannel shell = listening();
        if (replaced(shell, descriptor)) {
          return new Listener(shell, NativeSockets.localPort(descriptor));
        }
      }
      throw unknown();
    } finally {
      NativeSockets.close(descriptor);
    }
  }

  private static IOException unknown() {
    return new IOException("no channel can be made of a connection that the agent has passed");
  }

  private static ServerSocketChannel listening() throws IOException {
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /**
   * @return false, and the shell closed, when it is not certain which descriptor is the shell's
   */
  private static boolean replaced(NetworkChannel shell, int descriptor) throws IOException {
    boolean done = false;
    try {
      final int own = own(shell, descriptor);
      if (own >= 0) {
        NativeSockets.replace(own, descriptor);
        done = true;
      }
      return done;
    } finally {
      if (!done) {
        shell.close();
      }
    }
  }

  /**
   * @return -1: several could be it, or none
   */
  private static int own(NetworkChannel shell, int other) throws IOException {
    if (!(shell.getLocalAddress() instanceof InetSocketAddress local)) {
      return -1;
    }
    final int peer =
        shell instanceof SocketChannel channel
                && channel.getRemoteAddress() instanceof InetSocketAddress remote
            ? remote.getPort()
            : NativeSockets.NO_PORT;
    int found = -1;
    for (final int candidate : NativeSockets.descriptors()) {
      if (candidate != other
          && NativeSockets.localPort(candidate) == local.getPort()
          && NativeSockets.peerPort(candidate) == peer) {
        if (found >= 0) {
          return -1;
        }
        found = candidate;
      }
    }
    return found;
  }
}
