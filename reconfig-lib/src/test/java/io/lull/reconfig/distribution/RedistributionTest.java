package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Properties of plans between distributions of every kind, on as many workers or not. */
final class RedistributionTest {
  private static final int ROUNDS = 300;
  private static final int ELEMENT_BYTES = 8;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  private final Samples samples = new Samples(random);

  @Test
  void aPlanCarriedOutOnArraysChangesNothingButWhereElementsAre() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = samples.extents();
      final Distribution from = samples.distribution(extents);
      final Distribution to = samples.distribution(extents);
      final Redistribution plan =
          Redistribution.between(
              from, to, Succession.inOrder(from.size(), to.size()), ELEMENT_BYTES);
      final List<int[]> before = arrays(from);
      final List<int[]> after = arrays(to);
      Samples.forEachIndex(
          extents,
          (place, index) -> {
            final int rank = from.owner(index);
            before.get(rank)[(int) from.owned(rank).position(index)] = place + 1;
          });
      for (final Redistribution.Transfer transfer : plan.transfers()) {
        carry(transfer, from, to, before, after);
      }
      Samples.forEachIndex(
          extents,
          (place, index) -> {
            final int rank = to.owner(index);
            assertThat(after.get(rank)[(int) to.owned(rank).position(index)])
                .as("%s to %s", from, to)
                .isEqualTo(place + 1);
          });
    }
  }

  private static List<int[]> arrays(Distribution distribution) {
    final List<int[]> arrays = new ArrayList<>();
    for (int rank = 0; rank < distribution.size(); rank++) {
      arrays.add(new int[(int) distribution.owned(rank).cells()]);
    }
    return arrays;
  }

  /** Packs at the source and unpacks at the target, line by line. */
  private static void carry(
      Redistribution.Transfer transfer,
      Distribution from,
      Distribution to,
      List<int[]> before,
      List<int[]> after) {
    final int[] message = new int[(int) transfer.indices().cells()];
    final int[] filled = {0};
    transfer
        .indices()
        .forEachLine((start, length) -> {
          final int at = (int) from.owned(transfer.source()).position(start);
          System.arraycopy(before.get(transfer.source()), at, message, filled[0], (int) length);
          filled[0] += (int) length;
        });
    assertThat(filled[0]).isEqualTo(message.length);
    filled[0] = 0;
    transfer
        .indices()
        .forEachLine((start, length) -> {
          final int at = (int) to.owned(transfer.target()).position(start);
          System.arraycopy(message, filled[0], after.get(transfer.target()), at, (int) length);
          filled[0] += (int) length;
        });
  }

  @Test
  void aPlanSaysTheBytesAndMessagesThatCountingEveryElementFinds() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = samples.extents();
      final Distribution from = samples.distribution(extents);
      final Distribution to = samples.distribution(extents);
      final Succession succession = Succession.inOrder(from.size(), to.size());
      final Redistribution plan = Redistribution.between(from, to, succession, ELEMENT_BYTES);
      final long[][] counted = new long[from.size()][to.size()];
      Samples.forEachIndex(
          extents, (place, index) -> counted[from.owner(index)][to.owner(index)] += ELEMENT_BYTES);
      long moved = 0;
      long messages = 0;
      for (int source = 0; source < from.size(); source++) {
        long sent = 0;
        for (int target = 0; target < to.size(); target++) {
          assertThat(plan.bytes(source, target)).isEqualTo(counted[source][target]);
          if (succession.previous(target) != source && counted[source][target] > 0) {
            sent += counted[source][target];
            messages++;
          }
        }
        assertThat(plan.bytesSent(source)).isEqualTo(sent);
        moved += sent;
      }
      assertThat(plan.bytesMoved()).isEqualTo(moved);
      assertThat(plan.messages()).isEqualTo(messages);
      long received = 0;
      for (int target = 0; target < to.size(); target++) {
        received += plan.bytesReceived(target);
      }
      assertThat(received).isEqualTo(moved);
    }
  }

  @Test
  void noOtherRanksMoveLessThanThoseGivenForTheLeastMovement() {
    for (int round = 0; round < 100; round++) {
      final Extents extents = samples.extents();
      final Distribution from = samples.distribution(extents);
      final Distribution to = samples.bisection(extents);
      if (to.size() > 4) {
        continue;
      }
      final Set<Integer> staying = new TreeSet<>();
      for (int rank = 0; rank < from.size() && staying.size() < 4; rank++) {
        if (random.nextBoolean()) {
          staying.add(rank);
        }
      }
      final Succession chosen = Succession.leastMovement(from, to, staying);
      assertThat(staying)
          .containsAll(chosen.previous().stream().filter(rank -> rank >= 0).toList());
      assertThat(Redistribution.between(from, to, chosen, 1).bytesMoved())
          .isEqualTo(leastOf(from, to, new ArrayList<>(staying), new ArrayList<>()));
    }
  }

  /** Over every choice of old ranks for the new ones from here on. */
  private static long leastOf(
      Distribution from, Distribution to, List<Integer> left, List<Integer> given) {
    if (given.size() == to.size()) {
      return Redistribution.between(from, to, new Succession(given), 1).bytesMoved();
    }
    final List<Integer> candidates = new ArrayList<>(left);
    candidates.add(Succession.NEWCOMER);
    long least = Long.MAX_VALUE;
    for (final Integer candidate : candidates) {
      final List<Integer> rest = left.stream().filter(rank -> !rank.equals(candidate)).toList();
      final List<Integer> more = new ArrayList<>(given);
      more.add(candidate);
      least = Math.min(least, leastOf(from, to, rest, more));
    }
    return least;
  }

  @Test
  void ranksOfUnlikeWeightAreNotExchanged() {
    final Extents extents = Extents.of(90);
    final Blocks from = Blocks.weighted(extents, 0, List.of(1.0, 2.0, 6.0));
    final Blocks to = Blocks.weighted(extents, 0, List.of(6.0, 2.0, 1.0));
    final Succession free = Succession.leastMovement(from, to, Set.of(0, 1, 2));
    final Succession bound =
        Succession.leastMovement(from, to, Set.of(0, 1, 2), (old, next) -> old == 2 - next);
    assertThat(bound.previous()).containsExactly(2, 1, 0);
    assertThat(Redistribution.between(from, to, free, 1).bytesMoved())
        .isLessThan(Redistribution.between(from, to, bound, 1).bytesMoved());
  }

  @Test
  void ranksFarBeyondTheExactAreStillGivenWell() {
    final int ranks = Assignment.MOST_EXACT + 100;
    final Extents extents = Extents.of(ranks * 10L);
    final Blocks from = Blocks.even(extents, 0, ranks);
    final Set<Integer> staying = new TreeSet<>();
    for (int rank = 1; rank < ranks; rank++) {
      staying.add(rank);
    }
    final Blocks same = Blocks.even(extents, 0, ranks);
    assertThat(
            Redistribution.between(from, same, Succession.leastMovement(from, same, staying), 1)
                .bytesMoved())
        .isEqualTo(10);
  }

  @Test
  void aPlanOfCyclicKindsDoesNotGrowWithTheArray() {
    final Extents extents = Extents.of(1L << 20, 1L << 20);
    final Distribution from = new BlockCyclic(extents, List.of(4, 2), List.of(64L, 64L));
    final Distribution to = BlockCyclic.cyclic(extents, List.of(7, 1));
    final Redistribution plan =
        Redistribution.between(from, to, Succession.inOrder(8, 7), ELEMENT_BYTES);
    assertThat(plan.transfers().stream().mapToLong(t -> t.indices().cells()).sum())
        .isEqualTo(extents.cells());
    assertThat(plan.transfers())
        .allSatisfy(transfer ->
            assertThat(
                    transfer.indices().dimensions().stream()
                        .mapToInt(runs -> runs.runs().size())
                        .sum())
                .isLessThan(200));
  }

  @Test
  void plansOfUnlikeArraysAndSuccessionsAreRefused() {
    final Blocks small = Blocks.even(Extents.of(10), 0, 2);
    final Blocks large = Blocks.even(Extents.of(11), 0, 2);
    assertThatThrownBy(
            () -> Redistribution.between(small, large, Succession.inOrder(2, 2), ELEMENT_BYTES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an array of 10 cannot become one of 11");
    assertThatThrownBy(
            () -> Redistribution.between(small, small, Succession.inOrder(3, 3), ELEMENT_BYTES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a succession of 2 workers by 2");
    assertThatThrownBy(() -> new Succession(List.of(1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
