package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.CommunicatorExchange;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.GridExport;
import io.lull.reconfig.partition.RegionCells;
import io.lull.reconfig.partition.RegionSnapshot;
import io.lull.reconfig.state.StateSnapshot;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Pieces become the whole grid again, however it was divided. */
final class GridExportTest {
  private static final int ROUNDS = 25;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  @TempDir Path folder;

  private Division division(Extents extents) {
    return switch (random.nextInt(5)) {
      case 0 -> Division.bisection();
      case 3 -> Division.dealtColumns(1 + random.nextInt(5));
      case 1 -> Division.columns();
      case 2 -> Division.cyclic();
      default -> Division.blockCyclic(random.longs(extents.dimensions(), 1, 10).toArray());
    };
  }

  private Extents extents() {
    return switch (random.nextInt(3)) {
      case 0 -> Extents.of(10 + random.nextInt(900));
      case 1 -> Extents.of(4 + random.nextInt(60), 4 + random.nextInt(60));
      default -> Extents.of(4 + random.nextInt(9), 4 + random.nextInt(9), 4 + random.nextInt(9));
    };
  }

  /** Lines that are dealt out have any turns, as after some changes. */
  private Distribution distribution(Division division, Extents extents, int workers) {
    if (division instanceof Division.Dealt dealt && dealt.fromLast() > 0) {
      final List<Integer> turns = new ArrayList<>();
      for (int turn = 0; turn < workers + random.nextInt(9); turn++) {
        turns.add(random.nextInt(turn + 1), turn % workers);
      }
      return dealt.byTurns(extents, turns);
    }
    return division.among(extents, random.doubles(workers, 1, 3).boxed().toList());
  }

  private static double value(long plane, long row, long column) {
    return plane * 1_000_000 + row * 1000 + column;
  }

  private void write(DoubleGrid grid, Distribution distribution, int rank, int generation)
      throws IOException {
    new GridArray(grid).prepare(distribution.box(rank), false);
    new GridArray(grid)
        .commit(
            distribution.regions(),
            distribution instanceof BlockCyclic dealt ? dealt : Places.OWN,
            rank);
    grid.fill(GridExportTest::value);
    final Region box = distribution.box(rank);
    final PieceGrid described =
        RegionSnapshot.describe(new GridArray(grid), distribution, rank).toBuilder()
            .setRowsPerBlock(1 + random.nextInt(9))
            .build();
    final RegionCells cells = new GridArray(grid).retain();
    final StateSnapshot snapshot =
        new RegionSnapshot(List.of(described), List.of(cells), List.of(box));
    final PieceHeader.Builder header =
        PieceHeader.newBuilder().setJob("J1").setGeneration(generation).setRank(rank);
    snapshot.describe(header);
    PieceWriter.write(
        folder.resolve(PieceWriter.fileName(generation, rank)),
        header.build(),
        snapshot,
        new PlainBlocks(),
        null);
    snapshot.release();
  }

  @Test
  void theWholeGridComesOutOfThePiecesRowByRow() throws IOException {
    try (KernelThreads threads = new KernelThreads(() -> 1)) {
      for (int round = 1; round <= ROUNDS; round++) {
        final Extents extents = extents();
        final Division division = division(extents);
        final DoubleGrid grid =
            new DoubleGrid(
                "u",
                extents,
                division,
                Halo.of(0),
                CommunicatorExchange.over(
                    new Communicator(0, 0, Collections.singletonList(null), CallContext.NONE)),
                threads);
        final int workers = 1 + random.nextInt(8);
        final Distribution distribution = distribution(division, extents, workers);
        for (int rank = 0; rank < workers; rank++) {
          write(grid, distribution, rank, round);
        }
        final KeptGeneration kept =
            KeptGeneration.of(PieceSearch.in(List.of(folder)).pieces()).getFirst();
        assertThat(kept.number()).isEqualTo(round);
        assertThat(kept.complete()).as("%s on %d", division, workers).isTrue();
        final ByteBuffer expected =
            ByteBuffer.allocate((int) extents.cells() * Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        for (long line = 0; line < grid.all().lines(); line++) {
          for (long column = 0; column < grid.columns(); column++) {
            expected.putDouble(value(grid.all().planeOf(line), grid.all().rowOf(line), column));
          }
        }
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GridExport export = new GridExport(kept.open(null))) {
          export.write(0, out);
        }
        assertThat(out.toByteArray()).as("%s on %d", division, workers).isEqualTo(expected.array());
        new GridArray(grid).drop();
      }
    }
  }
}
