package io.lull.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ThrottleTest {
  private static final long RATE = 1_000_000;
  private static final long MILLI = 1_000_000;

  private final AtomicLong nanos = new AtomicLong();
  private final Throttle throttle =
      new Throttle(
          new Clock() {
            @Override
            public long epochMillis() {
              return nanos.get() / MILLI;
            }

            @Override
            public long nanos() {
              return nanos.get();
            }
          });

  @Test
  void withoutALimitNobodyWaits() throws Exception {
    assertThat(throttle.limits()).isFalse();
    throttle.pass(1L << 50);
    throttle.limit(RATE);
    throttle.limit(Throttle.UNLIMITED);
    throttle.pass(1L << 50);
  }

  @Test
  void inNoSpanOfTimeDoesMorePassThanTheRateAllows() {
    throttle.limit(RATE);
    final int[] sizes = {1, 16_384, 70_000, 3, 0, 250_000, 16_384, 16_384};
    final Deque<long[]> waiting = new ArrayDeque<>();
    final List<long[]> passed = new ArrayList<>();
    long turn = 0;
    for (int milli = 0; milli < 20_000; milli++) {
      // Now and then nobody wants anything for a while.
      if (milli % 3000 < 2000 && waiting.size() < 5) {
        final int size = sizes[(int) (turn++ % sizes.length)];
        waiting.add(new long[] {throttle.charge(size), size});
      }
      while (!waiting.isEmpty() && throttle.nanosUntilPaid(waiting.getFirst()[0]) <= 0) {
        passed.add(new long[] {nanos.get(), waiting.removeFirst()[1]});
      }
      nanos.addAndGet(MILLI);
    }
    // The one that was being paid for already, a burst, and what is late by how often it is looked.
    final double slack = 250_000 + Throttle.BURST_SECONDS * RATE + 2 * RATE / 1000.0;
    for (int from = 0; from < passed.size(); from++) {
      long bytes = 0;
      for (int to = from + 1; to < passed.size(); to++) {
        bytes += passed.get(to)[1];
        final double seconds = (passed.get(to)[0] - passed.get(from)[0]) / 1e9;
        assertThat((double) bytes).isLessThanOrEqualTo(seconds * RATE + slack);
      }
    }
    final long sum = passed.stream().mapToLong(each -> each[1]).sum();
    assertThat(sum).as("and no less").isGreaterThan(RATE * 10);
  }

  @Test
  void theSmallAreServedInTheirTurnAmongTheLarge() {
    throttle.limit(RATE);
    final long large = throttle.charge(500_000);
    final long small = throttle.charge(100);
    throttle.charge(500_000);
    nanos.addAndGet(501 * MILLI);
    assertThat(throttle.nanosUntilPaid(large)).isNotPositive();
    assertThat(throttle.nanosUntilPaid(small)).isNotPositive();
  }

  @Test
  void whatWasNotUsedIsNotSavedUpForLongerThanATenthOfASecond() {
    throttle.limit(RATE);
    nanos.addAndGet(3_600_000 * MILLI);
    assertThat(throttle.nanosUntilPaid(throttle.charge(100_000))).isNotPositive();
    assertThat(throttle.nanosUntilPaid(throttle.charge(50_000))).isEqualTo(50 * MILLI);
  }

  @Test
  void aNewRateHoldsAlsoForWhoWaits() throws Exception {
    throttle.limit(1);
    final CompletableFuture<Void> passed = new CompletableFuture<>();
    final Thread waiter =
        Thread.ofVirtual()
            .start(() -> {
              try {
                throttle.pass(1_000_000);
                passed.complete(null);
              } catch (InterruptedException e) {
                passed.completeExceptionally(e);
              }
            });
    assertThat(passed).isNotDone();
    throttle.limit(Throttle.UNLIMITED);
    passed.get(30, TimeUnit.SECONDS);
    assertThat(waiter.join(java.time.Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void anInterruptedWaiterStopsWaiting() throws Exception {
    throttle.limit(1);
    final CompletableFuture<String> ended = new CompletableFuture<>();
    final Thread waiter =
        Thread.ofVirtual()
            .start(() -> {
              try {
                throttle.pass(1_000_000);
                ended.complete("passed");
              } catch (InterruptedException e) {
                ended.complete("interrupted");
              }
            });
    waiter.interrupt();
    assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo("interrupted");
  }

  @Test
  void noRateIsRefused() {
    assertThatThrownBy(() -> throttle.limit(0)).hasMessage("0 bytes a second is no rate");
  }
}
