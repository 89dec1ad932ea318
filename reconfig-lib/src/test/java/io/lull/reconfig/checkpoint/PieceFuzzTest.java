package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.lull.protocol.wire.OtherState;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceSection;
import io.lull.reconfig.partition.GridExport;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Pieces come from other people's disks: a damaged one is refused, whatever is wrong with it. */
final class PieceFuzzTest {
  private static final PieceHeader WHOLE =
      PieceHeader.newBuilder()
          .setVersion(1)
          .setJob("J1")
          .setGeneration(7)
          .addGrids(
              PieceGrid.newBuilder()
                  .setName("u")
                  .setElement("f64")
                  .setRows(6)
                  .setColumns(5)
                  .setCellBytes(8)
                  .setRowTo(6)
                  .setColumnTo(5)
                  .setRowsPerBlock(4))
          .build();

  private static final PieceHeader DEALT =
      PieceHeader.newBuilder()
          .setVersion(2)
          .setJob("J1")
          .setGeneration(7)
          .addGrids(
              WHOLE.getGrids(0).toBuilder()
                  .addAllBlockLengths(List.of(2L, 2L))
                  .addAllProcesses(List.of(1, 1)))
          .build();

  private static final PieceHeader SECTIONS =
      PieceHeader.newBuilder()
          .setVersion(3)
          .setJob("J1")
          .setGeneration(7)
          .setOther(OtherState.newBuilder().setKind("counters"))
          .addSections(PieceSection.newBuilder().setName("a").setBytes(10).setBlockBytes(4))
          .build();

  private static final PieceKey KEY = PieceKey.of(new byte[PieceKey.BYTES]);
  private static final long MOST_CONTENT_BYTES = 1 << 20;

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  @TempDir private Path folder;

  @Test
  void aDamagedFileIsRefused() throws IOException {
    final Fuzzer.Result result =
        new Fuzzer(seed, "piece")
            .samples(
                piece(WHOLE.toByteArray()),
                piece(DEALT.toByteArray()),
                piece(SECTIONS.toByteArray()))
            .refusals(IOException.class)
            .run(this::readWhole);
    assertThat(result.refused()).isGreaterThan(Fuzzer.INPUTS / 2);
  }

  @Test
  void aDamagedEncryptedFileIsRefused() throws IOException {
    final Fuzzer.Result result =
        new Fuzzer(seed, "encrypted piece")
            .samples(encrypted())
            .refusals(IOException.class)
            .run(content -> {
              final Path file = Files.write(folder.resolve("g7-r0.piece"), content);
              try (PieceReader piece = PieceReader.open(file, KEY)) {
                piece.verifyAll();
              }
            });
    assertThat(result.refused()).isGreaterThan(Fuzzer.INPUTS / 2);
  }

  private byte[] encrypted() throws IOException {
    // A seed repeats a run only if it meets the same bytes.
    final SecureRandom zeros =
        new SecureRandom() {
          @Override
          public void nextBytes(byte[] bytes) {
            Arrays.fill(bytes, (byte) 0);
          }
        };
    final EncryptedBlocks blocks = new EncryptedBlocks(KEY, zeros);
    final PieceHeader.Builder header = SECTIONS.toBuilder();
    blocks.describe(header);
    final Path file = folder.resolve("whole.piece");
    PieceWriter.write(file, header.build(), new Zeros(), blocks, null);
    return Files.readAllBytes(file);
  }

  /** A state of the one section that {@link #SECTIONS} describes. */
  private record Zeros() implements StateSnapshot {
    @Override
    public void describe(PieceHeader.Builder header) {
      header.mergeFrom(SECTIONS);
    }

    @Override
    public List<StateSection> sections() {
      return List.of(new StateSection("a", 10, 4));
    }

    @Override
    public void read(int section, long block, ByteBuffer out) {
      out.put(new byte[sections().get(section).contentBytes(block)]);
    }

    @Override
    public BitSet changedBlocks(int section) {
      return new BitSet();
    }

    @Override
    public void release() {}
  }

  @Test
  void aHeaderThatContradictsItselfIsRefused() {
    final Fuzzer.Result result =
        new Fuzzer(seed, "header of a piece")
            .messages(WHOLE, DEALT, SECTIONS)
            .refusals(IOException.class)
            .run(header -> readWhole(piece(header)));
    assertThat(result.accepted()).isPositive();
  }

  /** Its name is as long as a header may be, and it has many blocks. */
  @Test
  void blocksOfASectionWithALongNameCostNoMoreThanTheirBytes() throws IOException {
    final PieceHeader header =
        SECTIONS.toBuilder()
            .setSections(
                0,
                PieceSection.newBuilder()
                    .setName("x".repeat(20_000))
                    .setBytes(65_536)
                    .setBlockBytes(4))
            .build();
    final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final byte[] piece = piece(header.toByteArray());
    final long before = memory.getCurrentThreadAllocatedBytes();
    readWhole(piece);
    assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(32L << 20);
  }

  @Test
  void aPartOfAGridIsNotExportedAsTheWhole() throws IOException {
    final PieceHeader half =
        WHOLE.toBuilder().setGrids(0, WHOLE.getGrids(0).toBuilder().setRowTo(3)).build();
    final byte[] piece = piece(half.toByteArray());
    assertThatThrownBy(() -> readWhole(piece))
        .isInstanceOf(IOException.class)
        .hasMessage("the pieces have 15 of 30 cells of the grid u");
  }

  @Test
  void aGridWithoutCellsIsNotExported() throws IOException {
    final PieceHeader none =
        WHOLE.toBuilder().setGrids(0, WHOLE.getGrids(0).toBuilder().setRows(0).setRowTo(0)).build();
    final byte[] piece = piece(none.toByteArray());
    assertThatThrownBy(() -> readWhole(piece))
        .isInstanceOf(IOException.class)
        .hasMessage("the pieces are of a grid u without cells");
  }

  private void readWhole(byte[] content) throws IOException {
    final Path file = folder.resolve("g7-r0.piece");
    Files.write(file, content);
    final PieceReader piece = PieceReader.open(file, null);
    try (GridExport export = new GridExport(List.of(piece))) {
      piece.verifyAll();
      for (int grid = 0; grid < piece.header().getGridsCount(); grid++) {
        export.write(grid, OutputStream.nullOutputStream());
      }
    }
  }

  /** A file whose checksums are right, whatever its header says, where that can be. */
  private static byte[] piece(byte[] header) throws IOException {
    final ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(PieceWriter.MAGIC);
    file.writeBytes(number(header.length));
    file.writeBytes(header);
    file.writeBytes(checksum(header));
    for (final StateSection section : sections(header)) {
      for (long block = 0; block < section.blocks(); block++) {
        final byte[] content = new byte[section.contentBytes(block)];
        file.writeBytes(content);
        file.writeBytes(checksum(content));
      }
    }
    return file.toByteArray();
  }

  private static List<StateSection> sections(byte[] header) throws IOException {
    final PieceSections sections;
    try {
      sections = PieceSections.of(PieceHeader.parseFrom(header));
    } catch (IOException e) {
      return List.of();
    }
    return sections.bytes() > MOST_CONTENT_BYTES ? List.of() : sections.sections();
  }

  private static byte[] checksum(byte[] bytes) {
    final CRC32C crc = new CRC32C();
    crc.update(bytes);
    return number((int) crc.getValue());
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }
}
