package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.GridExchange;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.CommunicatorExchange;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.RegionCells;
import io.lull.reconfig.partition.RegionPiece;
import io.lull.reconfig.partition.RegionSnapshot;
import io.lull.reconfig.state.StateSnapshot;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class PieceTest {
  private static final GridExchange ALONE =
      CommunicatorExchange.over(
          new Communicator(0, 0, Collections.singletonList(null), CallContext.NONE));

  private static final KernelThreads THREADS = new KernelThreads(() -> 1);

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final Random random = new Random(seed.value());

  @TempDir Path folder;

  private static double cell(long row, long column) {
    return row * 1000.0 + column;
  }

  /** A grid of which this piece has a region, written. */
  private Path write(Region own, int rows, int columns) throws IOException {
    final DoubleGrid grid =
        new DoubleGrid(
            "u", Extents.of(rows, columns), Division.bisection(), Halo.of(1), ALONE, THREADS);
    new GridArray(grid).prepare(own, false);
    new GridArray(grid).commit(List.of(own), Places.OWN, 0);
    grid.fill(PieceTest::cell);
    final PieceHeader header =
        PieceHeader.newBuilder()
            .setVersion(1)
            .setJob("J1")
            .setGeneration(7)
            .addGrids(
                PieceGrid.newBuilder()
                    .setName("u")
                    .setRows(rows)
                    .setColumns(columns)
                    .setCellBytes(8)
                    .setRowFrom(own.rowFrom())
                    .setRowTo(own.rowTo())
                    .setColumnFrom(own.columnFrom())
                    .setColumnTo(own.columnTo())
                    .setRowsPerBlock(RegionSnapshot.rowsPerBlock(own, 8)))
            .build();
    final Path file = folder.resolve(PieceWriter.fileName(7, 0));
    final StateSnapshot snapshot =
        new RegionSnapshot(
            header.getGridsList(), List.of(new GridArray(grid).retain()), List.of(own));
    assertThat(PieceWriter.write(file, header, snapshot, new PlainBlocks(), null))
        .isEqualTo(Files.size(file));
    return file;
  }

  @Test
  void anyRangeOfAPieceIsReadBackAsItWas() throws IOException {
    final Region own = new Region(13, 700, 5, 640);
    final Path file = write(own, 900, 800);
    try (PieceReader piece = PieceReader.open(file, null)) {
      piece.verifyAll();
      for (int round = 0; round < 50; round++) {
        final long rowFrom = 13L + random.nextInt(680);
        final long columnFrom = 5L + random.nextInt(630);
        final Region range =
            new Region(
                rowFrom,
                rowFrom + 1 + random.nextInt((int) (700 - rowFrom)),
                columnFrom,
                columnFrom + 1 + random.nextInt((int) (640 - columnFrom)));
        final ByteBuffer out =
            ByteBuffer.allocate((int) range.cells() * 8).order(ByteOrder.LITTLE_ENDIAN);
        new RegionPiece(piece).read(0, range, out);
        out.flip();
        for (long row = range.rowFrom(); row < range.rowTo(); row++) {
          for (long column = range.columnFrom(); column < range.columnTo(); column++) {
            assertThat(out.getDouble()).as(seed.toString()).isEqualTo(cell(row, column));
          }
        }
      }
    }
  }

  @Test
  void everyFlippedBitIsFound() throws IOException {
    final Path file = write(new Region(0, 40, 0, 40), 40, 40);
    final byte[] good = Files.readAllBytes(file);
    for (int round = 0; round < 200; round++) {
      final byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bad);
      assertThatThrownBy(
              () -> {
                try (PieceReader piece = PieceReader.open(file, null)) {
                  piece.verifyAll();
                }
              })
          .as(seed.toString())
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void everyTornPieceIsFound() throws IOException {
    final Path file = write(new Region(0, 40, 0, 40), 40, 40);
    final byte[] good = Files.readAllBytes(file);
    for (int length = 0; length < good.length; length += 97) {
      Files.write(file, Arrays.copyOf(good, length));
      assertThatThrownBy(() -> PieceReader.open(file, null).close())
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void whatIsKeptDoesNotChangeWhenTheProgramGoesOn() throws IOException {
    final DoubleGrid grid =
        new DoubleGrid("u", Extents.of(20, 20), Division.bisection(), Halo.of(1), ALONE, THREADS);
    new GridArray(grid).prepare(grid.all(), false);
    new GridArray(grid).commit(List.of(grid.all()), Places.OWN, 0);
    grid.fill(PieceTest::cell);
    grid.update(grid.all(), c -> grid.at(c) + 1);
    final RegionCells kept = new GridArray(grid).retain();
    for (int i = 0; i < 5; i++) {
      grid.update(grid.all(), c -> grid.at(c) * 2);
    }
    final ByteBuffer out = ByteBuffer.allocate(20 * 20 * 8).order(ByteOrder.LITTLE_ENDIAN);
    kept.read(grid.all(), out);
    assertThat(out.getDouble(8 * (3 * 20 + 4))).isEqualTo(cell(3, 4) + 1);
    kept.release();
  }

  @Test
  void whatIsKeptOutlivesTheProgramsPartUntilItIsWritten() {
    final DoubleGrid grid =
        new DoubleGrid("u", Extents.of(20, 20), Division.bisection(), Halo.of(1), ALONE, THREADS);
    new GridArray(grid).prepare(grid.all(), false);
    new GridArray(grid).commit(List.of(grid.all()), Places.OWN, 0);
    grid.fill(PieceTest::cell);
    final RegionCells kept = new GridArray(grid).retain();
    new GridArray(grid).drop();
    final ByteBuffer out = ByteBuffer.allocate(20 * 20 * 8).order(ByteOrder.LITTLE_ENDIAN);
    kept.read(grid.all(), out);
    assertThat(out.getDouble(8 * (3 * 20 + 4))).isEqualTo(cell(3, 4));
    kept.release();
    assertThatThrownBy(() -> kept.read(grid.all(), out.clear()))
        .isInstanceOf(IllegalStateException.class);
  }
}
