package io.lull.reconfig.parallel;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One loop being run. Each thread has a band of neighbouring rows, the same in every loop, so that
 * its caches keep their worth; a thread that has finished its own band takes chunks of the others',
 * so that a thread whose core is busy elsewhere delays the loop by at most a chunk.
 */
final class Loop {
  /** A chunk is about so large: some tens of microseconds. */
  private static final long CHUNK_CELLS = 65_536;

  /** Counters lie a cache line and its neighbour apart: each is mostly one thread's. */
  private static final int PADDING = 16;

  private final KernelThreads threads;
  private final KernelThreads.Rows rows;
  private final int bands;
  private final long chunkRows;
  private final long[] ends;
  private final AtomicLongArray next;
  private final AtomicLong rowsLeft;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Thread owner = Thread.currentThread();
  private volatile boolean ownerWaits;

  Loop(
      KernelThreads threads,
      KernelThreads.Rows rows,
      long from,
      long to,
      long cellsPerRow,
      int bands) {
    this.threads = threads;
    this.rows = rows;
    this.bands = bands;
    this.chunkRows = Math.max(1, CHUNK_CELLS / Math.max(1, cellsPerRow));
    this.ends = new long[bands];
    this.next = new AtomicLongArray(bands * PADDING);
    this.rowsLeft = new AtomicLong(to - from);
    for (int band = 0; band < bands; band++) {
      next.set(band * PADDING, from + (to - from) * band / bands);
      ends[band] = from + (to - from) * (band + 1) / bands;
    }
  }

  /**
   * Does what there is left to do.
   *
   * @param thread whose band comes first; one that has no band has no part in this loop
   */
  void help(int thread) {
    if (thread >= bands) {
      return;
    }
    for (int turn = 0; turn < bands; turn++) {
      final int band = (thread + turn) % bands;
      long from = next.getAndAdd(band * PADDING, chunkRows);
      while (from < ends[band]) {
        final long to = Math.min(from + chunkRows, ends[band]);
        attempt(from, to);
        if (rowsLeft.addAndGet(from - to) == 0 && ownerWaits) {
          LockSupport.unpark(owner);
        }
        from = next.getAndAdd(band * PADDING, chunkRows);
      }
    }
  }

  /** After a failure the rest of the rows are only counted. */
  private void attempt(long from, long to) {
    if (failure.get() == null) {
      try {
        threads.requireGoing();
        rows.run(from, to);
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      }
    }
  }

  /** Every row is done, and no thread is among them. */
  boolean isOver() {
    return rowsLeft.get() == 0;
  }

  void ownerWaits() {
    ownerWaits = true;
  }

  void throwFailure() {
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }
}
