package io.lull.protocol.transport;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A Unix domain socket's address for a path of any length: the system takes about a hundred bytes,
 * so that a longer one is reached through a short-lived link to its folder.
 */
public final class SocketPath implements AutoCloseable {
  private static final int LONGEST_BYTES = 100;

  private final Path path;
  private final @Nullable Path link;

  private SocketPath(Path path, @Nullable Path link) {
    this.path = path;
    this.link = link;
  }

  /**
   * @param socket the folder that it is in must exist
   */
  public static SocketPath of(Path socket) throws IOException {
    final Path absolute = socket.toAbsolutePath().normalize();
    final Path folder = absolute.getParent();
    if (folder == null
        || absolute.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_BYTES) {
      return new SocketPath(absolute, null);
    }
    // The temporary folder is private to its user, so that nobody can put another link in its
    // place.
    final Path link = Files.createTempDirectory("lull").resolve("d");
    try {
      Files.createSymbolicLink(link, folder);
    } catch (IOException | UnsupportedOperationException e) {
      new SocketPath(link, link).close();
      throw e;
    }
    return new SocketPath(link.resolve(absolute.getFileName()), link);
  }

  /** Good for connecting or binding until {@link #close}; what is connected or bound stays so. */
  public UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(path);
  }

  @Override
  public void close() throws IOException {
    if (link != null) {
      Files.deleteIfExists(link);
      final Path holder = link.getParent();
      if (holder != null) {
        Files.deleteIfExists(holder);
      }
    }
  }
}
