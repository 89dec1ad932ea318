package io.lull.bench.reclaim;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * When each thread of a guest ran, in a file that the guest and who measures it both have in their
 * memory. Times are of the system's monotonic clock, which all processes share.
 */
final class Stamps {
  /** A thread that is longer between two stamps did not have the processor. */
  static final long GAP_NANOS = 50_000;

  private static final int MAX_GAPS = 4096;
  private static final long LAST = 0;
  private static final long FIRST = 8;
  private static final long GAPS = 16;
  private static final long RING = 64;
  private static final long SIZE = RING + MAX_GAPS * 16L;
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment memory;
  private final int threads;

  private Stamps(MemorySegment memory, int threads) {
    this.memory = memory;
    this.threads = threads;
  }

  /** A span in which a thread had the processor. */
  record Run(long fromNanos, long toNanos) {}

  /** A new file for so many threads; what is mapped stays so until the process ends. */
  static Stamps create(Path file, int threads) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Stamps(
          channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE * threads, Arena.ofAuto()), threads);
    }
  }

  int threads() {
    return threads;
  }

  /** What one thread writes with. */
  Pen pen(int thread) {
    return new Pen(memory.asSlice(SIZE * thread, SIZE));
  }

  /** Whether every thread has run. */
  boolean begun() {
    for (int i = 0; i < threads; i++) {
      if (read(i, LAST) == 0) {
        return false;
      }
    }
    return true;
  }

  /** When the last instruction of any thread was. */
  long last() {
    long last = 0;
    for (int i = 0; i < threads; i++) {
      last = Math.max(last, read(i, LAST));
    }
    return last;
  }

  /** When threads had the processor from this time on, as far as is kept: of each, in order. */
  List<List<Run>> runs(long fromNanos) {
    final List<List<Run>> all = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      final long gaps = read(thread, GAPS);
      final List<Run> runs = new ArrayList<>();
      long begin = gaps > MAX_GAPS ? 0 : read(thread, FIRST);
      for (long gap = Math.max(0, gaps - MAX_GAPS); gap < gaps; gap++) {
        final long at = RING + gap % MAX_GAPS * 16;
        final long end = read(thread, at);
        if (begin != 0 && end > fromNanos) {
          runs.add(new Run(Math.max(begin, fromNanos), end));
        }
        begin = read(thread, at + 8);
      }
      final long last = read(thread, LAST);
      if (begin != 0 && last > fromNanos) {
        runs.add(new Run(Math.max(begin, fromNanos), last));
      }
      all.add(runs);
    }
    return all;
  }

  private long read(int thread, long offset) {
    return (long) LONG.getAcquire(memory, SIZE * thread + offset);
  }

  /** Used by one thread. */
  static final class Pen {
    private final MemorySegment own;
    private long last;
    private long gaps;

    private Pen(MemorySegment own) {
      this.own = own;
    }

    void stamp(long nanos) {
      if (nanos - last > GAP_NANOS) {
        if (last == 0) {
          LONG.setRelease(own, FIRST, nanos);
        } else {
          final long at = RING + gaps % MAX_GAPS * 16;
          LONG.setRelease(own, at, last);
          LONG.setRelease(own, at + 8, nanos);
          gaps++;
          LONG.setRelease(own, GAPS, gaps);
        }
      }
      last = nanos;
      LONG.setRelease(own, LAST, nanos);
    }
  }
}
