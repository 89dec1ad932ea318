package io.lull.reconfig.partition;

import io.lull.protocol.wire.GridDivision;
import io.lull.protocol.wire.Tiling;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Blocks;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.RecursiveBisection;
import io.lull.reconfig.distribution.Runs;
import io.lull.reconfig.distribution.Shape;
import java.util.ArrayList;
import java.util.List;

/** Distributions as layouts keep them. */
final class LayoutCodec {
  /** Of a box in each dimension. */
  private static final int ENDS = 2;

  private LayoutCodec() {}

  /** Whether a tiling can be that of a grid: of its extents, and divided as it is. */
  static boolean isOf(Tiling tiling, Shape shape) {
    return tiling.getExtentsList().equals(shape.extents().lengths())
        && tiling.getDivision().equals(division(shape));
  }

  private static GridDivision division(Shape shape) {
    return switch (shape.division()) {
      case Division.Bisection() -> GridDivision.getDefaultInstance();
      case Division.WholeLines(int fromLast) ->
          GridDivision.newBuilder().setWholeLines(fromLast).build();
      case Division.Dealt dealt ->
          GridDivision.newBuilder()
              .addAllBlockLengths(dealt.blockLengths(shape.extents()))
              .setDealtLines(dealt.fromLast())
              .build();
    };
  }

  static Tiling of(Distribution distribution, Shape shape) {
    final Tiling.Builder tiling =
        Tiling.newBuilder().addAllExtents(distribution.extents().lengths());
    if (!(shape.division() instanceof Division.Bisection)) {
      tiling.setDivision(division(shape));
    }
    switch (distribution) {
      // Without processes it is refused where turns are not known.
      case BlockCyclic dealt when !dealt.turns().processes().isEmpty() ->
          tiling.addAllTurns(dealt.turns().processes());
      case BlockCyclic dealt -> tiling.addAllProcesses(dealt.processes());
      case RecursiveBisection cuts -> cuts.boxes().forEach(box -> addEnds(tiling, box));
      case Blocks blocks -> {
        for (int rank = 0; rank < blocks.size(); rank++) {
          for (int d = 0; d < blocks.extents().dimensions(); d++) {
            final boolean cut = d == blocks.dimension();
            tiling
                .addEnds(cut ? blocks.cuts().get(rank) : 0)
                .addEnds(cut ? blocks.cuts().get(rank + 1) : blocks.extents().length(d));
          }
        }
      }
    }
    return tiling.build();
  }

  private static void addEnds(Tiling.Builder tiling, IndexSet box) {
    for (int d = 0; d < box.dimensions().size(); d++) {
      tiling.addEnds(box.first(d)).addEnds(box.end(d));
    }
  }

  /**
   * @param tiling that of the shape
   * @throws IllegalArgumentException when it is not one for so many ranks
   */
  static Distribution distribution(Tiling tiling, Shape shape, int ranks) {
    final int dimensions = shape.extents().dimensions();
    if (shape.division() instanceof Division.Dealt dealt) {
      final BlockCyclic kept =
          tiling.getTurnsCount() > 0 && dealt.fromLast() > 0
              ? dealt.byTurns(shape.extents(), tiling.getTurnsList())
              : new BlockCyclic(
                  shape.extents(), tiling.getProcessesList(), dealt.blockLengths(shape.extents()));
      if (kept.size() != ranks) {
        throw new IllegalArgumentException(
            "the data kept is dealt out to " + kept.size() + " ranks and not to " + ranks);
      }
      return kept;
    }
    final int perBox = ENDS * dimensions;
    if (tiling.getEndsCount() != perBox * ranks) {
      throw new IllegalArgumentException("the tiles kept are not one for each rank");
    }
    if (shape.division() instanceof Division.WholeLines(int fromLast)) {
      final int cut = dimensions - fromLast;
      final List<Long> cuts = new ArrayList<>();
      for (int at = ENDS * cut; at < tiling.getEndsCount(); at += perBox) {
        cuts.add(tiling.getEnds(at));
      }
      cuts.add(shape.extents().length(cut));
      return new Blocks(shape.extents(), cut, cuts);
    }
    final List<IndexSet> boxes = new ArrayList<>();
    for (int at = 0; at < tiling.getEndsCount(); at += perBox) {
      final List<Runs> box = new ArrayList<>();
      for (int d = 0; d < dimensions; d++) {
        box.add(Runs.between(tiling.getEnds(at + ENDS * d), tiling.getEnds(at + ENDS * d + 1)));
      }
      boxes.add(new IndexSet(box));
    }
    return new RecursiveBisection(shape.extents(), boxes);
  }
}
