package io.lull.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.store.NodeArchive;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.HistoryPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeHistoryExportTest {
  private static final int MOST = 2_000;

  private static List<HistoryPart> parts(NodeArchive.Stretch stretch, long until) {
    final List<HistoryPart> parts = new ArrayList<>();
    new NodeHistoryExport(parts::add).add(stretch, until);
    return parts;
  }

  private static NodeArchive.Stretch changes(int count) {
    final List<Change> changes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      changes.add(new Change("a", i % 2 == 0 ? NodeState.OWNER : NodeState.AVAILABLE, 1_000 + i));
    }
    return new NodeArchive.Stretch(Map.of(), 1_000, Map.of(), changes);
  }

  @Test
  void aPartHasAsManyChangesAsFitAndTheNextOneTheRest() {
    assertThat(parts(changes(MOST), 9_000)).hasSize(1);
    final List<HistoryPart> two = parts(changes(MOST + 1), 9_000);
    assertThat(two).extracting(HistoryPart::getChangesCount).containsExactly(MOST, 1);
    assertThat(two.getLast().getFrom()).isEqualTo(two.getFirst().getUntil()).isEqualTo(3_000);
    assertThat(two.getLast().getUntil()).isEqualTo(9_000);
  }

  @Test
  void ofWhatIsKeptInHoursNothingIsTold() {
    assertThat(parts(new NodeArchive.Stretch(Map.of(), 9_000, Map.of(), List.of()), 9_000))
        .isEmpty();
  }

  /** Which job a machine ran, and for how long each, is not part of it. */
  @Test
  void changesOfOneUseAreOne() {
    final NodeArchive.Stretch stretch =
        new NodeArchive.Stretch(
            Map.of(),
            1_000,
            Map.of("a", NodeState.CLAIMED),
            List.of(
                new Change("a", NodeState.RUNNING, 2_000),
                new Change("a", NodeState.VACATING, 3_000),
                new Change("a", NodeState.OWNER, 4_000)));
    assertThat(parts(stretch, 9_000).getFirst().getChangesList())
        .extracting(change -> change.getUse() + " " + change.getAt())
        .containsExactly("running 1000", "owner 4000");
  }
}
