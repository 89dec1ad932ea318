package io.lull.tray.single;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.SocketPath;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running instance holds a lock, which ends with its process in any case, and listens on a
 * socket for later starts.
 */
public final class SingleInstance implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SingleInstance.class);
  private static final String LOCK = "tray.lock";
  private static final String SOCKET = "tray.sock";
  private static final int LONGEST_REQUEST_BYTES = 64;

  /** The first instance may hold the lock and not listen yet. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

  private final FileChannel file;
  private final FileLock lock;
  private final Path socket;
  private final ServerSocketChannel server;

  private SingleInstance(FileChannel file, FileLock lock, Path socket, ServerSocketChannel server) {
    this.file = file;
    this.lock = lock;
    this.socket = socket;
    this.server = server;
  }

  /**
   * Becomes the first; empty if there is one.
   *
   * @param folder of the person, on this computer
   */
  public static Optional<SingleInstance> become(Path folder) throws IOException {
    Files.createDirectories(folder);
    final FileChannel file =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      final @Nullable FileLock lock = tryLock(file);
      if (lock == null) {
        file.close();
        return Optional.empty();
      }
      final Path socket = folder.resolve(SOCKET);
      Files.deleteIfExists(socket);
      final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try (SocketPath path = SocketPath.of(socket)) {
        server.bind(path.address());
      } catch (IOException e) {
        server.close();
        throw e;
      }
      return Optional.of(new SingleInstance(file, lock, socket, server));
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // this very process holds it
    }
  }

  /**
   * Asks the first to show its window.
   *
   * @param page empty: the present one
   * @return whether it accepted
   */
  public static boolean show(Path folder, String page, Clock clock) {
    final long end = clock.nanos() + PATIENCE.toNanos();
    while (true) {
      try (SocketPath path = SocketPath.of(folder.resolve(SOCKET));
          SocketChannel channel = SocketChannel.open(path.address())) {
        channel.write(ByteBuffer.wrap((page + "\n").getBytes(StandardCharsets.UTF_8)));
        return true;
      } catch (IOException e) {
        if (clock.nanos() - end >= 0) {
          return false;
        }
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
  }

  /**
   * Starts to listen.
   *
   * @param shown receives the page that a later start wants, on its own thread
   */
  public void listen(Consumer<String> shown) {
    Thread.ofVirtual().name("later-starts").start(() -> serve(shown));
  }

  private void serve(Consumer<String> shown) {
    while (server.isOpen()) {
      try (SocketChannel peer = server.accept()) {
        final ByteBuffer bytes = ByteBuffer.allocate(LONGEST_REQUEST_BYTES);
        if (peer.read(bytes) > 0) {
          shown.accept(
              new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip());
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.warn("a later start could not be heard: {}", e.getMessage());
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(socket);
    lock.release();
    file.close();
  }
}
