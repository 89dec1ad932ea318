package io.lull.reconfig.checkpoint;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Conversation;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.CommunicatorExchange;
import io.lull.reconfig.network.HostNetwork;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.RegionCells;
import io.lull.reconfig.partition.RegionSnapshot;
import io.lull.reconfig.state.StateSnapshot;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class PieceCopyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Region OWN = new Region(0, 2048, 0, 512);

  @TempDir Path here;
  @TempDir Path there;

  private final DoubleGrid grid =
      new DoubleGrid(
          "u",
          Extents.of(2048, 512),
          Division.bisection(),
          Halo.of(1),
          CommunicatorExchange.over(
              new Communicator(0, 0, Collections.singletonList(null), CallContext.NONE)),
          new KernelThreads(() -> 1));
  private final VirtualClock keepersClock = new VirtualClock();
  private final PieceCost keepersCost = new PieceCost(new AtomicLong()::incrementAndGet);
  private PieceReceiver receiver = new PieceReceiver(Path.of(""), keepersCost);
  private @Nullable Links sends;
  private @Nullable Links takes;

  @BeforeEach
  void meet() throws IOException {
    receiver = new PieceReceiver(there, keepersCost);
    sends = links("w1", (_, _) -> {}, SystemClock.INSTANCE);
    takes = links("w2", receiver, keepersClock);
    new GridArray(grid).prepare(OWN, false);
    new GridArray(grid).commit(List.of(OWN), Places.OWN, 0);
    grid.fill((row, column) -> row * 1000.0 + column);
  }

  private static Links links(String name, Conversation.Answerer answerer, Clock clock)
      throws IOException {
    return new Links(
        name,
        HostNetwork.loopback(),
        PeerSecurity.plain(),
        (_, _) -> {},
        answerer,
        (_, _, _) -> {},
        clock);
  }

  @AfterEach
  void part() throws IOException {
    for (final Links each : Stream.of(sends, takes).filter(l -> l != null).toList()) {
      each.close();
    }
    receiver.close();
    new GridArray(grid).drop();
  }

  private static PieceHeader header(long generation, String job) {
    return PieceHeader.newBuilder()
        .setVersion(1)
        .setJob(job)
        .setGeneration(generation)
        .addGrids(
            PieceGrid.newBuilder()
                .setName("u")
                .setRows(OWN.rowTo())
                .setColumns(OWN.columnTo())
                .setCellBytes(8)
                .setRowTo(OWN.rowTo())
                .setColumnTo(OWN.columnTo())
                .setRowsPerBlock(RegionSnapshot.rowsPerBlock(OWN, 8)))
        .build();
  }

  private static StateSnapshot snapshot(PieceHeader header, RegionCells cells) {
    return new RegionSnapshot(header.getGridsList(), List.of(cells), List.of(OWN));
  }

  private BitSet blocks(PieceHeader header, Region changed) {
    return new RegionSnapshot(
            header.getGridsList(), List.of(new GridArray(grid).present()), List.of(changed))
        .changedBlocks(0);
  }

  /**
   * @return how much of the piece was sent, or -1 when it is not on the other's disk
   */
  private long copy(PieceHeader header, @Nullable PreviousPiece base) throws IOException {
    final Links from = Objects.requireNonNull(sends);
    final Links to = Objects.requireNonNull(takes);
    final RegionCells cells = new GridArray(grid).retain();
    try (Conversation conversation = from.converse("w2", "127.0.0.1", to.port(), PATIENCE)) {
      final PieceSender courier = new PieceSender(conversation, base);
      PieceWriter.write(
          here.resolve("own.piece"), header, snapshot(header, cells), new PlainBlocks(), courier);
      return courier.finish() == null ? courier.sentBytes() : -1;
    } finally {
      cells.release();
    }
  }

  private Path copied(long generation) {
    return there.resolve(PieceReceiver.fileName(generation, 0));
  }

  @Test
  void aCopyCostsItsKeeperProcessorTime() throws IOException {
    final PieceHeader header = header(1, "J1");
    assertThat(copy(header, null)).isPositive();
    assertThat(keepersCost.take()).isOne();
    assertThat(keepersCost.take()).isZero();
  }

  @Test
  void theCopyIsThePieceByteForByte() throws IOException {
    final long sent = copy(header(1, "J1"), null);
    assertThat(sent).isEqualTo(Files.size(here.resolve("own.piece")));
    assertThat(copied(1)).hasSameBinaryContentAs(here.resolve("own.piece"));
  }

  @Test
  void onlyWhatHasChangedIsSentAgain() throws IOException {
    final PieceHeader first = header(1, "J1");
    copy(first, null);
    new GridArray(grid).takeChanged();
    // The agent has taken the file over, and a later generation has made it superfluous.
    Files.delete(copied(1));
    grid.update(new Region(1000, 1010, 0, 512), cell -> grid.at(cell) + 1);
    final Region changed = new GridArray(grid).takeChanged();
    assertThat(changed).isEqualTo(new Region(1000, 1010, 0, 512));
    // A longer header: blocks lie elsewhere than in the first.
    final long sent =
        copy(
            header(2, "J1 with a longer name"),
            new PreviousPiece(1, PieceWriter.headerBytes(first), List.of(blocks(first, changed))));
    assertThat(sent).isBetween(1L << 20, 3L << 20);
    assertThat(copied(2)).hasSameBinaryContentAs(here.resolve("own.piece"));
    try (PieceReader piece = PieceReader.open(copied(2), null)) {
      piece.verifyAll();
    }
  }

  /** A disk changes bits, and whoever has no key can make the checksum right. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasDamagedSinceItCameGetsIntoNoLaterCopy(boolean checksumIsRight) throws IOException {
    final PieceHeader first = header(1, "J1");
    copy(first, null);
    new GridArray(grid).takeChanged();
    try (FileChannel file = FileChannel.open(copied(1), READ, WRITE)) {
      final int begin = Math.toIntExact(PieceWriter.headerBytes(first));
      final int bytes = Math.toIntExact(RegionSnapshot.rowsPerBlock(OWN, 8) * 512L * 8);
      final ByteBuffer block =
          ByteBuffer.allocate(bytes + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      file.read(block, begin);
      block.put(100, (byte) (block.get(100) ^ 4));
      if (checksumIsRight) {
        block.putInt(bytes, Checksum.of(block.slice(0, bytes)));
      }
      file.write(block.flip(), begin);
    }
    final PreviousPiece damaged =
        new PreviousPiece(
            1,
            PieceWriter.headerBytes(first),
            List.of(blocks(first, new Region(2000, 2001, 0, 512))));
    assertThat(copy(header(2, "J1"), damaged)).isEqualTo(-1);
    assertThat(copied(2)).doesNotExist();
    assertThat(copy(header(3, "J1"), damaged)).isEqualTo(Files.size(here.resolve("own.piece")));
    assertThat(copied(3)).hasSameBinaryContentAs(here.resolve("own.piece"));
  }

  @Test
  void oneConversationIsGoodForManyPieces() throws IOException {
    final Links from = Objects.requireNonNull(sends);
    final Links to = Objects.requireNonNull(takes);
    try (Conversation conversation = from.converse("w2", "127.0.0.1", to.port(), PATIENCE)) {
      for (long generation = 1; generation <= 3; generation++) {
        final RegionCells cells = new GridArray(grid).retain();
        final PieceSender courier = new PieceSender(conversation, null);
        PieceWriter.write(
            here.resolve("own.piece"),
            header(generation, "J1"),
            snapshot(header(generation, "J1"), cells),
            new PlainBlocks(),
            courier);
        assertThat(courier.finish()).isNull();
        assertThat(copied(generation)).hasSameBinaryContentAs(here.resolve("own.piece"));
        cells.release();
      }
    }
  }

  @Test
  void allIsSentWhereTheOtherLacksThePieceBefore() throws IOException {
    final long sent = copy(header(5, "J1"), new PreviousPiece(4, 100, List.of(new BitSet())));
    assertThat(sent).isEqualTo(Files.size(here.resolve("own.piece")));
    assertThat(copied(5)).hasSameBinaryContentAs(here.resolve("own.piece"));
  }

  @Test
  void nothingIsTakenFromAPieceOfAnotherGeneration() throws IOException {
    final PieceHeader first = header(1, "J1");
    copy(first, null);
    new GridArray(grid).takeChanged();
    grid.update(new Region(0, 10, 0, 512), cell -> grid.at(cell) + 1);
    new GridArray(grid).takeChanged();
    // The second generation never came here: what has not changed since then has since the first.
    final long sent =
        copy(
            header(3, "J1"),
            new PreviousPiece(
                2,
                PieceWriter.headerBytes(first),
                List.of(blocks(first, new Region(2000, 2001, 0, 512)))));
    assertThat(sent).isEqualTo(Files.size(here.resolve("own.piece")));
    assertThat(copied(3)).hasSameBinaryContentAs(here.resolve("own.piece"));
  }

  @Test
  void whoeverLosesTouchKeepsItsOwnPieceAllTheSame() throws IOException {
    final Links from = Objects.requireNonNull(sends);
    final RegionCells cells = new GridArray(grid).retain();
    try (Links hangsUp = links("w3", (_, _) -> {}, SystemClock.INSTANCE);
        Conversation conversation = from.converse("w3", "127.0.0.1", hangsUp.port(), PATIENCE)) {
      final PieceSender courier = new PieceSender(conversation, null);
      PieceWriter.write(
          here.resolve("own.piece"),
          header(1, "J1"),
          snapshot(header(1, "J1"), cells),
          new PlainBlocks(),
          courier);
      assertThat(courier.finish()).isNotNull();
    } finally {
      cells.release();
    }
    try (PieceReader piece = PieceReader.open(here.resolve("own.piece"), null)) {
      piece.verifyAll();
    }
    assertThat(there).isEmptyDirectory();
  }

  @Test
  void aPieceThatIsCutOffLeavesNothing() throws Exception {
    final Links from = Objects.requireNonNull(sends);
    final Links to = Objects.requireNonNull(takes);
    try (Conversation conversation = from.converse("w2", "127.0.0.1", to.port(), PATIENCE)) {
      new PieceSender(conversation, null).begin(header(1, "J1"), 1 << 20);
    }
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (isAnythingLeft() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(there).isEmptyDirectory();
  }

  @Test
  void aPieceThatStopsComingIsGivenUpInTime() throws Exception {
    final Links from = Objects.requireNonNull(sends);
    final Links to = Objects.requireNonNull(takes);
    try (Conversation conversation = from.converse("w2", "127.0.0.1", to.port(), PATIENCE)) {
      final PieceSender courier = new PieceSender(conversation, null);
      courier.begin(header(1, "J1"), 1 << 20);
      assertThat(isAnythingLeft()).isTrue();
      keepersClock.advance(PieceReceiver.LONGEST_PIECE);
      assertThat(courier.finish()).isNotNull();
    }
    assertThat(there).isEmptyDirectory();
  }

  @Test
  void whatNobodyCameForGoesWhenTooManyRanksAreOpen() throws IOException {
    for (int rank = 0; rank < 9; rank++) {
      assertThat(copy(header(1, "J1").toBuilder().setRank(rank).build(), null)).isPositive();
    }
    // All of one generation may still be wanted.
    assertThat(there.resolve(PieceReceiver.fileName(1, 0))).exists();
    assertThat(copy(header(2, "J1").toBuilder().setRank(9).build(), null)).isPositive();
    assertThat(there.resolve(PieceReceiver.fileName(1, 1))).doesNotExist();
    assertThat(there.resolve(PieceReceiver.fileName(1, 2))).exists();
  }

  private boolean isAnythingLeft() throws IOException {
    try (Stream<Path> files = Files.list(there)) {
      return files.findAny().isPresent();
    }
  }
}
