package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.NodeStore;
import io.lull.coordinator.core.store.Sessions;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.testkit.time.VirtualClock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What nodes said to the one who led before. */
class LastWordsTest {
  private final InMemoryRecordMaps shelves = new InMemoryRecordMaps();
  private final VirtualClock clock = new VirtualClock();
  private final Shared shared = new Shared();

  private static final class Shared implements Sessions {
    private final Map<String, NodeStatus> known = new HashMap<>();
    private int words;

    @Override
    public Map<String, NodeStatus> former() {
      return Map.copyOf(known);
    }

    @Override
    public void said(String node, NodeStatus status) {
      known.put(node, status);
      words++;
    }

    @Override
    public void gone(String node) {
      known.remove(node);
    }
  }

  private final KeptHistory history = new KeptHistory();

  private NodeTable table() {
    return new NodeTable(
        new NodeStore(shelves),
        new NameStore(shelves),
        history,
        new OwnerHabits(history, ZoneOffset.UTC, clock, ControlObserver.NONE),
        shared,
        clock,
        ControlObserver.NONE);
  }

  private LiveNode greet(NodeTable nodes, String name) {
    final LiveNode node =
        nodes.connect(
            new RecordedSession(name, "key", clock),
            Hello.newBuilder()
                .setIncarnation("run-1")
                .setFacts(NodeFacts.newBuilder().setOs("linux").setCores(4))
                .setStatus(status(0))
                .build(),
            1);
    nodes.store(Set.of());
    return node;
  }

  private static NodeStatus status(double ownersShare) {
    return NodeStatus.newBuilder()
        .setState("available")
        .setWilling(true)
        .setOwnerCpu(ownersShare)
        .build();
  }

  @Test
  void aNewLeaderShowsThemAsTheyWereAndStartsNothingThereUntilTheySpeak() {
    greet(table(), "ws1");
    history.changes.clear();

    final NodeTable next = table();
    next.expect(Set.of());
    next.store(Set.of());

    final LiveNode node = next.find("ws1").orElseThrow();
    assertThat(node.state(false)).isEqualTo(NodeState.AVAILABLE);
    assertThat(node.entry().status().getWilling()).isFalse();
    assertThat(node.status().getReason()).contains("not heard from");
    assertThat(history.changes)
        .extracting(NodeHistory.Change::state)
        .containsExactly(NodeState.AVAILABLE);

    greet(next, "ws1");
    assertThat(node.entry().status().getWilling()).isTrue();
  }

  @Test
  void whoDoesNotComeBackIsGivenUp() {
    greet(table(), "ws1");
    final NodeTable next = table();
    next.expect(Set.of());
    for (int i = 0; i < 60; i++) {
      clock.advance(Timings.TICK);
      next.giveUp();
    }
    next.store(Set.of());
    assertThat(next.find("ws1").orElseThrow().state(false)).isEqualTo(NodeState.OFFLINE);
    assertThat(shared.known).isEmpty();
  }

  @Test
  void ofNodesThatNobodyKnowsOrThatHaveWorkersNothingIsBelieved() {
    shared.said("stranger", status(0));
    greet(table(), "ws1");
    final NodeTable next = table();
    next.expect(Set.of("ws1"));
    assertThat(next.find("stranger")).isEmpty();
    assertThat(next.find("ws1").orElseThrow().status().getState()).isEqualTo("running");
  }

  @Test
  void onlyWhatAnotherLeaderWouldWantToKnowIsShared() {
    final NodeTable nodes = table();
    final LiveNode node = greet(nodes, "ws1");
    final int words = shared.words;
    nodes.told(node, status(0.3));
    nodes.store(Set.of());
    assertThat(shared.words).isEqualTo(words);
    nodes.told(node, status(0.3).toBuilder().setState("owner").setWilling(false).build());
    nodes.store(Set.of());
    assertThat(shared.known)
        .hasEntrySatisfying("ws1", word -> assertThat(word.getState()).isEqualTo("owner"));
  }
}
