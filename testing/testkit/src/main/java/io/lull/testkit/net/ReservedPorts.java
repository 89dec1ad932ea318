package io.lull.testkit.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ports on which a program may stop to listen and listen again, as often as a test wants.
 *
 * <p>A port that was found with {@code new ServerSocket(0)} is one of those that the kernel gives
 * to outgoing connections: whenever nobody listens on it, a connection of any other process may
 * take it. These ports are below the range that Linux, macOS and Windows use for that. A block of
 * them belongs to one object among all processes of this machine for as long as it is open: the
 * block's first port is bound, by a socket that does not listen, and stays so.
 */
public final class ReservedPorts implements AutoCloseable {
  /** The most ports of one object. */
  public static final int MOST = 9;

  private static final int FIRST = 20_000;
  private static final int BLOCK = MOST + 1;
  private static final int BLOCKS = 1_000;

  private final Socket guard;
  private final List<Integer> ports;

  private ReservedPorts(Socket guard, List<Integer> ports) {
    this.guard = guard;
    this.ports = ports;
  }

  /**
   * @param count at most {@link #MOST}
   * @throws IOException when every block is taken
   */
  public static ReservedPorts open(int count) throws IOException {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException(count + " ports; 1 to " + MOST + " can be reserved");
    }
    // Each process begins elsewhere, so that few find a block of another one.
    final int start = (int) (ProcessHandle.current().pid() % BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      final int first = FIRST + (start + i) % BLOCKS * BLOCK;
      final List<Integer> ports = IntStream.rangeClosed(first + 1, first + count).boxed().toList();
      final Socket guard = new Socket();
      try {
        guard.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), first));
        for (final int port : ports) {
          bindOnce(port);
        }
        return new ReservedPorts(guard, ports);
      } catch (IOException _) {
        guard.close();
      }
    }
    throw new IOException("no free block of ports from " + FIRST);
  }

  private static void bindOnce(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(port));
    }
  }

  /** In ascending order. */
  public List<Integer> all() {
    return ports;
  }

  /** The first. */
  public int first() {
    return ports.getFirst();
  }

  /** Gives the ports back: others may have them from now on. */
  @Override
  public void close() {
    try {
      guard.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
