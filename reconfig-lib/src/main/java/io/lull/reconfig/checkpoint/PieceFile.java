package io.lull.reconfig.checkpoint;

import io.lull.protocol.architecture.Exempt;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file that is written from its beginning to its end. Where the file system allows it, its bytes
 * pass by the system's page cache: the owner's files stay in memory, and none of the machine's
 * memory has to be found for them. While the disk writes one part the next is filled; what is left
 * to wait for at the end is the last part only.
 *
 * <p>One thread at a time; the disk writes on another.
 */
@Exempt(
    from = Exempt.Rule.FOREIGN_MEMORY,
    because = "the disk takes aligned memory only, and it is given back with the file")
final class PieceFile implements AutoCloseable {
  /** The disk is given so many bytes at once; of two such parts one is filled. */
  static final int PART_BYTES = 2 << 20;

  /** Of another file, so many bytes are read at once. */
  private static final int WINDOW_BYTES = 1 << 20;

  /** Through the page cache, the disk is told to write after so many parts. */
  private static final int PARTS_A_FORCE = 8;

  /** No file system that is known has larger blocks for direct access. */
  private static final int MOST_BLOCK_BYTES = 64 << 10;

  private static final List<OpenOption> OPTIONS =
      List.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE);

  /** Null: this Java has no direct access. */
  private static final @Nullable OpenOption DIRECT = directOption();

  private final FileChannel channel;
  private final int blockBytes;
  private final Arena memory = Arena.ofShared();
  private final ExecutorService disk =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("disk").factory());
  private final ByteBuffer[] parts = new ByteBuffer[2];
  private @Nullable ByteBuffer window;
  private @Nullable Future<?> writing;
  private int filling;
  private long handedBytes;
  private int handedParts;
  private boolean complete;

  /**
   * @param blockBytes that addresses, offsets and lengths are multiples of; 1: the page cache takes
   *     any
   */
  private PieceFile(FileChannel channel, int blockBytes, long expectedBytes) {
    this.channel = channel;
    this.blockBytes = blockBytes;
    final int partBytes = (int) roundedUp(Math.clamp(expectedBytes, 1, PART_BYTES));
    for (int i = 0; i < parts.length; i++) {
      parts[i] = memory.allocate(partBytes, blockBytes).asByteBuffer();
    }
  }

  /** By its name: the module that exports it is not part of every Java, and javac warns of it. */
  private static @Nullable OpenOption directOption() {
    try {
      for (final Object option :
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
        if (option instanceof OpenOption found && option.toString().equals("DIRECT")) {
          return found;
        }
      }
    } catch (ClassNotFoundException e) {
      // through the page cache, then
    }
    return null;
  }

  /**
   * Makes the file, or empties it.
   *
   * @param expectedBytes of the whole, so that a small one takes little memory
   */
  static PieceFile create(Path file, long expectedBytes) throws IOException {
    final @Nullable PieceFile direct = direct(file, expectedBytes);
    return direct == null ? cached(file, expectedBytes) : direct;
  }

  /** The same through the page cache. */
  static PieceFile cached(Path file, long expectedBytes) throws IOException {
    return new PieceFile(
        FileChannel.open(file, OPTIONS.toArray(OpenOption[]::new)), 1, expectedBytes);
  }

  /** Null: the file system has no direct access, or only says so when it is used. */
  private static @Nullable PieceFile direct(Path file, long expectedBytes) {
    final @Nullable OpenOption direct = DIRECT;
    if (direct == null) {
      return null;
    }
    try {
      final FileChannel channel =
          FileChannel.open(
              file, Stream.concat(OPTIONS.stream(), Stream.of(direct)).toArray(OpenOption[]::new));
      boolean usable = false;
      try (Arena trial = Arena.ofConfined()) {
        final long blockBytes = Files.getFileStore(file).getBlockSize();
        if (blockBytes > 0 && blockBytes <= MOST_BLOCK_BYTES) {
          usable =
              channel.write(trial.allocate(blockBytes, blockBytes).asByteBuffer(), 0) == blockBytes;
        }
        return usable ? new PieceFile(channel, (int) blockBytes, expectedBytes) : null;
      } finally {
        if (!usable) {
          channel.close();
        }
      }
    } catch (IOException | UnsupportedOperationException e) {
      // No direct access. What is wrong with the file itself shows when it is opened without.
      return null;
    }
  }

  /** How many bytes it has been given. */
  long length() {
    return handedBytes + (complete ? 0 : parts[filling].position());
  }

  /** Appends all of them. */
  void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      final ByteBuffer part = parts[filling];
      final int taken = Math.min(part.remaining(), bytes.remaining());
      part.put(part.position(), bytes, bytes.position(), taken);
      part.position(part.position() + taken);
      bytes.position(bytes.position() + taken);
      if (!part.hasRemaining()) {
        handOver(part.position());
      }
    }
  }

  /**
   * Appends bytes of another file.
   *
   * @param from a complete one
   * @param seen looks at them, one part after the other
   * @throws EOFException when it is shorter
   */
  void copy(PieceFile from, long offset, long bytes, Consumer<ByteBuffer> seen) throws IOException {
    final ByteBuffer read = window();
    final long end = offset + bytes;
    for (long at = offset; at < end; ) {
      final long start = at - at % from.blockBytes;
      read.clear().limit((int) Math.min(WINDOW_BYTES, from.roundedUp(end - start)));
      while (read.hasRemaining()
          && from.channel.read(read, start + read.position()) > 0
          && read.position() % from.blockBytes == 0) {
        // until the end of the file, where a read is shorter
      }
      read.flip();
      if (read.limit() <= at - start) {
        throw new EOFException("the piece before is shorter");
      }
      read.position((int) (at - start)).limit((int) Math.min(read.limit(), end - start));
      at += read.remaining();
      seen.accept(read.duplicate());
      write(read);
    }
  }

  private ByteBuffer window() {
    final @Nullable ByteBuffer present = window;
    if (present != null) {
      return present;
    }
    final ByteBuffer made = memory.allocate(WINDOW_BYTES, MOST_BLOCK_BYTES).asByteBuffer();
    window = made;
    return made;
  }

  /** All is on the disk when it returns, and the file can only be read from then on. */
  void complete() throws IOException {
    final ByteBuffer last = parts[filling];
    final long length = length();
    if (last.position() > 0) {
      final int padded = (int) roundedUp(last.position());
      while (last.position() < padded) {
        last.put((byte) 0);
      }
      handOver(padded);
    }
    awaitDisk();
    if (channel.size() != length) {
      channel.truncate(length);
    }
    channel.force(true);
    complete = true;
    handedBytes = length;
    release();
  }

  private void handOver(int bytes) throws IOException {
    awaitDisk();
    final ByteBuffer part = parts[filling].flip().limit(bytes);
    final long at = handedBytes;
    final boolean force = blockBytes == 1 && ++handedParts % PARTS_A_FORCE == 0;
    writing =
        disk.submit(() -> {
          while (part.hasRemaining()) {
            channel.write(part, at + part.position());
          }
          if (force) {
            channel.force(false);
          }
          return null;
        });
    handedBytes += bytes;
    filling = 1 - filling;
    parts[filling].clear();
  }

  private void awaitDisk() throws IOException {
    final @Nullable Future<?> before = writing;
    writing = null;
    try {
      if (before != null) {
        before.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("the disk refuses it: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private long roundedUp(long bytes) {
    return (bytes + blockBytes - 1) / blockBytes * blockBytes;
  }

  private void release() {
    disk.close();
    if (memory.scope().isAlive()) {
      memory.close();
    }
  }

  /** A file that is not complete is left as it is. */
  @Override
  public void close() throws IOException {
    release();
    channel.close();
  }
}
