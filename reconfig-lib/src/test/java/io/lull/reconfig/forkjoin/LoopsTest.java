package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops of a program that runs alone. */
final class LoopsTest {
  @TempDir Path folder;

  private void run(BiConsumer<AloneProgram, Team> program) throws IOException {
    AloneProgram.run(program, folder);
  }

  private void refuses(BiConsumer<AloneProgram, Team> program, String sentence) {
    AloneProgram.refuses(program, sentence, folder);
  }

  @Test
  void arraysAreWrittenInPlaceAndReadByTheSameNumbers() throws IOException {
    run((p, team) -> {
      team.loop(10)
          .writes(p.x, p.counts)
          .run(i -> {
            p.x.set(i, i * 0.5);
            p.counts.set(i, i);
          });
      team.loop(2, 9)
          .reads(p.counts)
          .writes(p.x)
          .run(i -> p.x.set(i, p.x.get(i) + p.counts.get(i)));
      assertThat(team.loop(10).reads(p.x).sum(p.x::get)).isEqualTo(45 * 0.5 + 35);
      assertThat(team.loop(10).reads(p.counts).sumOfLongs(p.counts::get)).isEqualTo(45);
      assertThat(team.loop(10).reads(p.x).max(p.x::get)).isEqualTo(12);
      assertThat(team.loop(10).reads(p.x).min(p.x::get)).isZero();
      assertThat(team.loop(0).reads(p.x).max(p.x::get)).isEqualTo(Double.NEGATIVE_INFINITY);
    });
  }

  @Test
  void aLoopReadsItsNeighboursAndRowsOfOthers() throws IOException {
    run((p, team) -> {
      team.loop(10).writes(p.x).run(i -> p.x.set(i, (double) i * i));
      team.loop(1, 9)
          .readsHalo(p.x)
          .writes(p.y)
          .run(i -> p.y.set(i, p.x.get(i - 1) + p.x.get(i + 1)));
      assertThat(team.loop(10).reads(p.y).sum(p.y::get)).isEqualTo(2 * 204 + 8 * 2);
      team.loop(10)
          .writes(p.dealt)
          .run(i -> {
            for (long j = 0; j < 3; j++) {
              p.dealt.set(i, j, 10.0 * i + j);
            }
          });
      team.loop(5, 10)
          .readsRow(p.dealt, 4)
          .writes(p.dealt)
          .run(i -> p.dealt.row(i).addScaled(2, p.dealt.row(4)));
      assertThat(team.loop(10).reads(p.dealt).sum(i -> p.dealt.get(i, 1)))
          .isEqualTo(450 + 10 + 5 * 2 * 41);
    });
  }

  @Test
  void boxesHaveRowsInPlanes() throws IOException {
    run((p, team) -> {
      team.loop(3)
          .writes(p.box)
          .run(i -> {
            for (long j = 0; j < 4; j++) {
              for (long k = 0; k < 5; k++) {
                p.box.set(i, j, k, (int) (100 * i + 10 * j + k));
              }
            }
          });
      assertThat(team.loop(3).reads(p.box).sumOfLongs(i -> p.box.row(i, 2).get(4)))
          .isEqualTo(24 + 124 + 224);
    });
  }

  @Test
  void whatOneWorkerFindsOutAllHave() throws IOException {
    run((_, team) -> {
      assertThat(team.once(() -> 2.5)).isEqualTo(2.5);
      assertThat(team.onceBytes(() -> new byte[] {1, 2})).containsExactly(1, 2);
    });
  }

  @Test
  void whatIsFoundOutOnceIsAsLongAsItsBound() throws IOException {
    run((_, team) ->
        assertThat(team.onceBytes(() -> new byte[Team.MOST_ONCE_BYTES]))
            .hasSize(Team.MOST_ONCE_BYTES));
    refuses(
        (_, team) -> team.onceBytes(() -> new byte[Team.MOST_ONCE_BYTES + 1]),
        "onceBytes gives 262145 bytes, and at most 262144 are kept for workers that join: put what"
            + " is longer into an array");
  }

  @Test
  void anIndexThatIsReadOfOthersIsAsLongAsItsBound() throws IOException {
    final DoubleArray longest = new DoubleArray("longest", SharedShape.of(2, 8 << 20));
    final DoubleArray longer = new DoubleArray("longer", SharedShape.of(2, (8 << 20) + 1));
    run((_, team) -> assertThat(team.loop(2).readsRow(longest, 0)).isNotNull());
    refuses(
        (_, team) -> team.loop(2).readsRow(longer, 0),
        "an index of array longer has 67108872 bytes, and 67108864 are the most that a loop reads"
            + " of others so: read it with readsHalo or readsAll");
  }

  @Test
  void aSumIsExact() throws IOException {
    final double[] numbers = {1e300, 1, -1e300};
    run((_, team) -> assertThat(team.loop(9).sum(i -> numbers[(int) i % 3])).isEqualTo(3));
  }

  @Test
  void anArrayIsClosedBetweenLoopsAndToLoopsThatDoNotNameIt() {
    final String closed =
        "array x is read where it is closed: its elements are used in loops only, and the loop"
            + " names the array in its reads or writes";
    refuses((p, _) -> p.x.get(3), closed);
    refuses((p, team) -> team.loop(10).writes(p.y).run(i -> p.y.set(i, p.x.get(i))), closed);
    refuses(
        (p, team) -> team.loop(10).reads(p.x).run(i -> p.x.set(i, 1)),
        "array x is written where it is closed: its elements are used in loops only, and the loop"
            + " names the array in its writes");
  }

  @Test
  void indicesThatAreNotThereAreNamed() {
    refuses(
        (p, team) -> team.loop(10).reads(p.x).sum(i -> p.x.get(i + 1)),
        "index 10 of array x is read: its indices are from 0 to 9");
    refuses(
        (p, team) -> team.loop(11).writes(p.x).run(_ -> {}),
        "a loop runs to 11 and array x has 10");
    refuses(
        (p, team) -> team.loop(10).readsRow(p.dealt, 10), "array dealt has no index 10: it has 10");
    refuses(
        (p, team) -> team.loop(10).reads(p.dealt).sum(p.dealt::get),
        "array dealt of 10 x 3 elements is used with 1 index");
    refuses((p, team) -> team.loop(10, 9), "a loop cannot run from 10 to 9");
  }

  @Test
  void arraysOfALoopAreSharedOutAlike() {
    refuses(
        (p, team) -> team.loop(10).reads(p.dealt).writes(p.x).run(_ -> {}),
        "a loop uses arrays x and dealt by the numbers of its iterations, and the two are not"
            + " shared out alike: declare both with the same first length and the same dealing");
    refuses(
        (p, team) -> team.loop(10).readsHalo(p.counts),
        "array counts has no halo: declare it with withHalo(width)");
  }

  @Test
  void loopsAreNotBegunInsideOfLoops() {
    refuses(
        (p, team) -> team.loop(10).writes(p.x).run(_ -> team.loop(10).run(_ -> {})),
        "a loop is begun inside of another: a kernel reads cells and does nothing else");
  }

  @Test
  void eachThreadHasAScratchOfItsOwn() throws IOException {
    run((p, team) -> {
      team.loop(10)
          .writes(p.x)
          .run(
              () -> new double[4],
              (i, scratch) -> {
                scratch[0] = i;
                p.x.set(i, scratch[0]);
              });
      assertThat(team.loop(10).reads(p.x).sum(p.x::get)).isEqualTo(45);
    });
  }

  @Test
  void allOfAnArrayIsReadAndSomethingDerivedOfIt() throws IOException {
    run((p, team) -> {
      team.loop(10).writes(p.dealt).run(i -> p.dealt.set(i, 2, (double) i));
      for (int round = 0; round < 2; round++) {
        team.loop(10).readsAll(p.dealt).writes(p.x).run(i -> p.x.set(i, p.dealt.get(9 - i, 2)));
        team.loop(3, 5).writes(p.dealt).run(i -> p.dealt.set(i, 2, 50));
      }
      assertThat(team.loop(10).reads(p.x).sum(p.x::get)).isEqualTo(45 - 7 + 100);
      final Derived<Double> ends = Derived.by(() -> p.x.get(0) + p.x.get(9));
      final double derived = team.loop(10).readsAll(p.x).derives(ends).sum(_ -> ends.get());
      assertThat(derived).isEqualTo(90);
      assertThatThrownBy(ends::get)
          .hasMessage(
              "what is derived is there in a loop that names it with derives, and nowhere else");
      assertThatThrownBy(() -> team.loop(10).readsAll(p.x).writes(p.x).run(_ -> {}))
          .hasMessage(
              "a loop reads all of array x and names it in another clause: readsAll is enough, and"
                  + " what a loop writes it cannot read of others");
    });
  }

  @Test
  void transposesInTwoAndThreeDimensions() throws IOException {
    Standalone.run(new Transposed(), Map.of(), List.of(), folder);
  }

  /** Checks itself. */
  private static final class Transposed implements ForkJoinProgram {
    private DoubleArray flat;
    private DoubleArray turned;
    private DoubleArray box;
    private DoubleArray turnedBox;

    @Override
    public void declare(SharedSpace space) {
      flat = space.doubles("flat", SharedShape.of(3, 5));
      turned = space.doubles("turned", SharedShape.of(5, 3));
      box = space.doubles("box", SharedShape.of(3, 5, 70));
      turnedBox = space.doubles("turnedBox", SharedShape.of(5, 3, 70));
    }

    @Override
    public void run(Team team) {
      team.loop(3)
          .writes(flat, box)
          .run(i -> {
            for (long j = 0; j < 5; j++) {
              flat.set(i, j, 10.0 * i + j);
              for (long k = 0; k < 70; k++) {
                box.set(i, j, k, 1000.0 * i + 100 * j + k);
              }
            }
          });
      team.transpose(flat, turned);
      team.transpose(box, turnedBox);
      assertThat(team.loop(5).reads(turned).sum(j -> turned.get(j, 2) - (20 + j))).isZero();
      assertThat(
              team.loop(5)
                  .reads(turnedBox)
                  .sum(j -> turnedBox.get(j, 1, 69) - (1000 + 100 * j + 69)))
          .isZero();
      assertThatThrownBy(() -> team.transpose(flat, box))
          .hasMessage(
              "array flat of 3 x 5 elements cannot be transposed into array box of 3 x 5 x 70");
    }

    @Override
    public void finish(SharedResults results) {
      // Nothing to report.
    }
  }
}
