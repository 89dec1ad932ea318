package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.Results;
import io.lull.reconfig.record.RecordShape;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of indices, records and a program's own reductions, in a program that runs alone. */
final class RangeReadsTest {
  private static final RecordShape SHAPE = new RecordShape();
  private static final RecordShape.DoubleField MASS = SHAPE.doubleField("mass");
  private static final RecordShape.IntField KIND = SHAPE.intField("kind");

  @TempDir Path folder;

  /** What one iteration gives. */
  private record Sum(double total, long count) {
    Sum with(Sum other) {
      return new Sum(total + other.total, count + other.count);
    }
  }

  /** A program in one method. */
  @SuppressWarnings("NullAway.Init") // declare comes first
  private static final class Levels implements ForkJoinProgram {
    private final BiConsumer<Levels, Team> body;
    DoubleArray fine;
    DoubleArray coarse;
    DoubleArray dealt;
    RecordArray records;
    RecordArray boxes;

    private Levels(BiConsumer<Levels, Team> body) {
      this.body = body;
    }

    @Override
    public void declare(SharedSpace space) {
      fine = space.doubles("fine", SharedShape.of(21).withHalo(1));
      coarse = space.doubles("coarse", SharedShape.of(10));
      dealt = space.doubles("dealt", SharedShape.of(10, 3).dealt(2));
      records = space.records("records", SHAPE, SharedShape.of(10));
      boxes = space.records("boxes", SHAPE, SharedShape.of(3, 4, 5));
    }

    @Override
    public void run(Team team) {
      body.accept(this, team);
    }

    @Override
    public void finish(SharedResults results) throws IOException {
      final StringBuilder found = new StringBuilder();
      results.collect(
          records,
          _ ->
              new Results.RecordRows() {
                @Override
                public void row(long row, ByteBuffer bytes) {
                  found.append(bytes.remaining());
                }

                @Override
                public void close() {
                  // Nothing is open.
                }
              });
      results.value("bytes", Long.parseLong(found.toString()));
    }
  }

  private void run(BiConsumer<Levels, Team> body) throws IOException {
    assertThat(Standalone.run(new Levels(body), Map.of(), List.of(), folder))
        .containsEntry("bytes", String.valueOf(10 * SHAPE.bytes()));
    Standalone.check(new Levels(body), Map.of(), List.of(), folder);
  }

  private void refuses(String sentence, BiConsumer<Levels, Team> body) {
    assertThatThrownBy(() -> Standalone.run(new Levels(body), Map.of(), List.of(), folder))
        .hasMessage(sentence);
  }

  @Test
  void aCoarseLevelReadsAFineOneAndBack() throws IOException {
    run((p, team) -> {
      team.loop(21).writes(p.fine).run(i -> p.fine.set(i, (double) i));
      team.loop(10)
          .readsRange(p.fine, AffineRange.of(2, 0, 2))
          .writes(p.coarse)
          .run(i ->
              p.coarse.set(i, p.fine.get(2 * i) + p.fine.get(2 * i + 1) + p.fine.get(2 * i + 2)));
      assertThat(team.loop(10).reads(p.coarse).sum(p.coarse::get)).isEqualTo(6 * 45 + 30);
      team.loop(21)
          .readsRange(p.coarse, AffineRange.of(1, 0).dividedBy(2))
          .writes(p.fine)
          .run(i -> p.fine.set(i, i / 2 < 10 ? p.coarse.get(i / 2) : 0));
      assertThat(team.loop(21).reads(p.fine).sum(p.fine::get)).isEqualTo(2 * (6 * 45 + 30));
    });
  }

  @Test
  void aCheckedRunFindsAnIndexBesideTheRange() {
    assertThatThrownBy(() ->
            Standalone.check(
                new Levels((p, team) ->
                    team.loop(10)
                        .readsRange(p.fine, AffineRange.of(2, 0, 1))
                        .writes(p.coarse)
                        .run(i -> p.coarse.set(i, p.fine.get(2 * i + 2)))),
                Map.of(),
                List.of(),
                folder))
        .hasMessageMatching(
            "index \\d+ of array fine is read by iteration \\d: say readsHalo, readsRow,"
                + " readsRange, readsListed or readsAll in the loop");
  }

  @Test
  void rangesThatALoopCannotBringAreRefused() {
    refuses(
        "a loop reads ranges of array fine and names it in another clause: name it in readsRange,"
            + " once, and in reads only, and write another array",
        (p, team) ->
            team.loop(10)
                .readsRange(p.fine, AffineRange.of(2, 0))
                .readsHalo(p.fine)
                .run(i -> p.fine.get(i)));
    refuses(
        "a loop reads ranges of array coarse, and that or another array of the loop is dealt out:"
            + " declare both in blocks, or read with readsAll",
        (p, team) ->
            team.loop(10)
                .readsRange(p.coarse, AffineRange.of(2, 0))
                .writes(p.dealt)
                .run(i -> p.dealt.set(i, 0, 1)));
    refuses(
        "a loop with a schedule reads ranges of array fine, which only its own worker has: leave"
            + " out the schedule, or read the array with readsAll",
        (p, team) ->
            team.loop(10)
                .readsRange(p.fine, AffineRange.of(2, 0))
                .writes(p.coarse)
                .schedule(LoopSchedule.measured())
                .run(i -> p.coarse.set(i, p.fine.get(2 * i))));
  }

  @Test
  void recordsHaveTheirFields() throws IOException {
    run((p, team) -> {
      team.loop(10)
          .writes(p.records)
          .run(i -> {
            p.records.at(i).set(MASS, i / 2.0);
            p.records.at(i).set(KIND, (int) i % 3);
          });
      team.loop(3).writes(p.boxes).run(i -> p.boxes.at(i, 3, 4).set(KIND, (int) i + 1));
      assertThat(team.loop(10).reads(p.records).sum(i -> p.records.at(i).get(MASS)))
          .isEqualTo(22.5);
      assertThat(
              team.loop(3)
                  .reads(p.boxes)
                  .sumOfLongs(i -> p.boxes.at(i, 3, 4).get(KIND) + p.boxes.at(i, 3, 3).get(KIND)))
          .isEqualTo(6);
    });
  }

  @Test
  void aFieldThatIsNotTheArraysIsRefused() {
    final RecordShape other = new RecordShape();
    other.doubleField("a");
    final RecordShape.DoubleField beyond = other.doubleField("b");
    assertThatThrownBy(() ->
            Standalone.run(
                new Levels((p, team) ->
                    team.loop(10).reads(p.records).sum(i -> p.records.at(i).get(beyond))),
                Map.of(),
                List.of(),
                folder))
        .hasMessage(
            "the records of array records do not have a field that is used: name it in the shape"
                + " with which the array is declared, and before that");
  }

  @Test
  void recordsAreWrittenByLoopsThatSaySo() {
    refuses(
        "a record is written that the loop only reads: name its array in writes",
        (p, team) -> team.loop(10).reads(p.records).run(i -> p.records.at(i).set(MASS, 1)));
    refuses(
        "array boxes of 3 x 4 x 5 elements is used with 1 index",
        (p, team) -> team.loop(3).reads(p.boxes).run(i -> p.boxes.at(i).get(MASS)));
  }

  @Test
  void aLoopJoinsWhatItsIterationsGive() throws IOException {
    run((p, team) -> {
      team.loop(10).writes(p.coarse).run(i -> p.coarse.set(i, 1.0 / (i + 1)));
      final Sum none = new Sum(0, 0);
      final Sum sum =
          team.loop(2, 10)
              .reads(p.coarse)
              .reduce(none, Sum::with, i -> new Sum(p.coarse.get(i), 1));
      final double first = (1 / 3.0 + 1 / 4.0);
      final double then = (1 / 5.0 + 1 / 6.0) + (1 / 7.0 + 1 / 8.0);
      assertThat(sum).isEqualTo(new Sum(first + then + (1 / 9.0 + 1 / 10.0), 8));
      assertThat(team.loop(3, 3).reads(p.coarse).reduce(none, Sum::with, i -> new Sum(1, 1)))
          .isEqualTo(none);
      assertThat(team.loop(10).reads(p.dealt).reduce(none, Sum::with, i -> new Sum(1, 1)).count())
          .isEqualTo(10);
    });
  }
}
