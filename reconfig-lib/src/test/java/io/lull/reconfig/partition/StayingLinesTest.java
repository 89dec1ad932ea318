package io.lull.reconfig.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.partition.StayingLines.Stretch;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lines that a worker has before a change and after it. */
class StayingLinesTest {
  private static final int ROUNDS = 200;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  private BlockCyclic drawn(Extents extents, long block) {
    final int workers = 2 + random.nextInt(4);
    final List<Integer> turns = new ArrayList<>();
    for (int turn = 0; turn < workers + random.nextInt(9); turn++) {
      turns.add(random.nextInt(turn + 1), turn % workers);
    }
    return ((Division.Dealt) Division.dealtRows(block)).byTurns(extents, turns);
  }

  @Test
  void eachLineGoesFromItsPlaceToItsPlaceOnce() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = Extents.of(random.nextInt(10, 100), 5);
      final long block = random.nextLong(1, 5);
      final BlockCyclic before = drawn(extents, block);
      final BlockCyclic after = drawn(extents, block);
      final IndexSet common = before.owned(0).intersect(after.owned(1));
      if (common.isEmpty() || !StayingLines.are(common)) {
        continue;
      }
      long lines = 0;
      for (final Stretch stretch : StayingLines.of(common, before, after).stretches()) {
        for (long line = 0; line < stretch.length(); line++) {
          final long index = before.index(0, stretch.from() + line);
          assertThat(after.index(0, stretch.to() + line)).isEqualTo(index);
          assertThat(common.dimensions().getFirst().contains(index)).isTrue();
        }
        lines += stretch.length();
      }
      assertThat(lines).isEqualTo(common.dimensions().getFirst().size());
    }
  }

  @Test
  void whatLiesSideBySideBothTimesIsCopiedAtOnce() {
    final Division.Dealt rows = (Division.Dealt) Division.dealtRows(1);
    final Extents extents = Extents.of(64, 5);
    final BlockCyclic before = rows.among(extents, 2);
    final BlockCyclic after = rows.byTurns(extents, List.of(0, 1, 0, 2));
    assertThat(
            StayingLines.of(before.owned(0).intersect(after.owned(0)), before, after).stretches())
        .containsExactly(new Stretch(0, 0, 32));
  }
}
