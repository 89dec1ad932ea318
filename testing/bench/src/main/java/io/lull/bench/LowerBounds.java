package io.lull.bench;

import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The least time that a number of bytes can take on this machine. */
public final class LowerBounds {
  private static final int PART_BYTES = 1 << 20;

  private LowerBounds() {}

  /** Once from memory to memory. */
  public static double copyMillis(long bytes) {
    final int parts = Math.toIntExact(bytes / PART_BYTES);
    final byte[][] from = new byte[parts][PART_BYTES];
    final byte[][] to = new byte[parts][PART_BYTES];
    final long begin = SystemClock.INSTANCE.nanos();
    for (int i = 0; i < parts; i++) {
      System.arraycopy(from[i], 0, to[i], 0, PART_BYTES);
    }
    return (SystemClock.INSTANCE.nanos() - begin) / 1e6;
  }

  /** To a new file, and on the disk. */
  public static double writeMillis(Path folder, long bytes) throws IOException {
    final Path file = folder.resolve("limit");
    try {
      return write(file, bytes);
    } finally {
      Files.delete(file);
    }
  }

  /** From a file that was written just now, as pieces are: whatever memory keeps of it helps. */
  public static double readMillis(Path folder, long bytes) throws IOException {
    final Path file = folder.resolve("limit");
    try {
      write(file, bytes);
      final ByteBuffer part = ByteBuffer.allocateDirect(PART_BYTES);
      final long begin = SystemClock.INSTANCE.nanos();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        while (channel.read(part.clear()) >= 0) {
          // What is in it is of no interest.
        }
      }
      return (SystemClock.INSTANCE.nanos() - begin) / 1e6;
    } finally {
      Files.delete(file);
    }
  }

  private static double write(Path file, long bytes) throws IOException {
    final ByteBuffer part = ByteBuffer.allocateDirect(PART_BYTES);
    final long begin = SystemClock.INSTANCE.nanos();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      writeParts(channel, part, bytes);
      channel.force(true);
    }
    return (SystemClock.INSTANCE.nanos() - begin) / 1e6;
  }

  private static void writeParts(WritableByteChannel channel, ByteBuffer part, long bytes)
      throws IOException {
    for (long left = bytes; left > 0; left -= PART_BYTES) {
      part.clear().limit((int) Math.min(left, PART_BYTES));
      while (part.hasRemaining()) {
        channel.write(part);
      }
    }
  }

  /** To another thread by a socket of this machine, without encryption. */
  public static double sendMillis(long bytes) throws IOException, InterruptedException {
    try (ServerSocketChannel server =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel out = SocketChannel.open(server.getLocalAddress());
        SocketChannel in = server.accept()) {
      final Thread reader = Thread.ofPlatform().daemon().start(() -> drain(in));
      final ByteBuffer part = ByteBuffer.allocateDirect(PART_BYTES);
      final long begin = SystemClock.INSTANCE.nanos();
      writeParts(out, part, bytes);
      out.shutdownOutput();
      reader.join();
      return (SystemClock.INSTANCE.nanos() - begin) / 1e6;
    }
  }

  private static void drain(SocketChannel in) {
    final ByteBuffer part = ByteBuffer.allocateDirect(PART_BYTES);
    try {
      while (in.read(part.clear()) >= 0) {
        // What comes is of no interest.
      }
    } catch (IOException e) {
      System.err.println("the reader failed: " + e.getMessage());
    }
  }
}
