package io.lull.coordinator.core.job;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Tiling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Which part of a job's data each of its workers has, by the layout. */
final class LayoutShares {
  /** Of a box in each dimension. */
  private static final int ENDS = 2;

  private LayoutShares() {}

  /**
   * @return by rank, each greater than 0; none where weights do not decide it: what is dealt out
   *     beside what is not, or in several dimensions, and what is not made of grids
   */
  static List<Double> of(Layout layout) {
    final int members = layout.getMembersCount();
    final double[] cells = new double[members];
    if (layout.getTilingsCount() > 0
        && layout.getTilingsList().stream()
            .allMatch(tiling -> tiling.getDivision().getDealtLines() > 0)) {
      return turns(layout);
    }
    for (final Tiling tiling : layout.getTilingsList()) {
      if (tiling.getEndsCount() != members * tiling.getExtentsCount() * ENDS) {
        return List.of(); // it has no boxes
      }
      for (int rank = 0; rank < members; rank++) {
        cells[rank] += cells(tiling, rank);
      }
    }
    final List<Double> shares = new ArrayList<>(members);
    double all = 0;
    for (final double each : cells) {
      all += each;
    }
    for (final double each : cells) {
      if (each <= 0) {
        return List.of();
      }
      shares.add(each / all);
    }
    return shares;
  }

  /** Lines are dealt out by the same turns in all grids; without any, to all alike. */
  private static List<Double> turns(Layout layout) {
    final List<Integer> turns = layout.getTilings(0).getTurnsList();
    final int members = layout.getMembersCount();
    return IntStream.range(0, members)
        .mapToObj(rank ->
            turns.isEmpty()
                ? 1.0 / members
                : (double) Collections.frequency(turns, rank) / turns.size())
        .toList();
  }

  private static double cells(Tiling tiling, int rank) {
    final int dimensions = tiling.getExtentsCount();
    double cells = 1;
    for (int d = 0; d < dimensions; d++) {
      final int at = (rank * dimensions + d) * ENDS;
      cells *= tiling.getEnds(at + 1) - tiling.getEnds(at);
    }
    return cells;
  }
}
