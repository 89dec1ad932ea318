package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schedules of loops, in a program that runs alone. */
final class LoopScheduleTest {
  @TempDir Path folder;

  private void refuses(BiConsumer<AloneProgram, Team> program, String sentence) {
    AloneProgram.refuses(program, sentence, folder);
  }

  @Test
  void phasesDoAllOfALoop() {
    assertThat(LoopSchedule.guided().phases()).containsExactly(0.5, 0.5, 1.0);
    assertThat(LoopSchedule.dynamic(4).phases()).containsExactly(1.0 / 4, 1.0 / 3, 1.0 / 2, 1.0);
    assertThat(LoopSchedule.own().phases()).containsExactly(1.0);
  }

  @Test
  void phasesAreSomeAndNotTooMany() {
    for (final int phases : new int[] {-1, 0, LoopSchedule.MOST_PHASES + 1}) {
      assertThatThrownBy(() -> LoopSchedule.dynamic(phases))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 64 phases");
    }
    assertThatThrownBy(() -> new LoopSchedule.InPhases(List.of(0.5, 0.5)))
        .hasMessageContaining("the last one all");
    assertThatThrownBy(() -> new LoopSchedule.InPhases(List.of(Double.NaN, 1.0)))
        .hasMessageContaining("more than nothing");
  }

  @Test
  void aUserNamesASchedule() {
    assertThat(LoopSchedule.of(new Parameters(Map.of()))).isEqualTo(LoopSchedule.own());
    assertThat(LoopSchedule.of(new Parameters(Map.of("schedule", "dynamic"))))
        .isEqualTo(LoopSchedule.dynamic(8));
    assertThat(LoopSchedule.of(new Parameters(Map.of("schedule", "guided"))))
        .isEqualTo(LoopSchedule.guided());
    assertThat(LoopSchedule.of(new Parameters(Map.of("schedule", "measured"))))
        .isEqualTo(LoopSchedule.measured());
    final Parameters other = new Parameters(Map.of("schedule", "fast"));
    assertThatThrownBy(() -> LoopSchedule.of(other))
        .isInstanceOf(BadInput.class)
        .hasMessage("schedule=fast: enter own, dynamic, guided or measured");
  }

  @Test
  void theUsualScheduleIsThatOfLoopsThatNameNoneAndThatOthersCanDo() {
    final LoopSchedule usual = LoopSchedule.guided();
    final LoopClauses plain = LoopClauses.of(0, 10);
    assertThat(plain.withUsual(usual).sharedOut()).isEqualTo(usual);
    assertThat(plain.with(LoopSchedule.own()).withUsual(usual).sharedOut())
        .isEqualTo(LoopSchedule.own());
    final LoopClauses dealt = LoopClauses.of(0, 10);
    dealt.writes().add(new DoubleArray("dealt", SharedShape.of(10, 2).dealt(1)));
    assertThat(dealt.withUsual(usual).sharedOut()).isEqualTo(LoopSchedule.own());
    final LoopClauses ranges = LoopClauses.of(0, 10);
    ranges
        .ranges()
        .add(new ReadRange(new DoubleArray("fine", SharedShape.of(20)), AffineRange.of(2, 0)));
    assertThat(ranges.withUsual(usual).sharedOut()).isEqualTo(LoopSchedule.own());
  }

  @Test
  void oneWorkerDoesAllWhateverTheSchedule() throws IOException {
    for (final LoopSchedule schedule :
        List.of(
            LoopSchedule.own(),
            LoopSchedule.guided(),
            LoopSchedule.dynamic(3),
            LoopSchedule.measured())) {
      AloneProgram.run(
          (p, team) -> {
            team.loop(10).writes(p.x).run(i -> p.x.set(i, i * 2.0));
            assertThat(team.loop(10).reads(p.x).schedule(schedule).sum(p.x::get)).isEqualTo(90);
          },
          folder);
    }
  }

  @Test
  void whatOtherWorkersCannotDoIsRefused() {
    refuses(
        (p, team) ->
            team.loop(10)
                .writes(p.dealt)
                .schedule(LoopSchedule.guided())
                .run(i -> p.dealt.set(i, 1, 1)),
        "a loop with a schedule uses array dealt, which is dealt out already: leave out the"
            + " schedule, or declare the array in blocks");
    final IntArray lists = new IntArray("lists", SharedShape.of(10, 2));
    refuses(
        (p, team) ->
            team.loop(10)
                .readsListed(p.y, lists)
                .schedule(LoopSchedule.measured())
                .run(i -> p.y.get(i)),
        "a loop with a schedule reads listed elements of array y, which only its own worker has:"
            + " leave out the schedule, or read the array with readsAll");
    refuses(
        (p, team) ->
            team.loop(10).writes(p.x).schedule(LoopSchedule.byCost(p.y)).run(i -> p.x.set(i, 1)),
        "a loop is shared out by the costs in array y: name it in the loop's reads, and declare it"
            + " with one dimension");
    refuses(
        (p, team) ->
            team.loop(10)
                .reads(p.points)
                .schedule(LoopSchedule.byCost(p.points))
                .run(i -> p.points.get(i, 0)),
        "a loop is shared out by the costs in array points: name it in the loop's reads, and"
            + " declare it with one dimension");
  }

  @Test
  void costsAreNumbersFromZeroOn() {
    for (final double cost : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      refuses(
          (p, team) -> {
            team.loop(10).writes(p.x).run(i -> p.x.set(i, i == 7 ? cost : 2));
            team.loop(10)
                .reads(p.x)
                .sum(i ->
                    new IterationCosts.FromArray(p.x, 4).of(List.of(new IndexRange(i, i + 1))));
          },
          "array x says that iteration 7 costs " + cost + ": costs are numbers from 0 on");
    }
  }

  @Test
  void theLastIterationsAreLentByTheirCosts() throws IOException {
    AloneProgram.run(
        (p, team) -> {
          team.loop(10).writes(p.x).run(i -> p.x.set(i, (double) i));
          final List<IndexRange> most = List.of(new IndexRange(0, 8), new IndexRange(9, 10));
          final IterationCosts costs = new IterationCosts.FromArray(p.x, 2);
          team.loop(1)
              .reads(p.x)
              .run(_ -> {
                assertThat(costs.of(most)).isEqualTo(37 / 2.0);
                assertThat(costs.last(most, 8)).isEqualTo(2);
                assertThat(costs.last(most, 7.9)).isEqualTo(1);
                assertThat(costs.last(most, 99)).isEqualTo(9);
                assertThat(costs.last(most, 4)).isZero();
              });
        },
        folder);
  }
}
