package io.lull.coordinator.availability;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.availability.Availability.Window;
import io.lull.coordinator.availability.Lane.Span;
import io.lull.coordinator.core.store.NodeDay;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.core.store.NodePast.Lives;
import io.lull.coordinator.core.store.NodePast.Turn;
import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LaneTest {
  private static final long START = Instant.parse("2026-11-23T00:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private static Change at(long minute, String node, NodeState state) {
    return new Change(node, state, START + minute * MINUTE);
  }

  private static Span span(long fromMinute, long untilMinute, Use use) {
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
    final List<Lane> lanes = Lane.of(window, lives, List.of("b", "a", "nobody"));
    assertThat(lanes)
        .containsExactly(
            new Lane("b", List.of(span(0, 60, Use.AVAILABLE))),
            new Lane(
                "a",
                List.of(
                    span(0, 20, Use.OWNER), span(20, 50, Use.RUNNING), span(50, 60, Use.OWNER))),
            new Lane("nobody", List.of()));
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
    assertThat(Lane.of(window, lives, List.of("a")).getFirst().spans())
        .containsExactly(
            span(60, 120, Use.AVAILABLE), span(120, 180, Use.OWNER), span(180, 240, Use.OFFLINE));
  }

  @Test
  void anEventIsWhatAnAdministratorWantsToKnowOf() {
    assertThat(kind(NodeState.OFFLINE, NodeState.OWNER)).contains(NodeEvent.Kind.CAME);
    assertThat(kind(NodeState.RUNNING, NodeState.OFFLINE)).contains(NodeEvent.Kind.WENT);
    assertThat(kind(NodeState.RUNNING, NodeState.VACATING)).contains(NodeEvent.Kind.RECLAIMED);
    assertThat(kind(NodeState.VACATING, NodeState.OWNER)).isEmpty();
    assertThat(kind(NodeState.OWNER, NodeState.AVAILABLE)).isEmpty();
    assertThat(kind(NodeState.AVAILABLE, NodeState.DRAINED)).contains(NodeEvent.Kind.DRAINED);
    assertThat(kind(NodeState.DRAINED, NodeState.AVAILABLE)).contains(NodeEvent.Kind.UNDRAINED);
    assertThat(NodeEvent.of(new Turn(at(7, "a", NodeState.OWNER), Optional.empty())))
        .contains(new NodeEvent(START + 7 * MINUTE, "a", NodeEvent.Kind.CAME));
    assertThat(NodeEvent.of(new Turn(at(0, "a", NodeState.OWNER), Optional.empty()))).isEmpty();
  }

  private static Optional<NodeEvent.Kind> kind(NodeState before, NodeState after) {
    return NodeEvent.of(new Turn(at(1, "a", after), Optional.of(before))).map(NodeEvent::kind);
  }
}
