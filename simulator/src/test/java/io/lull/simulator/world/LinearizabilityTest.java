package io.lull.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.simulator.world.UserOperation.End;
import io.lull.simulator.world.UserOperation.Kind;
import io.lull.simulator.world.UserOperation.Seen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinearizabilityTest {
  private static UserOperation did(
      Kind kind, int workers, long from, long to, @Nullable Seen seen) {
    return new UserOperation(kind, workers, from, to, seen);
  }

  private static UserOperation read(long from, long to, int wanted) {
    return did(Kind.READ, 1, from, to, new Seen(wanted, false, End.NOT_YET));
  }

  private static UserOperation resized(long from, long to, int workers) {
    return did(Kind.RESIZE, workers, from, to, new Seen(workers, false, End.NOT_YET));
  }

  @Test
  void whatWasAnsweredIsSeenAfterwards() {
    assertThat(Linearizability.holds(List.of(resized(0, 1, 3), read(2, 3, 3)))).isTrue();
    assertThat(Linearizability.holds(List.of(resized(0, 1, 3), read(2, 3, 0)))).isFalse();
    assertThat(Linearizability.holds(List.of(resized(0, 1, 3), resized(2, 3, 5), read(4, 5, 3))))
        .isFalse();
  }

  @Test
  void whatOverlapsMayComeEitherWay() {
    final UserOperation write = resized(0, 10, 3);
    assertThat(Linearizability.holds(List.of(write, read(1, 2, 0), read(3, 4, 3)))).isTrue();
    assertThat(Linearizability.holds(List.of(write, read(1, 2, 3), read(3, 4, 0))))
        .as("what was there is gone again")
        .isFalse();
  }

  @Test
  void whatWasNotAnsweredMayHappenLaterOrNever() {
    final UserOperation lost = did(Kind.RESIZE, 3, 0, UserOperation.NEVER, null);
    assertThat(Linearizability.holds(List.of(lost, read(5, 6, 0), read(7, 8, 3)))).isTrue();
    assertThat(Linearizability.holds(List.of(lost, read(5, 6, 0)))).isTrue();
    assertThat(Linearizability.holds(List.of(lost, read(5, 6, 3), read(7, 8, 0)))).isFalse();
    assertThat(Linearizability.holds(List.of(lost, read(5, 6, 4)))).isFalse();
  }

  @Test
  void whatIsCancelledStaysSo() {
    final Seen cancelled = new Seen(0, false, End.CANCELLED);
    final UserOperation cancel = did(Kind.CANCEL, 1, 0, 1, cancelled);
    assertThat(Linearizability.holds(List.of(cancel, did(Kind.READ, 1, 2, 3, cancelled)))).isTrue();
    assertThat(Linearizability.holds(List.of(cancel, read(2, 3, 0)))).isFalse();
    assertThat(
            Linearizability.holds(
                List.of(cancel, did(Kind.READ, 1, 2, 3, new Seen(0, false, End.BY_ITSELF)))))
        .isFalse();
    assertThat(
            Linearizability.holds(
                List.of(
                    did(Kind.CANCEL, 1, 0, 1, new Seen(0, false, End.BY_ITSELF)),
                    did(Kind.READ, 1, 2, 3, new Seen(0, false, End.BY_ITSELF)))))
        .as("it had ended before")
        .isTrue();
  }

  @Test
  void whatIsRefusedChangesNothing() {
    assertThat(Linearizability.holds(List.of(did(Kind.HOLD, 1, 0, 1, null), read(2, 3, 0))))
        .isTrue();
    assertThat(
            Linearizability.holds(
                List.of(
                    did(Kind.HOLD, 1, 0, 1, null),
                    did(Kind.READ, 1, 2, 3, new Seen(0, true, End.NOT_YET)))))
        .isFalse();
  }

  @Test
  void manyAtTheSameTimeAreLookedAtInNoTime() {
    final List<UserOperation> many = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      many.add(did(Kind.RESIZE, 1 + i % 4, 0, UserOperation.NEVER, null));
    }
    many.add(read(0, 5, 9));
    assertThat(Linearizability.holds(many)).isFalse();
    assertThatThrownBy(() -> Linearizability.holds(Collections.nCopies(21, read(0, 1, 0))))
        .hasMessageContaining("more than are looked at");
  }
}
