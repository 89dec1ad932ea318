package io.lull.agent.watcher;

import io.lull.protocol.transport.SocketPath;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A socket in the file system that every user may connect to. */
final class SharedSocket {
  private SharedSocket() {}

  /** Listens there, without ever blocking, in the place of a dead agent but of no living one. */
  static ServerSocketChannel listen(Path socket, int waiting) throws IOException {
    try (SocketPath path = SocketPath.of(socket)) {
      clear(socket, path);
      final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        server.bind(path.address(), waiting);
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
          // Who may speak for whom is asked of the system, peer by peer.
          Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
        server.configureBlocking(false);
        return server;
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    }
  }

  private static void clear(Path socket, SocketPath path) throws IOException {
    if (!Files.exists(socket)) {
      return;
    }
    try (SocketChannel _ = SocketChannel.open(path.address())) {
      throw new IOException("another agent listens there");
    } catch (ConnectException e) {
      Files.delete(socket);
    }
  }
}
