package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.ProgramError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops that add to elements of arrays, of a program that runs alone. */
final class AddingLoopTest {
  @TempDir Path folder;

  private void run(BiConsumer<AloneProgram, Team> program) throws IOException {
    AloneProgram.run(program, folder);
  }

  private void refuses(BiConsumer<AloneProgram, Team> program, String sentence) {
    AloneProgram.refuses(program, sentence, folder);
  }

  @Test
  void iterationsAddToElementsOfOthers() throws IOException {
    run((p, team) -> {
      team.loop(10).writes(p.x).run(i -> p.x.set(i, 100));
      final double given =
          team.loop(10)
              .adds(p.x, 1024)
              .sum((i, sums) -> {
                sums.add(0, 0.25);
                sums.add((i + 1) % 10, (double) i);
                return (double) i;
              });
      assertThat(given).isEqualTo(45);
      assertThat(team.loop(10).reads(p.x).sum(p.x::get)).isEqualTo(1000 + 2.5 + 45);
      assertThat(team.loop(1).reads(p.x).sum(p.x::get)).isEqualTo(100 + 2.5 + 9);
    });
  }

  @Test
  void sumsAboveTheirBoundAreRefused() {
    refuses(
        (p, team) -> team.loop(10).adds(p.x, 8).run((i, sums) -> sums.add(i, 9)),
        "9.0 is added to array x, and the loop says that no sum is above 8.0: pass adds a greater"
            + " bound");
    assertThatThrownBy(() ->
            run((p, team) ->
                team.loop(1)
                    .adds(p.x, 8)
                    .run((_, sums) -> {
                      for (int k = 0; k < 8; k++) {
                        sums.add(3, 8);
                      }
                    })))
        .isInstanceOf(ProgramError.class)
        .hasMessageContaining("is added to array x, and the loop says that no sum is above 8.0");
  }

  @Test
  void whatIsAddedIsAddedToWhatThereIsWithinTheBound() throws IOException {
    run((p, team) -> {
      team.loop(10).writes(p.x).run(i -> p.x.set(i, i * 0.1));
      team.loop(10).adds(p.x, 8).run((i, sums) -> sums.add(9 - i, 0.5));
      assertThat(team.loop(3, 4).reads(p.x).sum(p.x::get)).isEqualTo(0.8);
    });
    for (final double element : new double[] {9, -9, Double.NaN, Double.NEGATIVE_INFINITY}) {
      refuses(
          (p, team) -> {
            team.loop(10).writes(p.x).run(i -> p.x.set(i, element));
            team.loop(10).adds(p.x, 8).run((i, sums) -> sums.add(i, 1));
          },
          "array x has an element of "
              + element
              + ", to which a loop adds that says that no sum is above 8.0: pass adds a greater"
              + " bound");
    }
  }

  @Test
  void aLoopMayReadWhatItAddsTo() throws IOException {
    run((p, team) -> {
      team.loop(10).writes(p.x).run(i -> p.x.set(i, 1));
      team.loop(10).reads(p.x).adds(p.x, 8).run((i, sums) -> sums.add(9 - i, p.x.get(i)));
      assertThat(team.loop(10).reads(p.x).sum(p.x::get)).isEqualTo(20);
    });
  }

  @Test
  void threeSumsSideBySideAreThoseOfEachByItself() throws IOException {
    run((p, team) -> {
      team.loop(10)
          .adds(p.points, 100)
          .run((i, sums) -> {
            sums.add(i, 0, i * 0.5, i * -1.0, 0);
            sums.add(3, 0, -0.25, 0, 8);
          });
      assertThat(team.loop(10).reads(p.points).sum(i -> p.points.get(i, 0))).isEqualTo(20);
      assertThat(team.loop(10).reads(p.points).sum(i -> p.points.get(i, 1))).isEqualTo(-45);
      assertThat(team.loop(3, 4).reads(p.points).sum(i -> p.points.get(i, 2))).isEqualTo(80);
    });
  }

  @Test
  void oneOfThreeSumsAboveTheirBoundIsRefused() {
    for (int wrong = 0; wrong < 3; wrong++) {
      for (final double term : new double[] {9, -9, Double.POSITIVE_INFINITY, Double.NaN}) {
        final double[] terms = {8, -8, 0};
        terms[wrong] = term;
        refuses(
            (p, team) ->
                team.loop(10)
                    .adds(p.points, 8)
                    .run((i, sums) -> sums.add(i, 0, terms[0], terms[1], terms[2])),
            term
                + " is added to array points, and the loop says that no sum is above 8.0: pass adds"
                + " a greater bound");
      }
      final double[] eight = new double[3];
      eight[wrong] = -8;
      refuses(
          (p, team) ->
              team.loop(1)
                  .adds(p.points, 8)
                  .run((_, sums) -> {
                    for (int k = 0; k < 8; k++) {
                      sums.add(3, 0, eight[0], eight[1], eight[2]);
                    }
                  }),
          "more than 8.0 is added to array points, and the loop says that no sum is above 8.0: pass"
              + " adds a greater bound");
    }
  }
}
