package io.lull.reconfig.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Has the disk write while a file is still being filled: what is left to wait for at the end is the
 * last part only. One thread, and one of its own.
 */
final class BackgroundForce implements AutoCloseable {
  /** Whenever so much is new the disk is told to write it. */
  private static final long EVERY_BYTES = 16L << 20;

  private final FileChannel channel;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("disk").factory());
  private @Nullable Future<?> last;
  private long fresh;

  BackgroundForce(FileChannel channel) {
    this.channel = channel;
  }

  /** So many bytes are new. */
  void wrote(long bytes) {
    fresh += bytes;
    final @Nullable Future<?> before = last;
    if (fresh >= EVERY_BYTES && (before == null || before.isDone())) {
      fresh = 0;
      last =
          thread.submit(() -> {
            channel.force(false);
            return null;
          });
    }
  }

  /** All is on the disk when it returns. */
  void complete() throws IOException {
    final @Nullable Future<?> before = last;
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
    channel.force(true);
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
