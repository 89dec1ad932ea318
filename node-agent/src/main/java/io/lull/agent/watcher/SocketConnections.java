package io.lull.agent.watcher;

import io.lull.platform.session.SessionMessages;
import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.FromSession;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A socket in the file system that every user may connect to; the system tells which user each peer
 * is.
 */
final class SocketConnections implements WatcherConnections {
  private static final Logger LOG = LoggerFactory.getLogger(SocketConnections.class);

  private final Path socket;
  private final ServerSocketChannel server;

  private SocketConnections(Path socket, ServerSocketChannel server) {
    this.socket = socket;
    this.server = server;
  }

  /**
   * Listens there without blocking; replaces the socket of a dead agent but not of a living one.
   *
   * @throws IllegalArgumentException with one line, if no socket can be opened there
   */
  static SocketConnections listen(Path socket, int waiting) {
    try (SocketPath path = SocketPath.of(socket)) {
      clear(socket, path);
      final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        server.bind(path.address(), waiting);
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
          Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
        server.configureBlocking(false);
        return new SocketConnections(socket, server);
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the sessions' socket " + socket + " cannot be opened: " + e.getMessage(), e);
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

  @Override
  public void open(Selector selector) throws IOException {
    server.register(selector, SelectionKey.OP_ACCEPT);
  }

  @Override
  public Optional<Arrival> next() throws IOException {
    final SocketChannel accepted = server.accept();
    if (accepted == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Arrival(
              new FrameChannel<>(accepted, FromSession.parser(), SessionMessages.MAX_FRAME_BYTES),
              WatcherIdentity.ofUser(
                  accepted.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName())));
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn("cannot accept a watcher: {}", e.getMessage());
      accepted.close();
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(socket);
  }
}
