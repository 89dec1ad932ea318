package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.NodeStore;
import io.lull.coordinator.core.store.Sessions;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a node that says nothing is given up. */
class NodeSilenceTest {
  private static final Duration LONG_PAUSE = Timings.CALM_SILENCE.multipliedBy(3);

  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps maps = new InMemoryRecordMaps();
  private final KeptHistory history = new KeptHistory();
  private final NodeTable nodes =
      new NodeTable(
          new NodeStore(maps),
          new NameStore(maps),
          history,
          new OwnerHabits(history, ZoneOffset.UTC, clock, ControlObserver.NONE),
          new Unshared(),
          clock,
          ControlObserver.NONE);
  private final RecordedSession session = connected("ws1");
  private final RecordedSession other = connected("ws2");

  private static final class Unshared implements Sessions {
    @Override
    public Map<String, NodeStatus> former() {
      return Map.of();
    }

    @Override
    public void said(String node, NodeStatus status) {}

    @Override
    public void gone(String node) {}
  }

  private RecordedSession connected(String node) {
    final RecordedSession connected = new RecordedSession(node, "key of " + node, clock);
    nodes.connect(
        connected,
        Hello.newBuilder()
            .setIncarnation("run-1")
            .setFacts(NodeFacts.newBuilder().setOs("linux").setCores(4))
            .setStatus(NodeStatus.newBuilder().setState("available").setWilling(true))
            .build(),
        1);
    return connected;
  }

  /** Whom the rounds of so long a time give up. */
  private List<String> rounds(Duration time) {
    final List<String> lost = new ArrayList<>();
    for (Duration gone = Duration.ZERO; gone.compareTo(time) < 0; gone = gone.plus(Timings.TICK)) {
      clock.advance(Timings.TICK);
      lost.addAll(nodes.giveUp());
    }
    return lost;
  }

  @Test
  void whoSaysNothingIsGivenUpWhenTheTimeForItIsOver() {
    assertThat(rounds(Timings.CALM_SILENCE)).isEmpty();
    other.hear();
    assertThat(rounds(Timings.TICK)).containsExactly("ws1");
    assertThat(session.ended()).isTrue();
    assertThat(other.ended()).isFalse();
  }

  @Test
  void aLongPauseOfTheCoordinatorIsNoSilenceOfTheNodes() {
    assertThat(rounds(Timings.CALM_SILENCE.dividedBy(2))).isEmpty();
    // The coordinator's machine sleeps; what the nodes said meanwhile waits to be read.
    clock.advance(LONG_PAUSE);
    assertThat(nodes.giveUp()).isEmpty();
    assertThat(rounds(Timings.SILENCE.minus(Timings.TICK))).isEmpty();
    session.hear();
    other.hear();
    assertThat(rounds(Timings.CALM_SILENCE)).isEmpty();
  }

  @Test
  void whoIsSilentAfterThatPauseTooIsGivenUp() {
    assertThat(rounds(Timings.TICK)).isEmpty();
    clock.advance(LONG_PAUSE);
    assertThat(nodes.giveUp()).isEmpty();
    other.hear();
    assertThat(rounds(Timings.SILENCE)).containsExactly("ws1");
  }
}
