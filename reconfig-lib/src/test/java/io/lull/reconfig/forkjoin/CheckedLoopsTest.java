package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a checked run finds, even on one worker. */
final class CheckedLoopsTest {
  private static final long COUNT = 12;

  @TempDir Path folder;

  private abstract static class Alone implements ForkJoinProgram {
    DoubleArray x;
    DoubleArray y;
    DoubleArray rows;
    DoubleArray dealt;

    @Override
    public void declare(SharedSpace space) {
      x = space.doubles("x", SharedShape.of(COUNT).withHalo(1));
      y = space.doubles("y", SharedShape.of(COUNT));
      rows = space.doubles("rows", SharedShape.of(COUNT, 3));
      dealt = space.doubles("dealt", SharedShape.of(COUNT, 3).dealt(2));
    }

    @Override
    public void finish(SharedResults results) throws IOException {
      // Nothing to report.
    }
  }

  private static Alone program(BiConsumer<Alone, Team> body) {
    return new Alone() {
      @Override
      public void run(Team team) {
        body.accept(this, team);
      }
    };
  }

  private void check(BiConsumer<Alone, Team> body) throws IOException {
    Standalone.check(program(body), Map.of(), List.of(), folder);
  }

  /** An ordinary run on one worker does not notice. */
  private void isFound(String sentence, BiConsumer<Alone, Team> body) {
    assertThatCode(() -> Standalone.run(program(body), Map.of(), List.of(), folder))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(body)).hasMessage(sentence);
  }

  @Test
  void aRowIsNotKeptFromAnIterationToAnother() {
    isFound(
        "a row of array rows is used after its loop, or by another iteration than took it: take it"
            + " anew in each iteration",
        (p, team) ->
            team.loop(COUNT)
                .reads(p.rows)
                .writes(p.y)
                .run(
                    () -> new ArrayList<DoubleRow>(),
                    (i, kept) -> {
                      kept.add(p.rows.row(i));
                      p.y.set(i, kept.getFirst().get(0));
                    }));
  }

  @Test
  void anotherNumbersElementIsNotRead() {
    isFound(
        "index 3 of array y is read by iteration 4: say readsHalo, readsRow, readsRange,"
            + " readsListed or readsAll in the loop",
        (p, team) ->
            team.loop(1, COUNT)
                .reads(p.y)
                .writes(p.x)
                .run(i -> {
                  if (i == 4) {
                    p.x.set(i, p.y.get(i - 1));
                  }
                }));
    isFound(
        "index 5 of array dealt is read by iteration 4: say readsHalo, readsRow, readsRange,"
            + " readsListed or readsAll in the loop",
        (p, team) ->
            team.loop(COUNT)
                .writes(p.dealt)
                .run(i -> {
                  if (i == 4) {
                    p.dealt.set(i, 1, p.dealt.get(i + 1, 1));
                  }
                }));
  }

  @Test
  void noMoreOfAHaloIsReadThanThereIs() {
    isFound(
        "index 6 of array x is read by iteration 4: say readsHalo, readsRow, readsRange,"
            + " readsListed or readsAll in the loop",
        (p, team) ->
            team.loop(COUNT)
                .readsHalo(p.x)
                .writes(p.y)
                .run(i -> {
                  p.y.set(i, p.x.get(Math.max(0, i - 1)) + p.x.get(Math.min(COUNT - 1, i + 1)));
                  if (i == 4) {
                    p.y.set(i, p.x.get(6));
                  }
                }));
  }

  @Test
  void anotherNumbersElementIsNotWritten() {
    isFound(
        "index 0 of array y is written by iteration 4: an iteration writes the index of its own"
            + " number only",
        (p, team) ->
            team.loop(COUNT)
                .writes(p.y)
                .run(i -> {
                  if (i == 4) {
                    p.y.set(0, 1);
                  }
                }));
  }

  @Test
  void aRowOfItsOwnWorkerIsReadWhereTheLoopSaysSo() throws IOException {
    check((p, team) -> {
      for (final DoubleArray a : List.of(p.rows, p.dealt)) {
        team.loop(COUNT).writes(a).run(i -> a.set(i, 2, (double) i));
        team.loop(3, COUNT)
            .readsRow(a, 2)
            .writes(a)
            .run(i -> {
              a.set(i, 0, a.get(2, 2) + a.get(i, 2));
              a.set(i, 1, a.row(2).get(2));
            });
        assertThat(team.loop(3, COUNT).reads(a).max(i -> a.get(i, 0))).isEqualTo(13);
        assertThat(team.loop(3, COUNT).reads(a).max(i -> a.get(i, 1))).isEqualTo(2);
      }
    });
  }

  @Test
  void aVariableThatIterationsChangeIsFoundInEachLoop() {
    final double[] kept = new double[1];
    isFound(
        "a loop over array y changes a variable, or the array or object that it refers to: hold"
            + " results in shared arrays, return them by sum, max or min, and hold what a thread"
            + " needs in between in a scratch",
        (p, team) ->
            team.repeat(
                4,
                step ->
                    team.loop(COUNT)
                        .writes(p.y)
                        .run(i -> {
                          if (step == 3) {
                            kept[0]++;
                          }
                        })));
  }

  @Test
  void scratchIsOverwrittenBeforeEachIteration() throws IOException {
    check((p, team) -> {
      final double sum =
          team.loop(COUNT)
              .sum(
                  () -> new double[2],
                  (_, own) -> {
                    own[0] += 1;
                    return own[0];
                  });
      assertThat(sum).isNaN();
      team.loop(COUNT).writes(p.y).run(() -> new int[1], (i, own) -> p.y.set(i, own[0]++));
      assertThat(team.loop(COUNT).reads(p.y).max(p.y::get)).isNegative();
    });
  }

  @Test
  void iterationsComeInAMixedOrderAndInTheirsEachOnce() throws IOException {
    for (final long count : new long[] {1, 2, 6, COUNT}) {
      final Notes notes = new Notes();
      check((_, team) -> team.loop(count).run(notes::add));
      final List<Long> inOrder = LongStream.range(0, count).boxed().toList();
      final List<Long> mixed = notes.order.subList(0, (int) count);
      assertThat(notes.order.subList((int) count, notes.order.size())).isEqualTo(inOrder);
      assertThat(mixed).containsExactlyInAnyOrderElementsOf(inOrder);
      if (count > 2) {
        assertThat(mixed).isNotEqualTo(inOrder);
      }
    }
  }

  /** Notes what it is given where captures are not looked at. */
  private static final class Notes {
    private final transient List<Long> order = new ArrayList<>();

    void add(long i) {
      order.add(i);
    }
  }

  @Test
  void anOrderThatMattersIsFound() {
    isFound(
        "what a loop over array x gives depends on the order of its iterations, at index 6 of array"
            + " x: an iteration reads what another one writes, or something is left in a scratch or"
            + " an object",
        (p, team) -> {
          team.loop(COUNT).writes(p.x).run(i -> p.x.set(i, (double) i));
          team.loop(1, COUNT).readsHalo(p.x).writes(p.x).run(i -> p.x.set(i, 2 + p.x.get(i - 1)));
        });
    final Notes notes = new Notes();
    isFound(
        "what a loop over no array gives depends on the order of its iterations: the number that an"
            + " iteration gives depends on what another one writes, or on what is left in a scratch"
            + " or an object",
        (_, team) ->
            team.loop(COUNT)
                .sum(i -> {
                  notes.add(i);
                  return notes.order.size() * (double) i;
                }));
  }

  @Test
  void redAndBlackElementsOfOneArrayDoNotMeet() throws IOException {
    check((p, team) -> {
      team.loop(COUNT).writes(p.x).run(i -> p.x.set(i, (double) (i * i)));
      for (int colour = 0; colour < 2; colour++) {
        final int parity = colour;
        team.loop(1, COUNT - 1)
            .readsHalo(p.x)
            .writes(p.x)
            .run(i -> {
              if (i % 2 == parity) {
                p.x.set(i, (p.x.get(i - 1) + p.x.get(i + 1)) / 2);
              }
            });
      }
      assertThat(team.loop(COUNT).reads(p.x).sum(p.x::get)).isEqualTo(520.5);
    });
  }

  @Test
  void whatIterationsAddIsAddedOnceAndToWhatThereWas() throws IOException {
    check((p, team) -> {
      team.loop(COUNT).writes(p.y).run(i -> p.y.set(i, 1));
      team.loop(COUNT).adds(p.y, 100).run((i, sums) -> sums.add(COUNT - 1 - i, (double) i));
      assertThat(team.loop(COUNT).reads(p.y).sum(p.y::get)).isEqualTo(66 + COUNT);
    });
  }
}
