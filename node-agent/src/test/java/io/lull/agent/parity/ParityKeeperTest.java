package io.lull.agent.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.lull.agent.fake.TestAuthority;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.network.EventLoop;
import io.lull.agent.network.NetworkBudget;
import io.lull.agent.piece.PieceClient;
import io.lull.agent.piece.PieceId;
import io.lull.agent.piece.PieceServer;
import io.lull.agent.piece.PieceStore;
import io.lull.agent.piece.PieceTickets;
import io.lull.agent.piece.RevokedPeers;
import io.lull.agent.piece.WrittenPieces;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.protocol.wire.CodingGroup;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.RebuildPiece;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Desks that read each other's pieces over mutual TLS. */
final class ParityKeeperTest {
  private static final int DESKS = 4;
  private static final int NEEDED = 2;
  private static final int PIECE_BYTES = 300_000;
  private static final long QUOTA = 1L << 30;
  private static final long PATIENCE_SECONDS = 30;
  private static final ByteString TICKET = ByteString.copyFromUtf8("ticket of J1");

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  @TempDir private Path folder;
  private final EventLoop loop = EventLoop.start("network");
  private final List<Desk> desks = new ArrayList<>();
  private final VirtualClock clock = new VirtualClock();
  private LongSupplier quota = () -> QUOTA;

  /** A disk, its server, and what reads from others. */
  private final class Desk implements ParityReports, AutoCloseable {
    private final PieceStore store;
    private final PieceServer server;
    private final int port;
    private final PieceClient client;
    private final ParityKeeper keeper;
    private final byte[] piece = new byte[PIECE_BYTES];
    private final BlockingQueue<ParityMade> made = new LinkedBlockingQueue<>();
    private final BlockingQueue<PieceRebuilt> rebuilt = new LinkedBlockingQueue<>();
    private final BlockingQueue<CodingProgress> signs = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> shared = new LinkedBlockingQueue<>();

    Desk(int rank, Identity identity) throws IOException {
      final String name = "desk-" + rank;
      final NetworkBudget network = NetworkBudget.unlimited(SystemClock.INSTANCE);
      final LiveIdentity live = new LiveIdentity(identity);
      network.attach(() -> 1, shared::add);
      store = PieceStore.open(folder.resolve(name), () -> quota.getAsLong());
      final PieceTickets tickets = new PieceTickets(store);
      tickets.accept("J1", TICKET, 0);
      final RevokedPeers revoked = RevokedPeers.open(folder);
      server =
          PieceServer.open(loop, live, store, tickets, network, revoked, any -> Optional.empty());
      port = server.port();
      client = new PieceClient(loop, live, network, revoked);
      keeper = new ParityKeeper(name, store, client, this, clock);
      seed.random(name).nextBytes(piece);
      Files.write(folder.resolve("written"), piece);
      WrittenPieces.keep(store, id(rank, false), folder, "written");
    }

    CodingMember member(int rank) {
      return CodingMember.newBuilder()
          .setRank(rank)
          .setBytes(PIECE_BYTES)
          .setAddress(
              NodeAddress.newBuilder().setNode("desk-" + rank).setHost("127.0.0.1").setPort(port))
          .build();
    }

    @Override
    public void made(ParityMade report) {
      made.add(report);
    }

    @Override
    public void rebuilt(PieceRebuilt report) {
      rebuilt.add(report);
    }

    @Override
    public void progress(CodingProgress report) {
      signs.add(report);
    }

    ParityMade make(int rank, ByteString ticket) throws InterruptedException {
      keeper.make(order(rank, ticket));
      return heard(made);
    }

    PieceRebuilt rebuild(int rank) throws InterruptedException {
      keeper.rebuild(
          RebuildPiece.newBuilder()
              .setJob("J1")
              .setGeneration(1)
              .setRank(rank)
              .setGroup(group())
              .setPieceTicket(TICKET)
              .build());
      return heard(rebuilt);
    }

    @Override
    public void close() {
      client.close();
      server.close();
    }
  }

  private static <T> T heard(BlockingQueue<T> reports) throws InterruptedException {
    return Optional.ofNullable(reports.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).orElseThrow();
  }

  private static PieceId id(int rank, boolean parity) {
    return new PieceId("J1", 1, rank, parity);
  }

  private MakeParity order(int rank, ByteString ticket) {
    return MakeParity.newBuilder()
        .setJob("J1")
        .setGeneration(1)
        .setRank(rank)
        .setGroup(group())
        .setPieceTicket(ticket)
        .build();
  }

  private CodingGroup group() {
    final CodingGroup.Builder group = CodingGroup.newBuilder().setNeeded(NEEDED);
    for (int rank = 0; rank < desks.size(); rank++) {
      group.addMembers(desks.get(rank).member(rank));
    }
    return group.build();
  }

  @BeforeEach
  void open() throws Exception {
    final TestAuthority authority = new TestAuthority("grid");
    for (int rank = 0; rank < DESKS; rank++) {
      desks.add(new Desk(rank, authority.identity("desk-" + rank, "node")));
    }
  }

  @AfterEach
  void close() {
    desks.forEach(Desk::close);
    loop.close();
  }

  @Test
  void theWorkForAJobThatHasEndedStopsAndIsNotReported() throws Exception {
    final Desk desk = desks.getFirst();
    final CountDownLatch stuck = new CountDownLatch(1);
    quota =
        () -> {
          stuck.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return QUOTA;
        };
    desk.keeper.make(order(0, TICKET));
    assertThat(stuck.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    quota = () -> QUOTA;
    desk.keeper.forget("J1");
    assertThat(desk.make(3, TICKET).getRank()).as("the first that is reported").isEqualTo(3);
    assertThat(desk.made).isEmpty();
  }

  private void makeAll() throws InterruptedException {
    for (int rank = 0; rank < DESKS; rank++) {
      final ParityMade made = desks.get(rank).make(rank, TICKET);
      assertThat(made.getError()).isEmpty();
      assertThat(made.getBytes()).isGreaterThan(PIECE_BYTES);
    }
  }

  @Test
  void thePiecesOfTwoDesksThatAreGoneAreRebuiltByTheOtherTwo() throws Exception {
    makeAll();
    desks.get(1).close();
    desks.get(3).close();
    for (final int lost : new int[] {1, 3}) {
      final Desk maker = desks.get(lost - 1);
      final PieceRebuilt rebuilt = maker.rebuild(lost);
      assertThat(rebuilt.getError()).isEmpty();
      assertThat(rebuilt.getBytes()).isEqualTo(PIECE_BYTES);
      assertThat(maker.store.find(id(lost, false)).orElseThrow())
          .hasBinaryContent(desks.get(lost).piece);
    }
  }

  @Test
  void withThreeDesksGoneTheLastOneSaysWhoIsMissing() throws Exception {
    makeAll();
    desks.subList(1, DESKS).forEach(Desk::close);
    assertThat(desks.getFirst().rebuild(2).getError())
        .contains("the piece of rank 2 needs 2 others of its group of 4")
        .contains("rank 1 on desk-1")
        .contains("rank 3 on desk-3");
    assertThat(desks.getFirst().rebuild(2).getDamaged()).isFalse();
    assertThat(desks.getFirst().store.find(id(2, false))).isEmpty();
  }

  @Test
  void withTooManyPiecesGoneForEverItSaysThatNobodyCanRebuildThem() throws Exception {
    makeAll();
    desks.get(1).store.drop("J1", 2);
    desks.get(3).store.drop("J1", 2);
    final PieceRebuilt rebuilt = desks.getFirst().rebuild(2);
    assertThat(rebuilt.getError()).contains("rank 1 on desk-1", "rank 3 on desk-3", "is not here");
    assertThat(rebuilt.getDamaged()).isTrue();
  }

  @Test
  void aTaskThatFailsInAnyWayIsAnsweredAndMayBeTriedAgain() throws Exception {
    quota =
        () -> {
          throw new AssertionError("no quota is set");
        };
    assertThat(desks.getFirst().make(0, TICKET).getError())
        .isEqualTo("the agent failed: java.lang.AssertionError: no quota is set");
    quota = () -> QUOTA;
    assertThat(desks.getFirst().make(0, TICKET).getError()).isEmpty();
  }

  @Test
  void theCapIsSharedOutOnceForATaskAndNotForEachOfItsBlocks() throws Exception {
    assertThat(desks.getFirst().make(0, TICKET).getError()).isEmpty();
    final int onceForAll = 3; // with the one at the start
    assertThat(desks.getFirst().shared).hasSize(onceForAll);
    assertThat(desks).allMatch(desk -> desk.shared.size() <= onceForAll);
  }

  @Test
  void theCoordinatorHearsNowAndThenThatAPieceIsBeingMade() throws Exception {
    makeAll();
    assertThat(desks.getFirst().signs).isEmpty();
    quota =
        () -> {
          clock.advance(Duration.ofSeconds(10));
          return QUOTA;
        };
    assertThat(desks.getFirst().rebuild(1).getError()).isEmpty();
    assertThat(desks.getFirst().signs)
        .containsExactly(
            CodingProgress.newBuilder().setJob("J1").setGeneration(1).setRank(1).build());
  }

  @Test
  void nothingIsReadWithoutTheJobsTicket() throws Exception {
    final ParityMade made = desks.getFirst().make(0, ByteString.copyFromUtf8("guessed"));
    assertThat(made.getError()).contains("not the ticket of J1");
    assertThat(desks.getFirst().store.find(id(0, true))).isEmpty();
  }

  @Test
  void anOrderThatComesAgainIsAnsweredFromTheDisk() throws Exception {
    makeAll();
    desks.subList(1, DESKS).forEach(Desk::close);
    assertThat(desks.getFirst().make(0, TICKET).getError()).isEmpty();
  }

  @Test
  void noMoreIsReadAtOnceThanAPartMayHave() throws Exception {
    final NodeAddress other = desks.get(1).member(1).getAddress();
    try (PieceClient.Reading line = desks.getFirst().client.reading(TICKET)) {
      for (final int length : new int[] {0, -1, CoordinatorFiles.PART_BYTES + 1}) {
        assertThatThrownBy(() -> line.read(other, id(1, false), 0, length))
            .hasMessageContaining("a part has 1 to 262144 bytes");
      }
      assertThatThrownBy(() -> line.read(other, id(7, false), 0, 1))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageContaining("generation 1 of J1, rank 7 is not here");
      assertThat(line.read(other, id(1, false), PIECE_BYTES - 10, 100).remaining()).isEqualTo(10);
    }
  }
}
