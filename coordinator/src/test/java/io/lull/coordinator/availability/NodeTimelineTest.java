package io.lull.coordinator.availability;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.availability.Availability.Window;
import io.lull.coordinator.availability.NodeTimeline.Span;
import io.lull.coordinator.core.store.NodeArchive.Lives;
import io.lull.coordinator.core.store.NodeArchive.Turn;
import io.lull.coordinator.core.store.NodeDay;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NodeTimelineTest {
  private static final long START = Instant.parse("2026-11-23T00:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private static Change at(long minute, String node, NodeState state) {
    return new Change(node, state, START + minute * MINUTE);
  }

  private static Span span(long fromMinute, long untilMinute, NodeUse use) {
    return new Span(START + fromMinute * MINUTE, START + untilMinute * MINUTE, use);
  }

  @Test
  void eachStepHasTheUseThatTookMostOfItAndEqualStepsAreOneSpan() {
    final Lives lives =
        new Lives(
            Map.of(),
            Map.of("a", NodeState.OWNER),
            List.of(
                at(7, "b", NodeState.AVAILABLE),
                at(24, "a", NodeState.RUNNING),
                at(36, "a", NodeState.SUSPENDED),
                at(52, "a", NodeState.OWNER)));
    final Window window = new Window(START, START + HOUR, Duration.ofMinutes(10));
    final List<NodeTimeline> lanes = NodeTimeline.of(window, lives, List.of("b", "a", "nobody"));
    assertThat(lanes)
        .containsExactly(
            new NodeTimeline("b", List.of(span(0, 60, NodeUse.AVAILABLE))),
            new NodeTimeline(
                "a",
                List.of(
                    span(0, 20, NodeUse.OWNER),
                    span(20, 50, NodeUse.RUNNING),
                    span(50, 60, NodeUse.OWNER))),
            new NodeTimeline("nobody", List.of()));
  }

  @Test
  void olderDaysAreTheHoursThatAreKeptAndWhatIsNotKnownIsAGap() {
    final NodeDay day =
        NodeDay.of(
            START,
            List.of(
                at(60, "a", NodeState.AVAILABLE),
                at(130, "a", NodeState.OWNER),
                at(170, "a", NodeState.OFFLINE)));
    final Lives lives = new Lives(Map.of("a", Map.of(START, day)), Map.of(), List.of());
    final Window window = new Window(START, START + 4 * HOUR, Duration.ofHours(1));
    assertThat(NodeTimeline.of(window, lives, List.of("a")).getFirst().spans())
        .containsExactly(
            span(60, 120, NodeUse.AVAILABLE),
            span(120, 180, NodeUse.OWNER),
            span(180, 240, NodeUse.OFFLINE));
  }

  @Test
  void anEventIsWhatAnAdministratorWantsToKnowOf() {
    assertThat(kind(NodeState.OFFLINE, NodeState.OWNER)).contains(AvailabilityEvent.Kind.CAME);
    assertThat(kind(NodeState.RUNNING, NodeState.OFFLINE)).contains(AvailabilityEvent.Kind.WENT);
    assertThat(kind(NodeState.RUNNING, NodeState.VACATING))
        .contains(AvailabilityEvent.Kind.RECLAIMED);
    assertThat(kind(NodeState.VACATING, NodeState.OWNER)).isEmpty();
    assertThat(kind(NodeState.OWNER, NodeState.AVAILABLE)).isEmpty();
    assertThat(kind(NodeState.AVAILABLE, NodeState.DRAINED))
        .contains(AvailabilityEvent.Kind.DRAINED);
    assertThat(kind(NodeState.DRAINED, NodeState.AVAILABLE))
        .contains(AvailabilityEvent.Kind.UNDRAINED);
    assertThat(AvailabilityEvent.of(new Turn(at(7, "a", NodeState.OWNER), Optional.empty())))
        .contains(new AvailabilityEvent(START + 7 * MINUTE, "a", AvailabilityEvent.Kind.CAME));
    assertThat(AvailabilityEvent.of(new Turn(at(0, "a", NodeState.OWNER), Optional.empty())))
        .isEmpty();
  }

  private static Optional<AvailabilityEvent.Kind> kind(NodeState before, NodeState after) {
    return AvailabilityEvent.of(new Turn(at(1, "a", after), Optional.of(before)))
        .map(AvailabilityEvent::kind);
  }
}
