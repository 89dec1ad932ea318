package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.OtherState;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.Reconfigure;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.distribution.TransferPlan;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.DeclaredGrids;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.RegionPlan;
import io.lull.reconfig.state.DistributedState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What workers come to from an order alone, which is all that a joiner has. */
final class ChangePlanTest {
  private static final List<Shape> SHAPES =
      List.of(new Shape(240, 300, 8), new Shape(240, 300, 1), new Shape(90, 80, 8));

  private static final KernelThreads THREADS = new KernelThreads(() -> 1);

  private static Reconfigure.Builder order(long epoch, String... workers) {
    final Reconfigure.Builder order = Reconfigure.newBuilder().setEpoch(epoch);
    for (final String worker : workers) {
      order.addMembers(Member.newBuilder().setWorker(worker).setWeight(1));
    }
    return order;
  }

  /** That of a program with such grids. */
  private static DistributedState state(List<Shape> shapes) {
    final DeclaredGrids space = new DeclaredGrids(LoneWorker.context(), THREADS);
    for (int g = 0; g < shapes.size(); g++) {
      final Shape shape = shapes.get(g);
      if (shape.cellBytes() == Byte.BYTES) {
        space.byteGrid("g" + g, shape.extents(), shape.division(), Halo.of(0));
      } else {
        space.doubleGrid("g" + g, shape.extents(), shape.division(), Halo.of(0));
      }
    }
    return space.state();
  }

  /** The arrays' part of a change. */
  private static TransferPlan moves(ChangePlan change) {
    return ((RegionPlan) change.plan()).moves();
  }

  private static ChangePlan change(Reconfigure.Builder order) {
    return ChangePlan.of(order.build(), state(SHAPES));
  }

  private static Reconfigure.Builder live(Reconfigure.Builder order, Layout layout) {
    return order.setLive(Live.newBuilder().setLayout(layout));
  }

  /** Five workers of which one has left, so that the cuts are not those of four afresh. */
  private static ChangePlan reshaped() {
    final ChangePlan started =
        change(order(1, "a", "b", "c", "d", "e").setFresh(Fresh.getDefaultInstance()));
    return change(live(order(2, "a", "b", "d", "e"), started.layout()));
  }

  @Test
  void aLayoutSaysWhereTheCutsLie() {
    final ChangePlan reshaped = reshaped();
    assertThat(moves(reshaped).next())
        .isNotEqualTo(Allotment.afresh(SHAPES, moves(reshaped).next().parts()));
    assertThat(reshaped.layout().getTilingsCount()).isEqualTo(2);
    final ChangePlan again = change(live(order(3, "a", "b", "d", "e"), reshaped.layout()));
    assertThat(again.plan().movedBytes()).isZero();
    assertThat(moves(again).next()).isEqualTo(moves(reshaped).next());
  }

  @Test
  void aRecoveryOnOtherWorkersReadsThePiecesWhereTheCutsLay() {
    final ChangePlan reshaped = reshaped();
    final Generation.Builder kept =
        Generation.newBuilder().setNumber(1).setLayout(reshaped.layout());
    for (int rank = 0; rank < 4; rank++) {
      kept.addHolders(PieceHolder.newBuilder().setRank(rank).setWorker(rank % 2 == 0 ? "x" : "y"));
    }
    final ChangePlan recovered = change(order(4, "x", "y").setGeneration(kept));
    for (final TransferPlan.Move move : moves(recovered).moves()) {
      final var piece = moves(reshaped).next().region(move.sourceRank(), move.grid());
      assertThat(piece.intersect(move.region())).isEqualTo(move.region());
    }
    assertThat(
            moves(recovered).moves().stream()
                .mapToLong(move -> move.region().cells() * SHAPES.get(move.grid()).cellBytes())
                .sum())
        .isEqualTo(SHAPES.stream().mapToLong(Shape::bytes).sum());
  }

  @Test
  void aLayoutWithoutCutsWasCutAfresh() {
    final ChangePlan started = change(order(1, "a", "b", "c").setFresh(Fresh.getDefaultInstance()));
    final Layout bare = started.layout().toBuilder().clearTilings().build();
    assertThat(change(live(order(2, "a", "b", "c"), bare)).plan().movedBytes()).isZero();
  }

  @Test
  void cutsOfAnotherGridAreRefusedInOneLine() {
    final Layout layout = reshaped().layout();
    assertThatThrownBy(() ->
            ChangePlan.of(
                live(order(3, "a"), layout).build(), state(List.of(new Shape(11, 12, 8)))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the data kept is not that of a grid of 11 x 12 cells divided as this one");
    final Layout damaged =
        layout.toBuilder().setTilings(0, layout.getTilings(0).toBuilder().addEnds(1)).build();
    assertThatThrownBy(() -> change(live(order(3, "a"), damaged)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the tiles kept are not one for each rank");
  }

  @Test
  void aLayoutSaysHowEachGridIsDivided() {
    final Extents extents = Extents.of(40, 50);
    final List<Shape> shapes =
        List.of(
            new Shape(extents, 8, Division.blockCyclic(3, 4)),
            new Shape(extents, 8, Division.rows()),
            new Shape(extents, 8),
            new Shape(extents, 1, Division.blockCyclic(3, 4)),
            new Shape(extents, 8, Division.cyclic()));
    final ChangePlan started =
        ChangePlan.of(
            order(1, "a", "b", "c", "d").setFresh(Fresh.getDefaultInstance()).build(),
            state(shapes));
    assertThat(started.layout().getTilingsCount()).isEqualTo(4);
    final ChangePlan again =
        ChangePlan.of(live(order(2, "a", "b", "c", "d"), started.layout()).build(), state(shapes));
    assertThat(again.plan().movedBytes()).isZero();
    assertThat(moves(again).before()).isEqualTo(moves(started).next());
  }

  @Test
  void whatIsDealtOutComesToAnyOtherNumberOfWorkersWithTheLeastMovement() {
    final List<Shape> shapes =
        List.of(new Shape(Extents.of(64, 64), 8, Division.blockCyclic(4, 4)));
    final ChangePlan started =
        ChangePlan.of(
            order(1, "a", "b", "c", "d").setFresh(Fresh.getDefaultInstance()).build(),
            state(shapes));
    final ChangePlan grown =
        ChangePlan.of(
            live(order(2, "f", "e", "d", "c", "b", "a"), started.layout()).build(), state(shapes));
    assertThat(grown.plan().movedBytes()).isEqualTo(grown.plan().leastBytes()).isPositive();
    final ChangePlan migrated =
        ChangePlan.of(live(order(3, "a", "x", "c", "d"), started.layout()).build(), state(shapes));
    assertThat(migrated.plan().movedBytes()).isEqualTo(64 * 64 * 8 / 4);
  }

  @Test
  void aLayoutOfAnotherDivisionIsRefusedInOneLine() {
    final Shape dealt = new Shape(Extents.of(240, 300), 8, Division.cyclic());
    final Layout layout = reshaped().layout();
    assertThatThrownBy(
            () -> ChangePlan.of(live(order(3, "a"), layout).build(), state(List.of(dealt))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the data kept is not that of a grid of 240 x 300 cells divided as this one");
  }

  @Test
  void aLayoutOfAnotherKindOfStateIsRefusedInOneLine() {
    final Layout other =
        reshaped().layout().toBuilder()
            .setOther(OtherState.newBuilder().setKind("counters"))
            .build();
    assertThatThrownBy(() -> change(live(order(3, "a"), other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the data kept is that of counters, and not of grids");
  }
}
