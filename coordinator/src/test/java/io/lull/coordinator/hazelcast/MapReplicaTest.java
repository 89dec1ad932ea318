package io.lull.coordinator.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MapReplicaTest {
  private final Map<String, byte[]> original = new HashMap<>();
  private final Unsteady others = new Unsteady();
  private final MapReplica copy = new MapReplica("job/", original, () -> {});

  /** A map that fails when it is told to. */
  private static final class Unsteady extends HashMap<String, byte[]> {
    private static final long serialVersionUID = 1;
    private final List<String> written = new ArrayList<>();
    private boolean away;

    @Override
    public void putAll(Map<? extends String, ? extends byte[]> more) {
      if (away) {
        throw new IllegalStateException("cut off");
      }
      written.addAll(more.keySet());
      super.putAll(more);
    }
  }

  private void put(String key) {
    original.put(key, new byte[] {1});
    copy.changed(List.of(key));
  }

  @Test
  void allIsCopiedAtFirstAndLaterWhatChanged() {
    put("J1");
    put("J2");
    assertThat(copy.run(others)).isTrue();
    assertThat(others).containsOnlyKeys("job/J1", "job/J2");
    others.written.clear();

    put("J2");
    original.remove("J1");
    copy.changed(List.of("J1"));
    assertThat(copy.run(others)).isTrue();
    assertThat(others.written).containsExactly("job/J2");
    assertThat(others).containsOnlyKeys("job/J2");
    assertThat(copy.run(others)).isFalse();
  }

  @Test
  void whatOthersHadBeforeAndNobodyKnowsIsRemoved() {
    others.put("job/J9", new byte[0]);
    others.put("node/ws1", new byte[0]);
    assertThat(copy.run(others)).isTrue();
    assertThat(others).as("of other maps it knows nothing").containsOnlyKeys("node/ws1");
  }

  @Test
  void whatCouldNotBeCopiedIsCopiedLater() {
    put("J1");
    others.away = true;
    assertThatThrownBy(() -> copy.run(others)).isInstanceOf(IllegalStateException.class);
    others.away = false;
    assertThat(copy.run(others)).isTrue();
    assertThat(others).containsOnlyKeys("job/J1");
  }

  @Test
  void moreChangesThanAreRememberedMeanAll() {
    final var _ = copy.run(others);
    for (int i = 0; i <= MapReplica.MAX_CHANGED; i++) {
      put("J" + i);
    }
    original.put("unheard", new byte[0]);
    assertThat(copy.run(others)).isTrue();
    assertThat(new TreeSet<>(others.keySet())).hasSize(MapReplica.MAX_CHANGED + 2);
  }
}
