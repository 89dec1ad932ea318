package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.protocol.wire.ParityHeader;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.protocol.wire.ReplicatedValue;
import io.lull.reconfig.checkpoint.BlockEncoder;
import io.lull.reconfig.checkpoint.EncryptedBlocks;
import io.lull.reconfig.checkpoint.PieceKey;
import io.lull.reconfig.checkpoint.PieceWriter;
import io.lull.reconfig.checkpoint.PlainBlocks;
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
import io.lull.reconfig.partition.RegionSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pieces of a job of two workers, on the disks of two nodes. */
final class CheckpointCommandTest {
  private static final int ROWS = 30;
  private static final int COLUMNS = 20;
  private static final List<Region> PARTS =
      List.of(new Region(0, 17, 0, COLUMNS), new Region(17, ROWS, 0, COLUMNS));
  private static final GridExchange ALONE =
      CommunicatorExchange.over(
          new Communicator(0, 0, Collections.singletonList(null), CallContext.NONE));

  @TempDir private Path folder = Path.of("");
  private Terminal terminal;

  @BeforeEach
  void keep() throws IOException {
    terminal = new Terminal(null, folder);
    for (final String node : new String[] {"a", "b"}) {
      Files.createDirectories(folder.resolve(node).resolve("J4"));
    }
    write("a", 2, 0);
    write("a", 2, 1);
    write("b", 2, 1);
    write("b", 3, 1);
  }

  private static double cell(long row, long column) {
    return row * 100.0 + column;
  }

  private Path piece(String node, long generation, int rank) {
    return folder.resolve(node).resolve("J4").resolve(PieceWriter.fileName(generation, rank));
  }

  private void write(String node, long generation, int rank) throws IOException {
    write(node, generation, rank, new PlainBlocks());
  }

  private void write(String node, long generation, int rank, BlockEncoder blocks)
      throws IOException {
    final Region own = PARTS.get(rank);
    try (KernelThreads threads = new KernelThreads(() -> 1)) {
      final DoubleGrid grid =
          new DoubleGrid(
              "u", Extents.of(ROWS, COLUMNS), Division.bisection(), Halo.of(1), ALONE, threads);
      final GridArray array = new GridArray(grid);
      array.prepare(own, false);
      array.commit(List.of(own), Places.OWN, 0);
      grid.fill(CheckpointCommandTest::cell);
      final PieceHeader.Builder described =
          PieceHeader.newBuilder()
              .setVersion(1)
              .setJob("J4")
              .setGeneration(generation)
              .setRank(rank)
              .setState(
                  ReplicatedState.newBuilder()
                      .setIteration(70 + generation)
                      .addValues(ReplicatedValue.newBuilder().setName("change").setValue(0.5)))
              .addGrids(
                  PieceGrid.newBuilder()
                      .setName("u")
                      .setRows(ROWS)
                      .setColumns(COLUMNS)
                      .setCellBytes(Double.BYTES)
                      .setElement("f64")
                      .setRowFrom(own.rowFrom())
                      .setRowTo(own.rowTo())
                      .setColumnFrom(own.columnFrom())
                      .setColumnTo(own.columnTo())
                      .setRowsPerBlock(RegionSnapshot.rowsPerBlock(own, Double.BYTES)));
      blocks.describe(described);
      final PieceHeader header = described.build();
      PieceWriter.write(
          piece(node, generation, rank),
          header,
          new RegionSnapshot(header.getGridsList(), List.of(array.present()), List.of(own)),
          blocks,
          null);
      array.drop();
    }
  }

  private static void damage(Path file) throws IOException {
    final byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 10] ^= 4;
    Files.write(file, bytes);
  }

  private void assertExported(Path file) throws IOException {
    final ByteBuffer cells =
        ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(cells.remaining()).isEqualTo(ROWS * COLUMNS * Double.BYTES);
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column < COLUMNS; column++) {
        assertThat(cells.getDouble()).isEqualTo(cell(row, column));
      }
    }
  }

  @Test
  void listsGenerationsTheNewestFirstAndSaysWhichAreWhole() throws IOException {
    terminal.type("checkpoint list a b");
    assertThat(terminal.code()).isZero();
    final List<String> lines = terminal.out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).contains("J4", "3", "73", "some are missing");
    assertThat(lines.get(2)).contains("J4", "2", "72", "all", "0 1", "u 30 x 20 of f64");

    terminal.type("checkpoint list a b --json");
    final JsonNode document = new ObjectMapper().readTree(terminal.out());
    assertThat(document.path("damaged")).isEmpty();
    final JsonNode newest = document.path("generations").get(0);
    assertThat(newest.path("generation").asLong()).isEqualTo(3);
    assertThat(newest.path("complete").asBoolean()).isFalse();
    assertThat(newest.path("values").path("change").asDouble()).isEqualTo(0.5);
    assertThat(document.path("generations").get(1).path("pieces")).hasSize(3);
  }

  @Test
  void verifiesEveryBlock() throws IOException {
    terminal.type("checkpoint verify a b");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out().lines()).hasSize(5).filteredOn(l -> l.endsWith("whole")).hasSize(4);

    damage(piece("a", 2, 1));
    Files.write(piece("b", 3, 1), new byte[100]);
    terminal.type("checkpoint verify a b");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.out()).contains("does not match its checksum", "not a checkpoint piece");
  }

  @Test
  void exportsTheNewestWholeGenerationFromWhicheverCopyIsWhole() throws IOException {
    damage(piece("a", 2, 1));
    terminal.type("checkpoint export a b --to out");
    assertThat(terminal.err()).isEmpty();
    assertThat(terminal.code()).isZero();
    final Path file = folder.resolve("out").resolve("u.f64");
    assertThat(terminal.out().strip()).isEqualTo(file.toString());
    assertExported(file);
  }

  private void encrypt(int fill) throws IOException {
    final byte[] key = new byte[PieceKey.BYTES];
    Arrays.fill(key, (byte) fill);
    for (int rank = 0; rank < PARTS.size(); rank++) {
      write("a", 4, rank, new EncryptedBlocks(PieceKey.of(key), new SecureRandom()));
    }
    PieceKeyFile.write("--output", folder.resolve("key" + fill), key);
  }

  @Test
  void exportsEncryptedPiecesWithTheirKeyOnly() throws IOException {
    encrypt(1);
    terminal.type("checkpoint verify a b");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out().lines()).hasSize(7);
    terminal.type("checkpoint list a b --json");
    final JsonNode listed = new ObjectMapper().readTree(terminal.out()).path("generations");
    assertThat(listed.get(0).path("encrypted").asBoolean()).isTrue();
    assertThat(listed.get(1).path("encrypted").asBoolean()).isFalse();

    terminal.type("checkpoint export a b --to out");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualToIgnoringNewLines(
            "lull: the checkpoints of J4 are encrypted: give --key FILE, from lull checkpoint key"
                + " J4 --output FILE");

    terminal.type("checkpoint export a b --to out --key key1");
    assertThat(terminal.err()).isEmpty();
    assertExported(folder.resolve("out").resolve("u.f64"));
  }

  @Test
  void refusesAnotherKeyAndWhatIsNone() throws IOException {
    encrypt(1);
    encrypt(2);
    terminal.type("checkpoint export a b --to out --key key1");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.err()).contains("is forged: its index was not written with its job's key");
    assertThat(folder.resolve("out").resolve("u.f64")).doesNotExist();

    Files.writeString(folder.resolve("none"), "abc");
    terminal.type("checkpoint export a b --to out --key none");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("none has no key: lull checkpoint key JOB");
    terminal.type("checkpoint export a b --to out --key nowhere");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("nowhere cannot be read");
    terminal.type("checkpoint export a b --to out --generation 2 --key key2");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("the checkpoints of J4 are not encrypted: leave out --key");
  }

  @Test
  void overwritesNothing() throws IOException {
    final Path file = Files.createDirectories(folder.resolve("out")).resolve("u.f64");
    Files.writeString(file, "mine");
    terminal.type("checkpoint export a b --to out");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err().lines()).hasSize(1);
    assertThat(terminal.err()).contains("u.f64 already exists");
    assertThat(file).hasContent("mine");
  }

  @Test
  void exportsNothingWhenNoCopyIsWhole() throws IOException {
    damage(piece("a", 2, 1));
    damage(piece("b", 2, 1));
    terminal.type("checkpoint export a b --to out");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.err()).contains("J4, generation 2 cannot be exported");
    assertThat(folder.resolve("out").resolve("u.f64")).doesNotExist();
  }

  @Test
  void saysWhichPiecesAreMissing() {
    terminal.type("checkpoint export a b --to out --generation 3");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("generation 3 has only the pieces of ranks 1");
  }

  @Test
  void filesOfParitiesAreListedAndEveryBlockOfThemIsVerified() throws IOException {
    final Path file = parities();
    terminal.type("checkpoint list a");
    assertThat(terminal.out())
        .containsPattern("(?m)^PARITIES OF +GENERATION +RANK +SIZE +ENOUGH +RANKS")
        .containsPattern("(?m)^J4 +2 +1 .*any 1 of 2 +0 1");
    terminal.type("checkpoint list a --json");
    final JsonNode listed = new ObjectMapper().readTree(terminal.out()).path("parities").path(0);
    assertThat(listed.path("needed").asInt()).isEqualTo(1);
    assertThat(listed.path("rank").asInt()).isEqualTo(1);
    terminal.type("checkpoint verify a b");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out()).containsPattern("g2-r1\\.parity +whole");

    final byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 12] ^= 1;
    Files.write(file, bytes);
    terminal.type("checkpoint verify a b");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.out())
        .contains("g2-r1.parity is damaged: block 0 of row 0 does not match its checksum");
  }

  /** By the letter of piece.proto: the parity of the eight bytes of rank 0, kept by rank 1. */
  private Path parities() throws IOException {
    final byte[] header =
        ParityHeader.newBuilder()
            .setVersion(1)
            .setJob("J4")
            .setGeneration(2)
            .setRank(1)
            .setNeeded(1)
            .addAllRanks(List.of(0, 1))
            .addAllPieceBytes(List.of(8L, 8L))
            .setSegmentBytes(8)
            .setBlockBytes(128 << 10)
            .build()
            .toByteArray();
    final byte[] block = {1, 2, 3, 4, 5, 6, 7, 8};
    final ByteBuffer record =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).put(block).putInt(checksum(block));
    final ByteBuffer all =
        ByteBuffer.allocate(8 + 4 + header.length + 4 + 12 + 4)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put("LULLPARI".getBytes(StandardCharsets.US_ASCII))
            .putInt(header.length)
            .put(header)
            .putInt(checksum(header))
            .put(record.array())
            .putInt(checksum(record.array()));
    return Files.write(folder.resolve("a").resolve("J4").resolve("g2-r1.parity"), all.array());
  }

  private static int checksum(byte[] bytes) {
    final CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
