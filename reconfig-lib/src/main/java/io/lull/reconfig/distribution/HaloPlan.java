package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Which cells a rank gets from which others, and gives to them, to have its neighbours' cells
 * beside its own. Sender and receiver compute the same patches in the same order.
 *
 * @param receives by sending rank, only those that have something to send
 * @param sends by receiving rank
 * @param own patches that wrap around to the rank itself
 */
public record HaloPlan(List<Exchange> receives, List<Exchange> sends, List<Patch> own) {

  /** All patches between this rank and one other. */
  public record Exchange(int rank, List<Patch> patches) {
    public long cells() {
      return patches.stream().mapToLong(p -> p.source().cells()).sum();
    }
  }

  /**
   * A rectangle as its owner knows it; at the receiver it lies shifted, which is zero but where a
   * periodic grid wraps around.
   */
  public record Patch(Region source, long rowShift, long columnShift) {
    public Region target() {
      return source.shift(rowShift, columnShift);
    }
  }

  /**
   * The cells of a rank that can be worked out before others have sent theirs.
   *
   * @param region the rank's own
   * @param width of the halo: what lies beside may be thinner, and still is read from so far away
   */
  public Region inner(Region region, int width) {
    Region inner = region;
    for (final Exchange exchange : receives) {
      for (final Patch patch : exchange.patches()) {
        inner = inner.intersect(away(region, patch.target(), width));
      }
    }
    return inner;
  }

  /** Without the cells at those sides on which something lies. */
  private static Region away(Region region, Region beside, int width) {
    return new Region(
        region.rowFrom() + (beside.rowFrom() < region.rowFrom() ? width : 0),
        region.rowTo() - (beside.rowTo() > region.rowTo() ? width : 0),
        region.columnFrom() + (beside.columnFrom() < region.columnFrom() ? width : 0),
        region.columnTo() - (beside.columnTo() > region.columnTo() ? width : 0));
  }

  /**
   * @param regions one grid's rectangles, by rank
   * @param width of the halo
   */
  public static HaloPlan of(
      Region grid, List<Region> regions, int width, boolean periodic, int rank) {
    final List<Exchange> receives = new ArrayList<>();
    final List<Exchange> sends = new ArrayList<>();
    for (int other = 0; other < regions.size(); other++) {
      if (other == rank) {
        continue;
      }
      final List<Patch> in = patches(grid, regions, width, periodic, rank, other);
      if (!in.isEmpty()) {
        receives.add(new Exchange(other, in));
      }
      final List<Patch> out = patches(grid, regions, width, periodic, other, rank);
      if (!out.isEmpty()) {
        sends.add(new Exchange(other, out));
      }
    }
    return new HaloPlan(
        List.copyOf(receives),
        List.copyOf(sends),
        patches(grid, regions, width, periodic, rank, rank));
  }

  private static List<Patch> patches(
      Region grid, List<Region> regions, int width, boolean periodic, int receiver, int sender) {
    if (width == 0) {
      return List.of();
    }
    final List<Patch> patches = new ArrayList<>();
    final Region wanted = regions.get(receiver).grow(width);
    final int reach = periodic ? 1 : 0;
    for (int r = -reach; r <= reach; r++) {
      for (int c = -reach; c <= reach; c++) {
        if (sender == receiver && r == 0 && c == 0) {
          continue;
        }
        final long rowShift = r * grid.rows();
        final long columnShift = c * grid.columns();
        final Region common = wanted.intersect(regions.get(sender).shift(rowShift, columnShift));
        if (!common.isEmpty()) {
          patches.add(new Patch(common.shift(-rowShift, -columnShift), rowShift, columnShift));
        }
      }
    }
    return List.copyOf(patches);
  }
}
