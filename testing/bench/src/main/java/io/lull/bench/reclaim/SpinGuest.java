package io.lull.bench.reclaim;

import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A guest that does nothing but use the processors, and leaves in a file when it last did: threads
 * without pause, until its standard input ends.
 */
public final class SpinGuest {
  private SpinGuest() {}

  /**
   * @param arguments the file of stamps, how many threads, and how many bytes each goes through
   *     again and again: 0 for none
   */
  public static void main(String[] arguments) throws IOException {
    final Stamps stamps = Stamps.create(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    final int bytes = Integer.parseInt(arguments[2]);
    for (int i = 0; i < stamps.threads(); i++) {
      final int thread = i;
      Thread.ofPlatform().daemon().start(() -> spin(stamps, thread, bytes));
    }
    while (System.in.read() >= 0) {
      // Its life is that of who started it.
    }
    System.exit(0);
  }

  private static void spin(Stamps stamps, int thread, int bytes) {
    final Stamps.Pen pen = stamps.pen(thread);
    final long[] stream = new long[bytes / Long.BYTES];
    int at = 0;
    while (true) {
      if (stream.length > 0) {
        for (int end = Math.min(at + 4096, stream.length); at < end; at++) {
          stream[at] += thread + 1L;
        }
        at = at == stream.length ? 0 : at;
      }
      pen.stamp(SystemClock.INSTANCE.nanos());
    }
  }
}
