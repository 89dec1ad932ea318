package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who has which lines when workers come and go. */
class DealingTest {
  private static List<Integer> inOrder(int workers) {
    return IntStream.range(0, workers).boxed().toList();
  }

  private static List<Double> alike(int workers) {
    return Collections.nCopies(workers, 1.0);
  }

  /** The worker at this place has left; those after it move up. */
  private static List<Integer> without(List<Integer> turns, int gone) {
    return turns.stream()
        .map(worker -> worker == gone ? Dealing.NOBODY : worker > gone ? worker - 1 : worker)
        .toList();
  }

  /** How many of the later turns, of all of them, were somebody else's. */
  private static double moved(List<Integer> before, List<Integer> after) {
    int moved = 0;
    for (int turn = 0; turn < after.size(); turn++) {
      moved += before.get(turn % before.size()).equals(after.get(turn)) ? 0 : 1;
    }
    return (double) moved / after.size();
  }

  private static long turnsOf(List<Integer> turns, int worker) {
    return turns.stream().filter(each -> each == worker).count();
  }

  @Test
  void whoLeavesGivesToAllAndNobodyElseMovesAnything() {
    for (int gone = 0; gone < 8; gone++) {
      final List<Integer> before = without(inOrder(8), gone);
      final List<Integer> after = Dealing.next(before, alike(7)).orElseThrow();
      assertThat(moved(before, after)).isEqualTo(1.0 / 8);
      for (int worker = 0; worker < 7; worker++) {
        assertThat(turnsOf(after, worker)).isEqualTo(after.size() / 7);
      }
    }
  }

  @Test
  void whoJoinsIsGivenAPartOfEachOnes() {
    final List<Integer> before = inOrder(7);
    final List<Integer> after = Dealing.next(before, alike(8)).orElseThrow();
    assertThat(moved(before, after)).isEqualTo(1.0 / 8);
    assertThat(turnsOf(after, 7)).isEqualTo(after.size() / 8);
  }

  @Test
  void whoTakesAnothersPlaceTakesItsTurns() {
    final List<Integer> before = List.of(0, Dealing.NOBODY, 1, 2);
    assertThat(Dealing.next(before, alike(4))).hasValue(List.of(0, 3, 1, 2));
  }

  @Test
  void whatALeaverHadIsDealtOutEvenly() {
    final List<Integer> after = Dealing.next(without(inOrder(4), 3), alike(3)).orElseThrow();
    assertThat(after).containsExactly(0, 1, 2, 0, 0, 1, 2, 1, 0, 1, 2, 2);
  }

  @Test
  void whereNobodyStaysThereIsNothingToGoBy() {
    assertThat(Dealing.next(List.of(), alike(4))).isEmpty();
    assertThat(Dealing.next(List.of(Dealing.NOBODY, Dealing.NOBODY), alike(4))).isEmpty();
  }

  @Test
  void moreWorkersThanTurnsAreDealtToAfresh() {
    final List<Integer> most = new ArrayList<>(inOrder(Turns.MOST));
    most.set(0, Dealing.NOBODY);
    assertThat(Dealing.next(most, alike(Turns.MOST))).isPresent();
    final List<Integer> more = new ArrayList<>(inOrder(Turns.MOST + 1));
    more.set(0, Dealing.NOBODY);
    assertThat(Dealing.next(more, alike(Turns.MOST + 1))).isEmpty();
  }

  @Test
  void howeverOftenWorkersComeAndGoItStaysEvenAndShort() {
    final long seed = Long.getLong("lull.seed", 20_261_129L);
    final Random random = new Random(seed);
    List<Integer> turns = inOrder(8);
    int workers = 8;
    int fresh = 0;
    for (int change = 0; change < 2_000; change++) {
      final boolean leaves = workers > 1 && random.nextBoolean();
      final int next = leaves ? workers - 1 : Math.min(40, workers + 1);
      final List<Integer> before = leaves ? without(turns, random.nextInt(workers)) : turns;
      final String what = "-Dlull.seed=" + seed + ", change " + change + " to " + next;
      final List<Integer> after = Dealing.next(before, alike(next)).orElse(inOrder(next));
      fresh += after.equals(inOrder(next)) ? 1 : 0;
      assertThat(after.size()).as(what).isLessThanOrEqualTo(Turns.MOST);
      final List<Long> counts = new ArrayList<>();
      for (int worker = 0; worker < next; worker++) {
        counts.add(turnsOf(after, worker));
      }
      assertThat(Collections.max(counts) - Collections.min(counts)).as(what).isLessThanOrEqualTo(1);
      assertThat(Collections.max(counts) * (double) next / after.size()).as(what).isLessThan(1.13);
      turns = after;
      workers = next;
    }
    assertThat(fresh).as("-Dlull.seed=" + seed).isLessThan(200);
  }

  /** How far a worker's part is from what its weight asks, at most. */
  private static double error(List<Integer> turns, List<Double> weights) {
    final double all = weights.stream().mapToDouble(Double::doubleValue).sum();
    return IntStream.range(0, weights.size())
        .mapToDouble(worker ->
            Math.abs(turnsOf(turns, worker) * all / (turns.size() * weights.get(worker)) - 1))
        .max()
        .orElseThrow();
  }

  @Test
  void whoIsFasterHasMoreTurnsFromTheBeginning() {
    assertThat(Dealing.next(List.of(), List.of(1.0, 3.0)).orElseThrow())
        .containsExactlyInAnyOrder(0, 1, 1, 1);
    final List<Double> weights = List.of(1.0, 7.0, 2.5, 1.3);
    assertThat(error(Dealing.next(List.of(), weights).orElseThrow(), weights)).isLessThan(0.05);
  }

  @Test
  void whoIsHardlyFasterHasNoMore() {
    assertThat(Dealing.next(List.of(), List.of(1.0, 1.04, 0.98))).isEmpty();
  }

  @Test
  void whoBecomesSlowerGivesTurnsToTheOthersAndTheyKeepTheirs() {
    final List<Integer> before = inOrder(4);
    final List<Double> weights = List.of(0.5, 1.0, 1.0, 1.0);
    final List<Integer> after = Dealing.next(before, weights).orElseThrow();
    assertThat(error(after, weights)).isLessThan(0.05);
    for (int turn = 0; turn < after.size(); turn++) {
      if (before.get(turn % 4) != 0) {
        assertThat(after.get(turn)).isEqualTo(before.get(turn % 4));
      }
    }
    final List<Integer> back = Dealing.next(after, alike(4)).orElseThrow();
    assertThat(error(back, alike(4))).isZero();
  }

  @Test
  void howeverWeightsChangeEachHasWhatItsWeightAsksAndNoMoreMoves() {
    final long seed = Long.getLong("lull.seed", 20_261_130L);
    final Random random = new Random(seed);
    List<Integer> turns = inOrder(5);
    for (int change = 0; change < 500; change++) {
      final List<Double> weights = random.doubles(5, 0.2, 3).boxed().toList();
      final String what = "-Dlull.seed=" + seed + ", change " + change + " to " + weights;
      final List<Integer> present = turns;
      final List<Integer> after =
          Dealing.next(present, weights)
              .or(() -> Dealing.next(List.of(), weights))
              .orElse(inOrder(5));
      assertThat(error(after, weights)).as(what).isLessThan(0.25);
      if (after.size() % present.size() == 0) {
        double least = 0;
        for (int worker = 0; worker < 5; worker++) {
          least +=
              Math.max(
                  0,
                  (double) turnsOf(after, worker) / after.size()
                      - (double) turnsOf(present, worker) / present.size());
        }
        assertThat(moved(present, after)).as(what).isCloseTo(least, within(1e-9));
      }
      turns = after;
    }
  }
}
