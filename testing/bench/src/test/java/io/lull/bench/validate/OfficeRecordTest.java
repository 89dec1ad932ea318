package io.lull.bench.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.coordinator.availability.NodeUse;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class OfficeRecordTest {
  private static OfficeRecord record(long endMillis, NavigableMap<Long, NodeUse> uses) {
    return new OfficeRecord(
        0,
        List.of(new JobTimes(0, 10, endMillis, 1, List.of(), List.of(), List.of(), List.of())),
        Map.of("pc1", uses));
  }

  @Test
  void agreementIsThePartOfTheTimeInWhichUsesAreTheSame() {
    final OfficeRecord one =
        record(
            800,
            new TreeMap<>(
                Map.of(-50L, NodeUse.AVAILABLE, 100L, NodeUse.RUNNING, 600L, NodeUse.OWNER)));
    final OfficeRecord other =
        record(
            1_000,
            new TreeMap<>(
                Map.of(0L, NodeUse.AVAILABLE, 300L, NodeUse.RUNNING, 600L, NodeUse.OWNER)));
    assertThat(one.agreement(other, use -> use)).isCloseTo(0.8, within(1e-9));
    assertThat(other.agreement(one, use -> use)).isCloseTo(0.8, within(1e-9));
    assertThat(one.agreement(other, use -> use == NodeUse.RUNNING ? NodeUse.AVAILABLE : use))
        .isEqualTo(1);
  }

  @Test
  void aNodeOfWhichNothingIsKnownIsOffline() {
    final OfficeRecord known = record(1_000, new TreeMap<>(Map.of(250L, NodeUse.OWNER)));
    assertThat(known.agreement(record(1_000, new TreeMap<>()), use -> use))
        .isCloseTo(0.25, within(1e-9));
  }

  @Test
  void aSeedIsAlwaysTheSameHistory() {
    final OfficeHistory drawn = OfficeHistory.drawn(5, 8, 3, 20_000, 140_000);
    assertThat(OfficeHistory.drawn(5, 8, 3, 20_000, 140_000)).isEqualTo(drawn);
    assertThat(OfficeHistory.drawn(6, 8, 3, 20_000, 140_000)).isNotEqualTo(drawn);
    assertThat(drawn.visits()).isNotEmpty().allMatch(visit -> visit.untilMillis() <= 140_000);
    assertThat(drawn.jobs()).hasSize(3).allMatch(job -> job.seconds() <= 60);
  }
}
