package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Deadlines of jobs, when somebody sets the clock of a coordinator's machine. */
class SteadyClockTest {
  private static final long BEGIN = 1_000_000_000;
  private static final long HOUR = 3_600_000;

  private final VirtualClock clock = new VirtualClock(BEGIN);

  @Test
  void itIsTheWallClocksWhileNobodySetsThat() {
    final SteadyClock time = new SteadyClock(clock, 0);
    assertThat(time.epochMillis()).isEqualTo(BEGIN);
    clock.advance(Duration.ofMinutes(3));
    assertThat(time.epochMillis()).isEqualTo(BEGIN + 180_000);
  }

  @Test
  void aClockThatIsSetBackDoesNotHoldDeadlinesUp() {
    final SteadyClock time = new SteadyClock(clock, 0);
    clock.setWall(BEGIN - HOUR);
    clock.advance(Duration.ofSeconds(10));
    assertThat(time.epochMillis()).as("half the pace").isEqualTo(BEGIN + 5_000);
    for (int second = 0; second < 2 * 3600; second++) {
      clock.advance(Duration.ofSeconds(1));
      final long before = time.epochMillis();
      assertThat(before).isGreaterThanOrEqualTo(clock.epochMillis());
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(time.epochMillis()).as("both agree again").isEqualTo(clock.epochMillis());
  }

  @Test
  void aClockThatIsSetForwardDoesNotMakeDeadlinesComeAtOnce() {
    final SteadyClock time = new SteadyClock(clock, 0);
    clock.setWall(BEGIN + HOUR);
    clock.advance(Duration.ofSeconds(10));
    assertThat(time.epochMillis()).as("twice the pace").isEqualTo(BEGIN + 20_000);
  }

  @Test
  void aCoordinatorWhoseClockIsBehindGoesOnWhereTheLastOneWas() {
    final SteadyClock time = new SteadyClock(clock, BEGIN + HOUR);
    assertThat(time.epochMillis()).isEqualTo(BEGIN + HOUR);
    clock.advance(Duration.ofSeconds(4));
    assertThat(time.epochMillis()).isEqualTo(BEGIN + HOUR + 2_000);
  }

  @Test
  void manyLooksInAMillisecondDoNotMakeItStand() {
    final SteadyClock time = new SteadyClock(clock, BEGIN + HOUR);
    for (int look = 0; look < 40_000; look++) {
      clock.advance(Duration.ofNanos(100_000));
      assertThat(time.epochMillis()).isGreaterThanOrEqualTo(BEGIN + HOUR);
    }
    assertThat(time.epochMillis()).isEqualTo(BEGIN + HOUR + 2_000);
  }
}
