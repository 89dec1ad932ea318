package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TenureTest {
  private static List<PlacedNode> nodes(String... names) {
    return Stream.of(names)
        .map(name -> new PlacedNode(name, "127.0.0.1", 1, 1.0, List.of()))
        .toList();
  }

  @Test
  void beginsWithTheFirstNodesAndAgainWithoutAny() {
    final AllocationTimes given = AllocationTimes.NONE.after(nodes(), nodes("a"), 5);
    assertThat(given).isEqualTo(new AllocationTimes(5, 5, 0, 0));
    assertThat(given.after(nodes("a"), nodes(), 9)).isEqualTo(new AllocationTimes(9, 9, 4, 4));
  }

  @Test
  void goesOnWithOtherNodes() {
    final AllocationTimes given = new AllocationTimes(5, 5, 0, 0);
    assertThat(given.after(nodes("a"), nodes("a", "b"), 9))
        .isEqualTo(new AllocationTimes(5, 9, 0, 4));
    assertThat(given.after(nodes("a", "b"), nodes("b", "a"), 9)).isEqualTo(given);
  }

  @Test
  void theTimeOfEachNodeCounts() {
    final AllocationTimes given =
        AllocationTimes.NONE
            .after(nodes(), nodes("a", "b"), 10)
            .after(nodes("a", "b"), nodes("a"), 14)
            .after(nodes("a"), nodes(), 20)
            .after(nodes(), nodes("c"), 50);
    assertThat(given.nodeMillis(nodes("c"), 53)).isEqualTo(2 * 4 + 6 + 3);
    assertThat(AllocationTimes.NONE.nodeMillis(nodes("a"), 1_000_000))
        .as("of a job that an earlier version stored")
        .isZero();
  }
}
