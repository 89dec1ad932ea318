package io.lull.reconfig.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All cores that a worker may use: the calling thread and as many more as there are cores besides
 * its own. How many there are is asked again for every loop, so a worker that is given more cores,
 * or fewer, follows with its next loop.
 *
 * <p>Used by one thread, the program's; its other threads are daemons. Between two loops they look
 * for work for some microseconds and then stand still until there is some: on a computer that
 * belongs to somebody, waiting must not cost a core.
 */
public final class KernelThreads implements AutoCloseable {
  /** However many cores a machine has, a worker's loops are shared out no further. */
  public static final int MAX_THREADS = 256;

  /** With less to do a thread, waking others takes longer than it saves. */
  private static final long LEAST_CELLS_PER_THREAD = 16_384;

  /**
   * So often a waiting thread looks before it stands still: some ten microseconds, about as long as
   * waking it would take.
   */
  private static final int LOOKS = 1_000;

  /** A thread that stands still looks around this often, however silent it is. */
  private static final long LONGEST_PARK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long MAX_CLOSE_MILLIS = 5_000;

  /** Some rows of a loop; called by several threads at once, for other rows each. */
  @FunctionalInterface
  public interface Rows {
    /**
     * @param to exclusive
     */
    void run(long from, long to);
  }

  private final IntSupplier cores;
  private final List<Hand> hands = new ArrayList<>();
  private volatile @Nullable Loop loop;
  private volatile long turn;
  private volatile boolean closed;
  private volatile boolean stopped;

  /** A loop is run, by however many threads; those that run it see it with their turn. */
  private boolean busy;

  /**
   * @param cores how many this worker may use now
   */
  public KernelThreads(IntSupplier cores) {
    this.cores = cores;
  }

  /** From now on no chunk of a loop is begun: its caller gets {@link LoopStopped}. Any thread. */
  public void stop() {
    stopped = true;
  }

  /** Loops run again. */
  public void resume() {
    stopped = false;
  }

  /**
   * Any thread of a loop.
   *
   * @throws LoopStopped when it is not wanted any more
   */
  public void requireGoing() {
    if (stopped) {
      throw new LoopStopped();
    }
  }

  /**
   * Runs a loop over rows to its end; its rows are done in any order. What an iteration throws is
   * thrown here, once every thread has left the loop.
   *
   * @param from first row
   * @param to row after the last
   * @param cellsPerRow how much there is to do in each
   */
  public void run(long from, long to, long cellsPerRow, Rows rows) {
    requireIdle();
    busy = true;
    try {
      final int threads = threads((to - from) * cellsPerRow, to - from);
      if (threads > 1) {
        share(from, to, cellsPerRow, rows, threads);
      } else {
        final Loop alone = new Loop(this, rows, from, to, cellsPerRow, 1);
        alone.help(0);
        alone.throwFailure();
      }
    } finally {
      busy = false;
    }
  }

  /**
   * @throws IllegalStateException when a loop is being run: whoever asks is inside of it
   */
  public void requireIdle() {
    if (busy) {
      throw new IllegalStateException(
          "a loop is begun inside of another: a kernel reads cells and does nothing else");
    }
  }

  private void share(long from, long to, long cellsPerRow, Rows rows, int threads) {
    while (hands.size() < threads - 1) {
      hands.add(new Hand(hands.size() + 1));
    }
    final Loop present = new Loop(this, rows, from, to, cellsPerRow, threads);
    begin(present, threads);
    try {
      present.help(0);
      await(present);
    } finally {
      loop = null;
    }
    present.throwFailure();
  }

  // Only the program's thread writes it.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void begin(Loop present, int threads) {
    loop = present;
    turn++;
    for (final Hand hand : hands.subList(0, threads - 1)) {
      hand.wake();
    }
  }

  private int threads(long cells, long rows) {
    if (cells < 2 * LEAST_CELLS_PER_THREAD) {
      return 1;
    }
    final long useful = Math.min(cells / LEAST_CELLS_PER_THREAD, rows);
    return (int) Math.min(Math.clamp(cores.getAsInt(), 1, MAX_THREADS), useful);
  }

  private void await(Loop present) {
    for (int look = 0; look < LOOKS; look++) {
      if (present.isOver()) {
        return;
      }
      Thread.onSpinWait();
    }
    present.ownerWaits();
    while (!present.isOver()) {
      LockSupport.parkNanos(this, LONGEST_PARK_NANOS);
    }
  }

  /** Ends the other threads. */
  @Override
  public void close() {
    closed = true;
    hands.forEach(Hand::end);
  }

  /** One of the other threads. */
  private final class Hand {
    private final int number;
    private final Thread thread;
    private volatile boolean standing;

    Hand(int number) {
      this.number = number;
      this.thread = Thread.ofPlatform().daemon().name("kernel " + number).start(this::work);
    }

    /** Said after the turn: either this sees it standing, or it sees the turn before it stands. */
    void wake() {
      if (standing) {
        LockSupport.unpark(thread);
      }
    }

    void end() {
      LockSupport.unpark(thread);
      try {
        thread.join(MAX_CLOSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void work() {
      long seen = 0;
      while (!closed) {
        final long present = turn;
        if (present == seen) {
          await(seen);
        } else {
          help();
          seen = present;
        }
      }
    }

    private void help() {
      final @Nullable Loop present = loop;
      if (present != null) {
        present.help(number);
      }
    }

    private void await(long seen) {
      for (int look = 0; look < LOOKS; look++) {
        if (turn != seen) {
          return;
        }
        Thread.onSpinWait();
      }
      standing = true;
      while (turn == seen && !closed) {
        LockSupport.parkNanos(KernelThreads.this, LONGEST_PARK_NANOS);
      }
      standing = false;
    }
  }
}
