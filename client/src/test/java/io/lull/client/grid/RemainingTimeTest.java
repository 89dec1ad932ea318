package io.lull.client.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.TasksView;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RemainingTimeTest {
  private static final long NOW = 1_000_000;

  private static JobView.Builder running() {
    return JobView.newBuilder().setState("running").setIteration(40).setIterations(100);
  }

  private static JobView.Builder bag(int total, int done, int failed) {
    return JobView.newBuilder()
        .setState("running")
        .setStartedAt(NOW - 100_000)
        .setTasks(TasksView.newBuilder().setTotal(total).setDone(done).setFailed(failed));
  }

  @Test
  void isBetweenTheFastestAndTheSlowestOfLate() {
    final JobView job =
        running()
            .setSecondsPerIteration(1)
            .setFastestSecondsPerIteration(0.9)
            .setSlowestSecondsPerIteration(1.2)
            .build();
    assertThat(RemainingTime.of(job, NOW))
        .contains(new RemainingTime(Duration.ofSeconds(50), Duration.ofSeconds(75)));
  }

  @Test
  void isNotKnownBeforeEnoughWasMeasuredInTheConfiguration() {
    assertThat(RemainingTime.of(running().setSecondsPerIteration(1).build(), NOW)).isEmpty();
    assertThat(RemainingTime.of(bag(100, 2, 1).build(), NOW)).isEmpty();
  }

  @Test
  void isNotKnownOfOneThatStandsOrHasEnded() {
    for (final String state : new String[] {"queued", "suspended", "finished", "failed"}) {
      final JobView job =
          running()
              .setState(state)
              .setFastestSecondsPerIteration(1)
              .setSlowestSecondsPerIteration(1)
              .build();
      assertThat(RemainingTime.of(job, NOW)).as(state).isEmpty();
    }
  }

  @Test
  void narrowsWithTheNumberOfTasksThatHaveEnded() {
    assertThat(RemainingTime.of(bag(104, 3, 1).build(), NOW))
        .as("25 s each, known to a half")
        .contains(new RemainingTime(Duration.ofMinutes(20), Duration.ofMinutes(65)));
    assertThat(RemainingTime.of(bag(200, 100, 0).build(), NOW))
        .as("1 s each, known to a tenth")
        .contains(new RemainingTime(Duration.ofSeconds(90), Duration.ofSeconds(120)));
  }

  @Test
  void longTimesAreToldInLongSteps() {
    final JobView job =
        running()
            .setIterations(10_040)
            .setFastestSecondsPerIteration(9)
            .setSlowestSecondsPerIteration(11)
            .build();
    assertThat(RemainingTime.of(job, NOW))
        .contains(new RemainingTime(Duration.ofHours(24), Duration.ofHours(36)));
  }
}
