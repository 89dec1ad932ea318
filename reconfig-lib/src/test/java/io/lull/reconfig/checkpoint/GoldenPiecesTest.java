package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.protocol.wire.ReplicatedValue;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Grid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.GridExchange;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.model.CommunicatorExchange;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.RegionCells;
import io.lull.reconfig.partition.RegionPiece;
import io.lull.reconfig.partition.RegionSnapshot;
import io.lull.reconfig.state.StateSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pieces that were written when there were grids only. They lie beside this test as files: whatever
 * becomes of the code, they are read as they were, and a grid's piece is written with the same
 * bytes.
 */
final class GoldenPiecesTest {
  private static final GridExchange ALONE =
      CommunicatorExchange.over(
          new Communicator(0, 0, Collections.singletonList(null), CallContext.NONE));
  private static final KernelThreads THREADS = new KernelThreads(() -> 1);
  private static final int ROWS_PER_BLOCK = 3;
  private static final List<Double> WEIGHTS = List.of(1.0, 2.0, 1.0);
  private static final int RANK = 1;
  private static final ReplicatedState STATE =
      ReplicatedState.newBuilder()
          .setIteration(41)
          .setSafePoint(97)
          .setSeries(1)
          .setSteps(15)
          .addValues(ReplicatedValue.newBuilder().setName("residual").setValue(0.125))
          .build();

  @TempDir Path folder;

  private static double value(long plane, long row, long column) {
    return plane * 10_000 + row * 100 + column;
  }

  private static PieceGrid describe(Grid grid, Distribution distribution) {
    final Region region = distribution.box(RANK);
    final PieceGrid.Builder described = PieceGrid.newBuilder();
    if (distribution instanceof BlockCyclic dealt) {
      described.addAllBlockLengths(dealt.blockLengths()).addAllProcesses(dealt.processes());
    }
    return described
        .setName(grid.name())
        .setPlanes(grid.planes())
        .setRows(grid.rows())
        .setColumns(grid.columns())
        .setCellBytes(grid instanceof DoubleGrid ? Double.BYTES : Integer.BYTES)
        .setElement(grid instanceof DoubleGrid ? "f64" : "i32")
        .setPlaneFrom(region.planeFrom())
        .setPlaneTo(region.planeTo())
        .setRowFrom(region.rowFrom())
        .setRowTo(region.rowTo())
        .setColumnFrom(region.columnFrom())
        .setColumnTo(region.columnTo())
        .setRowsPerBlock(ROWS_PER_BLOCK)
        .build();
  }

  private Path write(List<Grid> grids, List<Division> divisions, List<Extents> extents)
      throws IOException {
    final List<PieceGrid> described = new ArrayList<>();
    final List<RegionCells> cells = new ArrayList<>();
    for (int g = 0; g < grids.size(); g++) {
      final Distribution distribution = divisions.get(g).among(extents.get(g), WEIGHTS);
      described.add(describe(grids.get(g), distribution));
      final GridArray array = new GridArray(grids.get(g));
      array.prepare(distribution.box(RANK), false);
      array.commit(
          distribution.regions(),
          distribution instanceof BlockCyclic dealt ? dealt : Places.OWN,
          RANK);
      switch (grids.get(g)) {
        case DoubleGrid doubles -> doubles.fill(GoldenPiecesTest::value);
        case IntGrid ints -> ints.fill((p, r, c) -> (int) value(p, r, c));
        default -> throw new AssertionError("a grid of another kind");
      }
      cells.add(array.retain());
    }
    final StateSnapshot snapshot =
        new RegionSnapshot(described, cells, cells.stream().map(RegionCells::own).toList());
    final PieceHeader.Builder header =
        PieceHeader.newBuilder()
            .setJob("J7")
            .setGeneration(12)
            .setRank(RANK)
            .setEpoch(5)
            .setSafePoint(97)
            .setState(STATE);
    snapshot.describe(header);
    final Path file = folder.resolve("written.piece");
    PieceWriter.write(file, header.build(), snapshot, new PlainBlocks(), null);
    snapshot.release();
    grids.forEach(grid -> new GridArray(grid).drop());
    return file;
  }

  private Path boxes() throws IOException {
    final Extents plane = Extents.of(23, 19);
    final Extents cube = Extents.of(4, 9, 7);
    return write(
        List.of(
            new DoubleGrid("u", plane, Division.bisection(), Halo.of(1), ALONE, THREADS),
            new IntGrid("cube", cube, Division.rows(), Halo.of(0), ALONE, THREADS)),
        List.of(Division.bisection(), Division.rows()),
        List.of(plane, cube));
  }

  private Path dealt() throws IOException {
    final Extents plane = Extents.of(20, 17);
    final Extents line = Extents.of(31);
    return write(
        List.of(
            new DoubleGrid("u", plane, Division.blockCyclic(3, 2), Halo.of(0), ALONE, THREADS),
            new IntGrid("line", line, Division.columns(), Halo.of(1), ALONE, THREADS)),
        List.of(Division.blockCyclic(3, 2), Division.columns()),
        List.of(plane, line));
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = GoldenPiecesTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  private Path file(String name) throws IOException {
    return Files.write(folder.resolve(name), golden(name));
  }

  private static void checkValues(PieceReader piece, int grid) throws IOException {
    final RegionPiece regions = new RegionPiece(piece);
    final Region all = new Region(0, 100, 0, 100, 0, 100);
    final Packing packing = regions.packing(grid, all);
    final int cellBytes = piece.header().getGrids(grid).getCellBytes();
    final ByteBuffer read =
        ByteBuffer.allocate((int) packing.cells() * cellBytes).order(ByteOrder.LITTLE_ENDIAN);
    regions.read(grid, packing, 0, packing.cells(), read);
    read.flip();
    final List<String> wrong = new ArrayList<>();
    new Packing(packing.indices(), Places.OWN)
        .strips(strip -> {
          for (long s = 0; s < strip.count(); s++) {
            for (long i = 0; i < strip.length(); i++) {
              final double is = cellBytes == Double.BYTES ? read.getDouble() : read.getInt();
              if (is != value(strip.plane(), strip.row(), strip.columnOf(s) + i)) {
                wrong.add(strip + ": " + is);
              }
            }
          }
        });
    assertThat(wrong).isEmpty();
    assertThat(read.hasRemaining()).isFalse();
    assertThat(packing.cells()).isPositive();
  }

  private void readBack(String name, int version) throws IOException {
    try (PieceReader piece = PieceReader.open(file(name), null)) {
      piece.verifyAll();
      assertThat(piece.header().getVersion()).isEqualTo(version);
      assertThat(piece.header().getJob()).isEqualTo("J7");
      assertThat(piece.header().getState()).isEqualTo(STATE);
      checkValues(piece, 0);
      checkValues(piece, 1);
    }
  }

  @Test
  void aPieceOfBoxesIsReadAsItWas() throws IOException {
    readBack("boxes-v1.piece", 1);
  }

  @Test
  void aPieceOfWhatIsDealtOutIsReadAsItWas() throws IOException {
    readBack("dealt-v2.piece", 2);
  }

  @Test
  void gridsAreStillWrittenWithTheSameBytes() throws IOException {
    assertThat(Files.readAllBytes(boxes())).isEqualTo(golden("boxes-v1.piece"));
    assertThat(Files.readAllBytes(dealt())).isEqualTo(golden("dealt-v2.piece"));
  }
}
