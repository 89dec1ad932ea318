package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LendingTest {
  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final Random random = new Random(seed.value());

  @Test
  void allAreDoneAtTheSameTimeWhereSomeWouldBeLate() {
    for (int round = 0; round < 500; round++) {
      final int workers = 1 + random.nextInt(12);
      final List<Double> times = numbers(workers, 0);
      final List<Double> speeds = numbers(workers, 0.1);
      final List<Lending> plan = Lending.plan(times, speeds, 0);
      final List<Double> after = after(times, speeds, plan);
      final double slowest = times.stream().mapToDouble(t -> t).max().orElseThrow();
      final double even = work(times, speeds) / speeds.stream().mapToDouble(s -> s).sum();
      assertThat(work(after, speeds))
          .as(seed.toString())
          .isCloseTo(work(times, speeds), Offset.offset(1e-9));
      assertThat(after)
          .as("%s: %s at %s by %s", seed, times, speeds, plan)
          .allMatch(time -> time >= -1e-9 && time <= Math.max(even, 0) + 0.06 * slowest);
    }
  }

  private List<Double> numbers(int count, double least) {
    return IntStream.range(0, count)
        .mapToObj(_ -> random.nextInt(4) == 0 ? least : least + random.nextDouble())
        .toList();
  }

  private static double work(List<Double> times, List<Double> speeds) {
    return IntStream.range(0, times.size()).mapToDouble(k -> times.get(k) * speeds.get(k)).sum();
  }

  private List<Double> after(List<Double> times, List<Double> speeds, List<Lending> plan) {
    final List<Double> after = new ArrayList<>(times);
    for (final Lending lending : plan) {
      final int lender = lending.lender();
      final int borrower = lending.borrower();
      assertThat(lending.time()).as(seed.toString()).isPositive();
      assertThat(plan).as(seed.toString()).noneMatch(other -> other.borrower() == lender);
      after.set(lender, after.get(lender) - lending.time());
      after.set(
          borrower,
          after.get(borrower) + lending.time() * speeds.get(lender) / speeds.get(borrower));
    }
    return after;
  }

  @Test
  void nothingIsLentForLittle() {
    assertThat(Lending.plan(List.of(1.0, 0.95), List.of(1.0, 1.0), 0)).isEmpty();
    assertThat(Lending.plan(List.of(1.0, 0.0), List.of(1.0, 1.0), 0.6)).isEmpty();
    assertThat(Lending.plan(List.of(1.0, 0.0), List.of(1.0, 1.0), 0.4))
        .containsExactly(new Lending(0, 1, 0.5));
    assertThat(Lending.plan(List.of(0.0, 3.0), List.of(2.0, 1.0), 0))
        .containsExactly(new Lending(1, 0, 2.0));
  }

  @Test
  void nothingIsLentWhereATimeIsNotKnown() {
    assertThat(Lending.plan(List.of(9.0, Double.NaN, 0.0), List.of(1.0, 1.0, 1.0), 0)).isEmpty();
    assertThat(Lending.plan(List.of(0.0, 0.0), List.of(1.0, 1.0), 0)).isEmpty();
  }

  @Test
  void theLastIterationsAreLent() {
    final List<IndexRange> ranges = List.of(new IndexRange(3, 6), new IndexRange(10, 12));
    assertThat(IndexRange.first(ranges, 4))
        .containsExactly(new IndexRange(3, 6), new IndexRange(10, 11));
    assertThat(IndexRange.after(ranges, 4)).containsExactly(new IndexRange(11, 12));
    assertThat(IndexRange.after(ranges, 1))
        .containsExactly(new IndexRange(4, 6), new IndexRange(10, 12));
    assertThat(IndexRange.after(ranges, 5)).isEmpty();
    assertThat(IndexRange.first(ranges, 0)).isEmpty();
    assertThat(new IterationCosts.Uniform(2).last(ranges, 7)).isEqualTo(3);
    assertThat(new IterationCosts.Uniform(2).last(ranges, 99)).isEqualTo(5);
    assertThat(new IterationCosts.Uniform(Double.NaN).last(ranges, 99)).isZero();
    assertThat(new IterationCosts.Uniform(Double.NaN).of(List.of())).isZero();
  }
}
