package io.lull.reconfig.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.numeric.Fold.Node;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reductions by an operation of an author's. */
final class FoldTest {
  private static final int TRIES = 300;

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private static Fold<String> range(long from, long to) {
    final Fold<String> fold = new Fold<>((a, b) -> "(" + a + b + ")");
    for (long i = from; i < to; i++) {
      fold.add(new Node<>(i, 0, Long.toString(i)));
    }
    return fold;
  }

  @Test
  void whichTwoAreJoinedFollowsFromTheirNumbers() {
    assertThat(range(0, 4).joined()).contains("((01)(23))");
    assertThat(range(3, 7).joined()).contains("((3(45))6)");
    assertThat(range(5, 5).joined()).isEmpty();
  }

  @Test
  void anyPartsInAnyOrderGiveTheSame() {
    final RandomGenerator random = seed.random();
    for (int i = 0; i < TRIES; i++) {
      final long from = random.nextLong(100);
      final long to = from + 1 + random.nextLong(200);
      final List<Node<String>> parts = new ArrayList<>();
      long begin = from;
      while (begin < to) {
        final long end = Math.min(to, begin + 1 + random.nextLong(40));
        parts.addAll(range(begin, end).nodes());
        begin = end;
      }
      Collections.shuffle(parts, Random.from(random));
      final List<Node<String>> some = parts.subList(0, random.nextInt(parts.size() + 1));
      final List<Node<String>> others = parts.subList(some.size(), parts.size());
      final List<Node<String>> both = new ArrayList<>(joined(some).nodes());
      both.addAll(joined(others).nodes());
      assertThat(joined(both).joined()).isEqualTo(range(from, to).joined());
      assertThat(joined(both).nodes()).isEqualTo(range(from, to).nodes());
    }
  }

  private static Fold<String> joined(List<Node<String>> nodes) {
    return Fold.of((a, b) -> "(" + a + b + ")", nodes);
  }

  @Test
  void aRangeLeavesFewParts() {
    assertThat(range(1, (1 << 16) - 1).nodes()).hasSizeLessThanOrEqualTo(2 * 16);
    assertThat(range(0, 1 << 16).nodes()).hasSize(1);
  }

  @Test
  void everyOtherIterationIsAPartOfItsOwn() {
    final List<Node<String>> nodes =
        LongStream.range(0, 8).mapToObj(i -> new Node<>(2 * i, 0, "x")).toList();
    assertThat(joined(nodes).nodes()).isEqualTo(nodes);
  }

  @Test
  void noIterationIsInTwoParts() {
    final Fold<String> fold = range(4, 8);
    assertThatThrownBy(() -> fold.add(new Node<>(7, 0, "7")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an iteration is in two parts of a reduction");
  }

  @Test
  void aPartBeginsWithAMultipleOfItsLength() {
    for (final int level : new int[] {1, -1, 63}) {
      assertThatThrownBy(() -> new Node<>(1, level, "x"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("no part of a reduction begins with 1 on level " + level);
    }
  }
}
