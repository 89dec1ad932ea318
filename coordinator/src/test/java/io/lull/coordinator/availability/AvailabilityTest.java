package io.lull.coordinator.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.coordinator.availability.Availability.Bucket;
import io.lull.coordinator.availability.Availability.Window;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AvailabilityTest {
  /** A Monday. */
  private static final long MONDAY = Instant.parse("2026-11-23T00:00:00Z").toEpochMilli();

  private static final long MINUTE = 60_000;
  private static final List<NodeState> STATES = List.of(NodeState.values());

  private static Window window(long minutes, long bucketMinutes) {
    return new Window(MONDAY, MONDAY + minutes * MINUTE, Duration.ofMinutes(bucketMinutes));
  }

  private static Change at(long minute, String node, NodeState state) {
    return new Change(node, state, MONDAY + minute * MINUTE);
  }

  private static Availability of(Window window, Map<String, NodeState> before, Change... changes) {
    return Availability.of(window, before, List.of(changes), ZoneOffset.UTC);
  }

  @Test
  void countsNodesByTheTimeThatTheyWereIn() {
    final Availability availability =
        of(
            window(20, 10),
            Map.of("a", NodeState.OWNER, "b", NodeState.RUNNING),
            at(5, "a", NodeState.AVAILABLE),
            at(15, "b", NodeState.OFFLINE));
    final Bucket first = availability.buckets().getFirst();
    assertThat(first.atMillis()).isEqualTo(MONDAY);
    assertThat(first.nodes())
        .isEqualTo(
            Map.of(
                NodeUse.OWNER,
                0.5,
                NodeUse.AVAILABLE,
                0.5,
                NodeUse.RUNNING,
                1.0,
                NodeUse.OFFLINE,
                0.0));
    final Bucket second = availability.buckets().getLast();
    assertThat(second.nodes())
        .isEqualTo(
            Map.of(
                NodeUse.OWNER,
                0.0,
                NodeUse.AVAILABLE,
                1.0,
                NodeUse.RUNNING,
                0.5,
                NodeUse.OFFLINE,
                0.5));
  }

  @Test
  void theLastBucketEndsWithTheWindow() {
    final Availability availability =
        of(window(15, 10), Map.of("a", NodeState.OWNER), at(12, "a", NodeState.AVAILABLE));
    assertThat(availability.buckets()).hasSize(2);
    assertThat(availability.buckets().getLast().of(NodeUse.AVAILABLE)).isCloseTo(0.6, within(1e-9));
  }

  @Test
  void aNodeCountsFromWhenItIsFirstSeen() {
    final Availability availability = of(window(10, 10), Map.of(), at(5, "a", NodeState.OWNER));
    assertThat(availability.buckets().getFirst().of(NodeUse.OWNER)).isEqualTo(0.5);
  }

  @Test
  void tellsThePartThatJobsCouldHaveByHourOfTheWeek() {
    final Availability availability =
        of(
            window(180, 60),
            Map.of("a", NodeState.OWNER, "b", NodeState.RUNNING),
            at(60, "a", NodeState.AVAILABLE),
            at(150, "b", NodeState.OWNER));
    assertThat(availability.byHourOfWeek()).hasSize(Availability.HOURS_A_WEEK);
    assertThat(availability.byHourOfWeek().subList(0, 4))
        .containsExactly(0.5, 1.0, 0.75, Double.NaN);
  }

  @Test
  void hoursAreThoseOfTheZone() {
    final Availability availability =
        Availability.of(
            window(60, 60), Map.of("a", NodeState.AVAILABLE), List.of(), ZoneId.of("Asia/Tokyo"));
    assertThat(availability.byHourOfWeek().get(9)).isEqualTo(1.0);
    assertThat(availability.byHourOfWeek().get(0)).isNaN();
  }

  @ParameterizedTest
  @EnumSource(NodeState.class)
  void everyStateIsAUse(NodeState state) {
    final Availability availability = of(window(10, 10), Map.of("a", state));
    assertThat(availability.buckets().getFirst().of(NodeUse.of(state))).isEqualTo(1.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void allNodesAreSomewhereAtEachMoment(long seed) {
    final Random random = new Random(seed);
    final List<Change> changes = new ArrayList<>();
    long minute = 0;
    for (int c = 0; c < 300; c++) {
      minute += random.nextInt(30);
      changes.add(at(minute, "n" + random.nextInt(7), STATES.get(random.nextInt(STATES.size()))));
    }
    final Map<String, NodeState> before = new TreeMap<>();
    for (int n = 0; n < 7; n++) {
      before.put("n" + n, NodeState.OWNER);
    }
    final Availability availability =
        Availability.of(
            window(minute + 1, 1 + random.nextInt(500)), before, changes, ZoneOffset.UTC);
    assertThat(availability.buckets())
        .as("seed %d", seed)
        .allSatisfy(bucket ->
            assertThat(bucket.nodes().values().stream().mapToDouble(v -> v).sum())
                .isCloseTo(7, within(1e-6)));
  }

  @Test
  void aStretchOfTimeHasALength() {
    assertThatThrownBy(() -> window(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Window(0, 1, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
