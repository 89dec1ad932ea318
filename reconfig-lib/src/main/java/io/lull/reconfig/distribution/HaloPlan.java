package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * The cells that a rank receives from others and sends to them, to have its neighbours' cells
 * beside its own. Sender and receiver compute the same patches in the same order.
 *
 * @param receives by sending rank, only those that have something to send
 * @param sends by receiving rank
 * @param own patches that wrap around to the rank itself
 */
public record HaloPlan(List<Exchange> receives, List<Exchange> sends, List<Patch> own) {
  private static final Reach NOWHERE = new Reach(0, 0, 0);

  /** All patches between this rank and one other. */
  public record Exchange(int rank, List<Patch> patches) {
    public long cells() {
      return patches.stream().mapToLong(p -> p.source().cells()).sum();
    }
  }

  /**
   * A box as its owner knows it; at the receiver it lies shifted, which is zero but where a
   * periodic grid wraps around.
   */
  public record Patch(Region source, long planeShift, long rowShift, long columnShift) {
    public Region target() {
      return source.shift(planeShift, rowShift, columnShift);
    }
  }

  /**
   * The cells of a rank that can be worked out before others have sent theirs.
   *
   * @param region the rank's own
   * @param reach of the halo: what lies beside may be thinner, and still is read from so far away
   */
  public Region inner(Region region, Reach reach) {
    Region inner = region;
    for (final Exchange exchange : receives) {
      for (final Patch patch : exchange.patches()) {
        inner = inner.intersect(away(region, patch.target(), reach));
      }
    }
    return inner;
  }

  /** Without the cells at those sides on which something lies. */
  private static Region away(Region region, Region beside, Reach reach) {
    return new Region(
        region.planeFrom() + (beside.planeFrom() < region.planeFrom() ? reach.planes() : 0),
        region.planeTo() - (beside.planeTo() > region.planeTo() ? reach.planes() : 0),
        region.rowFrom() + (beside.rowFrom() < region.rowFrom() ? reach.rows() : 0),
        region.rowTo() - (beside.rowTo() > region.rowTo() ? reach.rows() : 0),
        region.columnFrom() + (beside.columnFrom() < region.columnFrom() ? reach.columns() : 0),
        region.columnTo() - (beside.columnTo() > region.columnTo() ? reach.columns() : 0));
  }

  /**
   * @param regions one grid's boxes, by rank
   * @param reach of the halo
   */
  public static HaloPlan of(
      Region grid, List<Region> regions, Reach reach, boolean periodic, int rank) {
    final List<Region> wanted =
        regions.stream().map(region -> region.isEmpty() ? region : region.grow(reach)).toList();
    return new Around(grid, regions, wanted, periodic ? reach : NOWHERE, false).plan(rank);
  }

  /**
   * What ranks get of a grid for something else than its own halos: also what is their own.
   *
   * @param regions the grid's boxes, by rank
   * @param wanted by rank; of a periodic grid it may reach beyond the edges, by less than the
   *     grid's length
   * @param dimensions of the grid
   */
  public static HaloPlan copies(
      Region grid,
      List<Region> regions,
      List<Region> wanted,
      int dimensions,
      boolean periodic,
      int rank) {
    final Reach turns = periodic ? Reach.of(1, dimensions) : NOWHERE;
    return new Around(grid, regions, wanted, turns, true).plan(rank);
  }

  /**
   * Who lies beside whom.
   *
   * @param turns not zero in the dimensions that wrap around
   * @param ownToo a rank gets its own cells as they lie, too
   */
  private record Around(
      Region grid, List<Region> regions, List<Region> wanted, Reach turns, boolean ownToo) {

    HaloPlan plan(int rank) {
      final List<Exchange> receives = new ArrayList<>();
      final List<Exchange> sends = new ArrayList<>();
      for (int other = 0; other < regions.size(); other++) {
        if (other == rank) {
          continue;
        }
        final List<Patch> in = patches(rank, other);
        if (!in.isEmpty()) {
          receives.add(new Exchange(other, in));
        }
        final List<Patch> out = patches(other, rank);
        if (!out.isEmpty()) {
          sends.add(new Exchange(other, out));
        }
      }
      return new HaloPlan(List.copyOf(receives), List.copyOf(sends), patches(rank, rank));
    }

    private List<Patch> patches(int receiver, int sender) {
      final List<Patch> patches = new ArrayList<>();
      final int planeTurns = Math.min(1, turns.planes());
      final int rowTurns = Math.min(1, turns.rows());
      final int columnTurns = Math.min(1, turns.columns());
      for (int p = -planeTurns; p <= planeTurns; p++) {
        for (int r = -rowTurns; r <= rowTurns; r++) {
          for (int c = -columnTurns; c <= columnTurns; c++) {
            final boolean itself = sender == receiver && p == 0 && r == 0 && c == 0;
            final long planes = p * grid.planes();
            final long rows = r * grid.rows();
            final long columns = c * grid.columns();
            final Region common =
                wanted.get(receiver).intersect(regions.get(sender).shift(planes, rows, columns));
            if ((ownToo || !itself) && !common.isEmpty()) {
              patches.add(new Patch(common.shift(-planes, -rows, -columns), planes, rows, columns));
            }
          }
        }
      }
      return List.copyOf(patches);
    }
  }
}
