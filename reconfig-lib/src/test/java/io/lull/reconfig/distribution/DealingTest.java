package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;

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
      final List<Integer> after = Dealing.next(before, 7).orElseThrow();
      assertThat(moved(before, after)).isEqualTo(1.0 / 8);
      for (int worker = 0; worker < 7; worker++) {
        assertThat(turnsOf(after, worker)).isEqualTo(after.size() / 7);
      }
    }
  }

  @Test
  void whoJoinsIsGivenAPartOfEachOnes() {
    final List<Integer> before = inOrder(7);
    final List<Integer> after = Dealing.next(before, 8).orElseThrow();
    assertThat(moved(before, after)).isEqualTo(1.0 / 8);
    assertThat(turnsOf(after, 7)).isEqualTo(after.size() / 8);
  }

  @Test
  void whoTakesAnothersPlaceTakesItsTurns() {
    final List<Integer> before = List.of(0, Dealing.NOBODY, 1, 2);
    assertThat(Dealing.next(before, 4)).hasValue(List.of(0, 3, 1, 2));
  }

  @Test
  void whatALeaverHadIsDealtOutEvenly() {
    final List<Integer> after = Dealing.next(without(inOrder(4), 3), 3).orElseThrow();
    assertThat(after).containsExactly(0, 1, 2, 0, 0, 1, 2, 1, 0, 1, 2, 2);
  }

  @Test
  void whereNobodyStaysThereIsNothingToGoBy() {
    assertThat(Dealing.next(List.of(), 4)).isEmpty();
    assertThat(Dealing.next(List.of(Dealing.NOBODY, Dealing.NOBODY), 4)).isEmpty();
  }

  @Test
  void moreWorkersThanTurnsAreDealtToAfresh() {
    final List<Integer> most = new ArrayList<>(inOrder(Turns.MOST));
    most.set(0, Dealing.NOBODY);
    assertThat(Dealing.next(most, Turns.MOST)).isPresent();
    final List<Integer> more = new ArrayList<>(inOrder(Turns.MOST + 1));
    more.set(0, Dealing.NOBODY);
    assertThat(Dealing.next(more, Turns.MOST + 1)).isEmpty();
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
      final List<Integer> after = Dealing.next(before, next).orElse(inOrder(next));
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
}
