package io.lull.reconfig.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

final class KernelThreadsTest {
  private static final long DEADLINE_SECONDS = 60;
  private static final int ROWS = 1000;
  private static final int CELLS_PER_ROW = 1000;

  @Test
  void everyRowIsDoneOnceOnAnyNumberOfThreads() {
    for (int threads = 1; threads <= 5; threads++) {
      final int cores = threads;
      try (KernelThreads kernels = new KernelThreads(() -> cores)) {
        final AtomicIntegerArray times = new AtomicIntegerArray(ROWS);
        for (int loop = 1; loop <= 50; loop++) {
          kernels.run(
              0,
              ROWS,
              CELLS_PER_ROW,
              (from, to) -> {
                for (long row = from; row < to; row++) {
                  times.incrementAndGet((int) row);
                }
              });
          for (int row = 0; row < ROWS; row++) {
            assertThat(times.get(row)).as("row %d, %d threads", row, threads).isEqualTo(loop);
          }
        }
      }
    }
  }

  @Test
  void severalThreadsAreInTheLoopAtOnce() throws InterruptedException {
    try (KernelThreads kernels = new KernelThreads(() -> 3)) {
      final CountDownLatch together = new CountDownLatch(3);
      final Set<Thread> threads = ConcurrentHashMap.newKeySet();
      kernels.run(
          0,
          ROWS,
          CELLS_PER_ROW,
          (from, to) -> {
            if (threads.add(Thread.currentThread())) {
              together.countDown();
              await(together);
            }
          });
      assertThat(together.await(0, TimeUnit.SECONDS)).isTrue();
      assertThat(threads).hasSize(3).contains(Thread.currentThread());
    }
  }

  @Test
  void theNextLoopHasAsManyThreadsAsThereAreCoresThen() {
    final AtomicInteger cores = new AtomicInteger(2);
    try (KernelThreads kernels = new KernelThreads(cores::get)) {
      assertThat(threadsOf(kernels, 2)).isEqualTo(2);
      cores.set(4);
      assertThat(threadsOf(kernels, 4)).isEqualTo(4);
      cores.set(1);
      assertThat(threadsOf(kernels, 1)).isEqualTo(1);
    }
  }

  @Test
  void littleWorkIsDoneByTheCallerAlone() {
    try (KernelThreads kernels = new KernelThreads(() -> 4)) {
      final Thread caller = Thread.currentThread();
      kernels.run(0, 10, 10, (from, to) -> assertThat(Thread.currentThread()).isSameAs(caller));
    }
  }

  @Test
  void aFailureIsThrownOnceEveryThreadHasLeftTheLoop() {
    try (KernelThreads kernels = new KernelThreads(() -> 3)) {
      final AtomicInteger inside = new AtomicInteger();
      assertThatThrownBy(() ->
              kernels.run(
                  0,
                  ROWS,
                  CELLS_PER_ROW,
                  (from, to) -> {
                    inside.incrementAndGet();
                    try {
                      if (from <= 500 && to > 500) {
                        throw new IllegalArgumentException("row 500");
                      }
                    } finally {
                      inside.decrementAndGet();
                    }
                  }))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("row 500");
      assertThat(inside).hasValue(0);
      assertThat(threadsOf(kernels, 3)).as("the threads go on").isEqualTo(3);
    }
  }

  @Test
  void aLoopInsideOfALoopIsRefused() {
    try (KernelThreads kernels = new KernelThreads(() -> 2)) {
      assertThatThrownBy(() ->
              kernels.run(
                  0,
                  ROWS,
                  CELLS_PER_ROW,
                  (from, to) -> kernels.run(0, ROWS, CELLS_PER_ROW, (f, t) -> {})))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("inside of another");
    }
  }

  @Test
  void threadsThatWaitStandStill() {
    final Thread hand;
    try (KernelThreads kernels = new KernelThreads(() -> 2)) {
      final Set<Thread> threads = ConcurrentHashMap.newKeySet();
      meet(kernels, 2, threads);
      threads.remove(Thread.currentThread());
      hand = threads.iterator().next();
      final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
      while (hand.getState() != Thread.State.TIMED_WAITING) {
        assertThat(System.nanoTime()).as("the thread still looks for work").isLessThan(deadline);
        Thread.onSpinWait();
      }
    }
    assertThat(hand.isAlive()).as("after the threads were closed").isFalse();
  }

  private static int threadsOf(KernelThreads kernels, int expected) {
    final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    meet(kernels, expected, threads);
    return threads.size();
  }

  /** A loop that ends when so many threads have met in it. */
  private static void meet(KernelThreads kernels, int expected, Set<Thread> threads) {
    final CountDownLatch together = new CountDownLatch(expected);
    kernels.run(
        0,
        ROWS,
        CELLS_PER_ROW,
        (from, to) -> {
          if (threads.add(Thread.currentThread())) {
            together.countDown();
            await(together);
          }
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
