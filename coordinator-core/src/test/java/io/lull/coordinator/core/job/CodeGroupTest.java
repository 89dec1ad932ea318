package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.model.ErasureCode;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CodeGroupTest {
  private static final int ROUNDS = 500;
  private static final int MOST_WORKERS = 100;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  @Test
  void everyRankIsInOneGroupAndEachGroupOutlivesWhatTheCodeSays() {
    for (int round = 0; round < ROUNDS; round++) {
      final ErasureCode code = code();
      final int workers = random.nextInt(2, MOST_WORKERS);
      final List<String> alike =
          IntStream.range(0, workers).mapToObj(rank -> "room " + random.nextInt(5)).toList();
      final List<CodeGroup> groups = CodeGroup.of(code, alike);
      final List<Integer> ranks = new ArrayList<>();
      groups.forEach(group -> ranks.addAll(group.ranks()));
      assertThat(ranks)
          .as("%s on %s", code, workers)
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, workers).boxed().toList());
      final List<Integer> sizes = groups.stream().map(group -> group.ranks().size()).toList();
      assertThat(Collections.max(sizes) - Collections.min(sizes)).isLessThanOrEqualTo(1);
      for (final CodeGroup group : groups) {
        final int spare = group.ranks().size() - group.needed();
        if (workers >= code.machines()) {
          assertThat(group.ranks()).hasSizeBetween(code.machines(), 2 * code.machines() - 1);
          assertThat(spare).isEqualTo(code.spare());
        } else {
          assertThat(groups).hasSize(1);
          assertThat(spare).isEqualTo(Math.min(code.spare(), workers - 1));
        }
      }
    }
  }

  private ErasureCode code() {
    final int machines = random.nextInt(ErasureCode.FEWEST_MACHINES, ErasureCode.MOST_MACHINES + 1);
    return new ErasureCode(random.nextInt(1, machines), machines);
  }

  @Test
  void machinesThatAreAlikeAreDealtOutToTheGroups() {
    final List<CodeGroup> groups =
        CodeGroup.of(new ErasureCode(2, 4), List.of("a", "a", "b", "b", "c", "c", "d", "d"));
    assertThat(groups)
        .containsExactly(
            new CodeGroup(2, List.of(0, 2, 4, 6)), new CodeGroup(2, List.of(1, 3, 5, 7)));
  }

  @Test
  void aLoneWorkerIsInNoGroup() {
    assertThat(CodeGroup.of(new ErasureCode(2, 4), List.of("a"))).isEmpty();
  }
}
