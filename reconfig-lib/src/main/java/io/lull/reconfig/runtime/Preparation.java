package io.lull.reconfig.runtime;

import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Tile;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.Cells;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first half of a change: everything is brought about that can still be taken back, and
 * reported. The program's thread.
 */
final class Preparation {
  /** A change that may be put in force. */
  record Ready(Change change, Mover.Outcome outcome) {}

  private final Space space;
  private final Mover mover;
  private final Reports reports;
  private @Nullable Ready ready;
  private Prepared last = Prepared.getDefaultInstance();

  Preparation(Space space, Mover mover, Reports reports) {
    this.space = space;
    this.mover = mover;
    this.reports = reports;
  }

  /**
   * The prepared change if it is this epoch's; any other is given up.
   *
   * @param epoch that is in force now
   */
  @Nullable Ready takeFor(long epoch) {
    final @Nullable Ready taken = ready;
    ready = null;
    if (taken != null && taken.change().epoch() != epoch) {
      space.grids().forEach(Cells::abandon);
      return null;
    }
    return taken;
  }

  /**
   * @param waitNanos how long this worker has stood still for it
   */
  void prepare(Reconfigure order, long waitNanos) throws InterruptedException {
    if (order.getEpoch() != last.getEpoch()) {
      ready = null;
      last = carryOut(order, waitNanos);
      if (ready == null) {
        space.grids().forEach(Cells::abandon);
      }
    }
    // Said again where the order was sent again: the first answer may have been lost.
    reports.send(WorkerReport.newBuilder().setPrepared(last));
  }

  private Prepared carryOut(Reconfigure order, long waitNanos) throws InterruptedException {
    final Prepared.Builder report =
        Prepared.newBuilder()
            .setEpoch(order.getEpoch())
            .setSafePoint(space.safePoint())
            .setIteration(space.iteration())
            .setWaitNanos(waitNanos);
    if (order.getLive().getSafePoint() > space.safePoint() && space.placed()) {
      return report.setMissing("the program is at its end").build();
    }
    try {
      final Change change = Change.of(order, space.shapes(), space.balance());
      final Mover.Outcome outcome =
          mover.carryOut(change, space.grids(), space.replicated(), space::indexOf);
      report
          .setPrepareNanos(outcome.prepareNanos())
          .setMoveNanos(outcome.moveNanos())
          .setLayout(change.layout())
          .setBytesMoved(change.plan().bytesMoved())
          .setBytesLeast(change.plan().bytesLeast())
          .addAllTiles(tiles(change.plan().next()))
          .setRows(space.grids().getFirst().rows())
          .setColumns(space.grids().getFirst().columns())
          .addAllDamagedRanks(outcome.damaged());
      if (outcome.failure() != null) {
        return report.setMissing(outcome.failure()).build();
      }
      ready = new Ready(change, outcome);
      if (outcome.state() != null) {
        report
            .setIteration(outcome.state().getIteration())
            .setSafePoint(outcome.state().getSafePoint());
      }
      return report.build();
    } catch (IllegalArgumentException | BadInput e) {
      return report.setMissing(String.valueOf(e.getMessage())).build();
    }
  }

  private static List<Tile> tiles(Allotment next) {
    final List<Tile> tiles = new ArrayList<>();
    for (int rank = 0; rank < next.size(); rank++) {
      final Region region = next.region(rank, 0);
      tiles.add(
          Tile.newBuilder()
              .setRank(rank)
              .setRowFrom(region.rowFrom())
              .setRowTo(region.rowTo())
              .setColumnFrom(region.columnFrom())
              .setColumnTo(region.columnTo())
              .build());
    }
    return tiles;
  }
}
