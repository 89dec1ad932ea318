package io.lull.bench.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.coordinator.availability.NodeUse;
import io.lull.simulator.job.WorkerDelays;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class LearntDelaysTest {
  private static final OfficeHistory NOTHING = new OfficeHistory(1, List.of(), List.of());

  /** It computes until it ends, on pc1 and the next. */
  private static JobTimes job(int workers, long waits, long lasts) {
    final OfficeRecord.Stays stays = new OfficeRecord.Stays();
    for (int node = 1; node <= workers; node++) {
      stays.changed(waits, List.of(), List.of("pc" + node));
    }
    return new JobTimes(
        0,
        waits,
        waits + lasts,
        workers,
        stays.ended(waits + lasts),
        List.of(),
        List.of(),
        List.of());
  }

  private static OfficePair pair(JobTimes live, JobTimes simulated) {
    return new OfficePair(
        NOTHING,
        new OfficeRecord(
            0,
            List.of(live),
            Map.of(
                "pc1",
                new TreeMap<>(
                    Map.of(0L, NodeUse.RUNNING, live.endedMillis() + 400, NodeUse.AVAILABLE)),
                "pc9",
                new TreeMap<>(
                    Map.of(
                        0L,
                        NodeUse.AVAILABLE,
                        5_000L,
                        NodeUse.RUNNING,
                        8_000L,
                        NodeUse.AVAILABLE)))),
        new OfficeRecord(0, List.of(simulated), Map.of()));
  }

  @Test
  void startsGrowWithTheirWorkersAndGhostsAndExitsAreSeenOnNodes() {
    final WorkerDelays learnt =
        new LearntDelays(
                List.of(
                    // The first is of a cold grid.
                    pair(job(1, 5_000, 9_000), job(1, 0, 9_000)),
                    pair(job(1, 600, 9_000), job(1, 0, 9_000)),
                    pair(job(2, 1_000, 9_000), job(2, 0, 9_000)),
                    pair(job(3, 1_400, 9_000), job(3, 0, 9_000))))
            .ofStartsAndChanges();
    assertThat(learnt.starts())
        .isEqualTo(
            new WorkerDelays.Starts(
                Duration.ofMillis(600),
                Duration.ofMillis(400),
                Duration.ZERO,
                Duration.ofSeconds(3)));
    assertThat(learnt.ends().exit()).isEqualTo(Duration.ofMillis(400));
  }

  @Test
  void whatJobsStillTakeLongerIsTheirEndAndTheirFurtherWorkers() {
    final WorkerDelays learnt =
        LearntDelays.withEnds(
            WorkerDelays.NONE,
            List.of(
                pair(job(1, 0, 19_200), job(1, 0, 9_000)),
                pair(job(1, 0, 9_200), job(1, 0, 9_000)),
                pair(job(2, 0, 9_500), job(2, 0, 9_000)),
                pair(job(3, 0, 9_800), job(3, 0, 9_000))));
    assertThat(learnt.ends().outputs()).isEqualTo(Duration.ofMillis(200));
    assertThat(learnt.starts().further()).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void aLineIsNotBentByAnOutlier() {
    final LearntDelays.Line line =
        LearntDelays.Line.through(
            List.of(
                new double[] {0, 10},
                new double[] {1, 20},
                new double[] {2, 30},
                new double[] {3, 9_000},
                new double[] {4, 50}));
    assertThat(line.slope()).isCloseTo(10, within(1e-9));
    assertThat(line.atZero()).isCloseTo(10, within(1e-9));
    assertThat(LearntDelays.Line.through(List.of())).isEqualTo(new LearntDelays.Line(0, 0));
  }
}
