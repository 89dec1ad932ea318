package io.lull.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class GuestSuspensionTest {
  private final Set<Long> members = new TreeSet<>(Set.of(1L));
  private final List<Long> stopped = new ArrayList<>();
  private final List<Long> resumed = new ArrayList<>();
  private long newborns;
  private boolean refuses;

  private final GuestSuspension suspension =
      new GuestSuspension(
          new GuestSuspension.Processes() {
            @Override
            public Set<Long> members() {
              return Set.copyOf(members);
            }

            @Override
            public boolean stop(long pid) {
              if (refuses) {
                return false;
              }
              stopped.add(pid);
              if (newborns > 0) {
                newborns--;
                members.add(pid + 1);
              }
              return true;
            }

            @Override
            public void go(long pid) {
              resumed.add(pid);
            }
          },
          SystemClock.INSTANCE);

  @Test
  void stopsWhatIsBornWhileItStops() {
    newborns = 5;
    assertThat(suspension.stop()).isTrue();
    assertThat(stopped).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void stopsEachOnceAndLetsEachGoOnce() {
    members.add(2L);
    suspension.stop();
    assertThat(suspension.stop()).isTrue();
    assertThat(stopped).containsExactlyInAnyOrder(1L, 2L);
    suspension.go();
    suspension.go();
    assertThat(resumed).containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void aNumberThatIsUsedAgainIsStoppedAgain() {
    suspension.stop();
    members.clear();
    suspension.stop();
    members.add(1L);
    assertThat(suspension.stop()).isTrue();
    assertThat(stopped).containsExactly(1L, 1L);
  }

  @Test
  void saysSoWhenOneDoesNotStop() {
    refuses = true;
    assertThat(suspension.stop()).isFalse();
    refuses = false;
    assertThat(suspension.stop()).isTrue();
  }

  @Test
  void nobodyStandsStill() {
    members.clear();
    assertThat(suspension.stop()).isTrue();
  }
}
