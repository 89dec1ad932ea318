package io.lull.reconfig.partition;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Tile;
import io.lull.reconfig.distribution.Holding;
import io.lull.reconfig.distribution.LeastBytes;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.distribution.TransferPlan;
import io.lull.reconfig.distribution.TransferPlan.Move;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of arrays that are cut into regions.
 *
 * @param shapes of the arrays
 * @param held what there is before
 * @param moves what moves where; a move is the transfer of the same number
 * @param transfers of the moves
 */
public record RegionPlan(
    List<Shape> shapes, Holding held, TransferPlan moves, List<StateTransfer> transfers)
    implements StatePlan {

  static RegionPlan of(List<Shape> shapes, Holding held, TransferPlan moves) {
    final List<StateTransfer> transfers = new ArrayList<>();
    for (final Move move : moves.moves()) {
      transfers.add(
          new StateTransfer(
              transfers.size(),
              move.sourceRank(),
              move.from(),
              move.to(),
              move.indices().cells() * shapes.get(move.grid()).cellBytes()));
    }
    return new RegionPlan(List.copyOf(shapes), held, moves, List.copyOf(transfers));
  }

  @Override
  public List<Part> members() {
    return moves.next().parts();
  }

  @Override
  public long leastBytes() {
    return LeastBytes.of(shapes, held, moves.next());
  }

  Move move(StateTransfer transfer) {
    return moves.moves().get(transfer.number());
  }

  int cellBytes(Move move) {
    return shapes.get(move.grid()).cellBytes();
  }

  @Override
  public void describe(Layout.Builder layout) {
    final List<Shape> tiled = new ArrayList<>();
    for (int g = 0; g < shapes.size(); g++) {
      final Shape shape = shapes.get(g);
      if (tiled.stream().noneMatch(shape::isDividedAs)) {
        tiled.add(shape);
        layout.addTilings(
            LayoutCodec.of(moves.next().grids().get(g), shape).toBuilder()
                .setCellBytes(
                    shapes.stream().filter(shape::isDividedAs).mapToLong(Shape::cellBytes).sum()));
      }
    }
  }

  /** People see the first array flat: what has planes, from the side. */
  @Override
  public void present(Prepared.Builder report) {
    final Shape shape = shapes.getFirst();
    final boolean side = shape.planes() > 1;
    report
        .setRows(side ? shape.planes() : shape.rows())
        .setColumns(side ? shape.rows() : shape.columns());
    if (shape.division().isDealt()) {
      // It has no parts that could be seen.
      return;
    }
    for (int rank = 0; rank < moves.next().size(); rank++) {
      final Region region = moves.next().region(rank, 0);
      report.addTiles(
          Tile.newBuilder()
              .setRank(rank)
              .setRowFrom(side ? region.planeFrom() : region.rowFrom())
              .setRowTo(side ? region.planeTo() : region.rowTo())
              .setColumnFrom(side ? region.rowFrom() : region.columnFrom())
              .setColumnTo(side ? region.rowTo() : region.columnTo()));
    }
  }
}
