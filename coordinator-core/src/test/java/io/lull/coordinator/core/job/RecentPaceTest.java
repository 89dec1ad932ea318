package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Progress;
import org.junit.jupiter.api.Test;

/** What is told of how long a job will take is measured in the configuration that it has. */
class RecentPaceTest {
  private static JobProgress said(JobProgress before, long iteration, double seconds) {
    return before.with(
        Progress.newBuilder().setIteration(iteration).setSecondsPerIteration(seconds).build(),
        FreeShare.WHOLE);
  }

  @Test
  void isTheRangeOfWhatWasSaidLately() {
    JobProgress progress = JobProgress.START;
    progress = said(progress, 10, 2);
    progress = said(progress, 20, 0);
    progress = said(progress, 30, 3);
    assertThat(progress.gauge().recent().fastest()).as("two say nothing of a range").isEmpty();
    progress = said(progress, 40, 1);
    assertThat(progress.gauge().recent().fastest()).hasValue(1);
    assertThat(progress.gauge().recent().slowest()).hasValue(3);
    for (int i = 0; i < 16; i++) {
      progress = said(progress, 50 + i, 5);
    }
    assertThat(progress.gauge().recent().fastest()).as("the others are long past").hasValue(5);
    assertThat(progress.gauge().recent().seconds()).hasSize(16);
  }

  @Test
  void theMeanOfManyIsSurerThanEachOfThem() {
    JobProgress progress = said(JobProgress.START, 10, 2);
    assertThat(progress.gauge().recent().relativeSpread()).as("unknown").isEqualTo(0.3);
    for (int i = 0; i < 16; i++) {
      progress = said(progress, 20 + i, i % 2 == 0 ? 1 : 3);
    }
    assertThat(progress.gauge().recent().relativeSpread())
        .as("1 of 2 each, of four that are independent")
        .isCloseTo(0.25, within(1e-9));
  }

  @Test
  void beginsAnewInAnotherConfiguration() {
    JobProgress progress = JobProgress.START;
    for (int i = 0; i < 3; i++) {
      progress = said(progress, 10 + i, 2);
    }
    assertThat(progress.gauge().recent().slowest()).hasValue(2);
    final JobProgress next = progress.committed(Prepared.newBuilder().setIteration(12).build());
    assertThat(next.gauge().recent()).isEqualTo(RecentPace.NONE);
    assertThat(next.gauge().secondsPerIteration()).isEqualTo(2);
  }

  @Test
  void whatIsSaidOfARankThatThereIsNotIsDropped() {
    final Progress said =
        Progress.newBuilder()
            .setRank(1)
            .setCountedSafePoints(10)
            .setComputingNanos(5_000_000_000L)
            .build();
    final Prepared one =
        Prepared.newBuilder()
            .setLayout(Layout.newBuilder().addMembers(Member.getDefaultInstance()))
            .build();
    final JobProgress alone = JobProgress.START.committed(one);
    assertThat(alone.with(said, FreeShare.WHOLE).gauge().recent().loads())
        .isEqualTo(MeasuredLoads.NONE);
    assertThat(
            alone
                .with(said.toBuilder().setRank(0).build(), FreeShare.WHOLE)
                .gauge()
                .recent()
                .loads()
                .byRank())
        .containsOnlyKeys(0);
  }
}
