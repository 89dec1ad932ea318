package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines that are dealt out, but not in order. */
class TurnsTest {
  private static final int TRIES = 200;

  private static BlockCyclic drawn(Random random) {
    final int workers = 1 + random.nextInt(6);
    final List<Integer> turns = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      turns.add(worker);
    }
    for (int more = random.nextInt(20); more > 0; more--) {
      turns.add(random.nextInt(turns.size() + 1), random.nextInt(workers));
    }
    final boolean rows = random.nextBoolean();
    final Extents extents = Extents.of(1 + random.nextInt(60), 1 + random.nextInt(60));
    final Division.Dealt division =
        (Division.Dealt)
            (rows
                ? Division.dealtRows(1 + random.nextInt(5))
                : Division.dealtColumns(1 + random.nextInt(5)));
    return division.byTurns(extents, turns);
  }

  @Test
  void everyElementHasOneOwnerAndOnePlaceInItsOwnersBox() {
    final long seed = Long.getLong("lull.seed", 20_261_129L);
    final Random random = new Random(seed);
    for (int i = 0; i < TRIES; i++) {
      final BlockCyclic dealt = drawn(random);
      final String what = "-Dlull.seed=" + seed + " " + dealt;
      long cells = 0;
      for (int rank = 0; rank < dealt.size(); rank++) {
        assertThat(dealt.box(rank).cells()).as(what).isEqualTo(dealt.owned(rank).cells());
        cells += dealt.owned(rank).cells();
      }
      assertThat(cells).as(what).isEqualTo(dealt.extents().cells());
      for (long row = 0; row < dealt.extents().length(0); row++) {
        for (long column = 0; column < dealt.extents().length(1); column++) {
          final int owner = dealt.owner(row, column);
          assertThat(dealt.owned(owner).dimensions().get(0).contains(row)).as(what).isTrue();
          assertThat(dealt.owned(owner).dimensions().get(1).contains(column)).as(what).isTrue();
          final Region box = dealt.box(owner);
          assertThat(dealt.of(0, row)).as(what).isBetween(box.rowFrom(), box.rowTo() - 1);
          assertThat(dealt.of(1, column)).as(what).isBetween(box.columnFrom(), box.columnTo() - 1);
        }
      }
    }
  }

  @Test
  void placesAndIndicesAreEachOthersInverse() {
    final long seed = Long.getLong("lull.seed", 20_261_129L);
    final Random random = new Random(seed);
    for (int i = 0; i < TRIES; i++) {
      final BlockCyclic dealt = drawn(random);
      for (int dimension = 0; dimension < 2; dimension++) {
        final long length = dealt.extents().length(dimension);
        for (long index = 0; index < length; index++) {
          final long place = dealt.of(dimension, index);
          final String what = "-Dlull.seed=" + seed + " " + dealt + " " + index;
          assertThat(place).as(what).isBetween(0L, length - 1);
          assertThat(dealt.index(dimension, place)).as(what).isEqualTo(index);
          final long end = Math.min(length, place + dealt.stretch(dimension, place));
          for (long next = place + 1; next < end && dealt.index(dimension, next) > index; next++) {
            assertThat(dealt.index(dimension, next)).as(what).isEqualTo(index + next - place);
          }
        }
      }
    }
  }

  @Test
  void aProcessWithoutATurnIsRefused() {
    assertThatThrownBy(() -> Turns.of(10, 1, List.of(0, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nobody can be dealt to by turns of [0, 2]");
    assertThatThrownBy(() -> Turns.of(10, 1, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Turns.of(10, 1, List.of(0, -1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aListThatIsTooLongIsRefused() {
    final List<Integer> most = Collections.nCopies(Turns.MOST, 0);
    assertThat(Turns.of(1_000, 1, most).processes()).hasSize(Turns.MOST);
    final List<Integer> more = Collections.nCopies(Turns.MOST + 1, 0);
    assertThatThrownBy(() -> Turns.of(1_000, 1, more))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lines are dealt out by 512 turns at most, not 513");
  }

  @Test
  void whatALeaverHadIsAllThatMoves() {
    final Extents extents = Extents.of(3072, 16);
    final Shape shape = new Shape(extents, 4, Division.dealtRows(1));
    Allotment now = Allotment.afresh(List.of(shape), parts(8));
    for (int left = 7; left >= 1; left--) {
      final TransferPlan plan =
          TransferPlan.of(List.of(shape), now.held(), parts(left), Balance.EXACT);
      final long share = now.grids().getFirst().owned(now.rankOf("w" + left)).cells() * 4;
      assertThat(plan.bytesMoved()).as("to " + left).isEqualTo(share);
      assertThat(LeastBytes.of(List.of(shape), now.held(), plan.next())).isEqualTo(share);
      now = plan.next();
    }
  }

  @Test
  void whoJoinsGetsItsShareAndNothingElseMoves() {
    final Shape shape = new Shape(Extents.of(3360, 16), 4, Division.dealtRows(1));
    Allotment now = Allotment.afresh(List.of(shape), parts(4));
    for (int workers = 5; workers <= 8; workers++) {
      final TransferPlan plan =
          TransferPlan.of(List.of(shape), now.held(), parts(workers), Balance.EXACT);
      final long share = shape.bytes() / workers;
      assertThat(plan.bytesMoved())
          .as("to " + workers)
          .isBetween(share * 95 / 100, share * 105 / 100);
      now = plan.next();
    }
  }

  private static List<Part> parts(int count) {
    final List<Part> parts = new ArrayList<>();
    for (int worker = 0; worker < count; worker++) {
      parts.add(new Part("w" + worker, 1));
    }
    return parts;
  }
}
