package io.lull.reconfig.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.collective.ComputingTime.Spent;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How the time of a program's thread is counted. */
class ComputingTimeTest {
  private final VirtualClock clock = new VirtualClock();
  private long sleptNanos;
  private final ComputingTime time = new ComputingTime(clock, () -> sleptNanos);

  private void passNanos(long nanos) {
    clock.advance(Duration.ofNanos(nanos));
  }

  @Test
  void computingAndWaitingAreCountedApart() {
    time.begin(3);
    time.compute();
    passNanos(5);
    time.beginWaiting();
    passNanos(70);
    time.endWaiting();
    passNanos(1);
    time.reachSafePoint();
    assertThat(time.spent()).isEqualTo(new Spent(3, 1, 6, 70));
  }

  @Test
  void sleepingForAPaceIsWaiting() {
    time.begin(3);
    time.compute();
    passNanos(50);
    sleptNanos += 45;
    time.beginWaiting();
    passNanos(2);
    time.endWaiting();
    passNanos(7);
    time.reachSafePoint();
    assertThat(time.spent()).isEqualTo(new Spent(3, 1, 12, 47));
  }

  @Test
  void standingStillForAChangeIsNotCounted() {
    time.begin(3);
    passNanos(900);
    time.compute();
    passNanos(5);
    time.reachSafePoint();
    passNanos(900);
    time.compute();
    passNanos(5);
    time.reachSafePoint();
    assertThat(time.spent()).isEqualTo(new Spent(3, 2, 10, 0));
  }

  @Test
  void whoStandsStillDoesNotWaitForOthersEither() {
    time.begin(3);
    time.beginWaiting();
    passNanos(40);
    time.endWaiting();
    passNanos(40);
    time.reachSafePoint();
    assertThat(time.spent()).isEqualTo(new Spent(3, 1, 0, 0));
  }

  @Test
  void whatComesAfterTheLastSafePointIsNotToldYet() {
    time.begin(3);
    time.compute();
    passNanos(5);
    time.reachSafePoint();
    time.compute();
    passNanos(1_000);
    time.beginWaiting();
    passNanos(1_000);
    assertThat(time.spent()).isEqualTo(new Spent(3, 1, 5, 0));
  }

  @Test
  void anotherConfigurationBeginsAtNothing() {
    assertThat(time.spent()).isEqualTo(Spent.NOTHING);
    time.begin(3);
    time.compute();
    passNanos(5);
    time.reachSafePoint();
    time.begin(4);
    assertThat(time.spent()).isEqualTo(new Spent(4, 0, 0, 0));
    time.compute();
    passNanos(2);
    time.reachSafePoint();
    assertThat(time.spent()).isEqualTo(new Spent(4, 1, 2, 0));
  }
}
