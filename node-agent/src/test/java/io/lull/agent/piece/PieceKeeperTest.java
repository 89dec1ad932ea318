package io.lull.agent.piece;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.fake.TestAuthority;
import io.lull.agent.network.EventLoop;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceCopy;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceLocation;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.StagePieces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three agents that keep pieces for each other, over TLS, with disks of their own. */
final class PieceKeeperTest {
  private static final PieceId PIECE = new PieceId(PieceDesk.JOB, 3, 1);
  private static final byte[] BYTES = {1, 2, 3, 5, 8};

  @TempDir private Path temporary;
  private EventLoop loop;
  private PieceDesk first;
  private PieceDesk second;
  private PieceDesk third;

  @BeforeEach
  void open() throws IOException {
    final TestAuthority authority = new TestAuthority("lull");
    loop = EventLoop.start("network");
    first = new PieceDesk("n1", temporary, authority, loop);
    second = new PieceDesk("n2", temporary, authority, loop);
    third = new PieceDesk("n3", temporary, authority, loop);
  }

  @AfterEach
  void close() {
    List.of(first, second, third).forEach(PieceDesk::close);
    loop.close();
  }

  private KeepPiece.Builder order() {
    return KeepPiece.newBuilder()
        .setJob(PieceDesk.JOB)
        .setWorker(first.workerId())
        .setGeneration(PIECE.generation());
  }

  private PieceDurable keep(KeepPiece.Builder order) throws Exception {
    return keep(order, first.writes(PIECE, BYTES));
  }

  private PieceDurable keep(KeepPiece.Builder order, PieceWritten written) throws Exception {
    first.keeper.keep(order.build());
    first.keeper.written(first.workerId(), written);
    return first.durable();
  }

  private PiecesStaged stage(PieceDesk at, NodeAddress... holders) throws Exception {
    at.keeper.stage(
        StagePieces.newBuilder()
            .setJob(PieceDesk.JOB)
            .setWorker(at.workerId())
            .setGeneration(PIECE.generation())
            .setPieceTicket(PieceDesk.TICKET)
            .addPieces(
                PieceLocation.newBuilder().setRank(PIECE.rank()).addAllHolders(List.of(holders)))
            .build());
    return at.staged();
  }

  private static Path staged(PieceDesk at) {
    return at.worker.staged().resolve(PIECE.fileName());
  }

  @Test
  void aPieceIsOnBothDisksThatAreNamed() throws Exception {
    final PieceDurable report = keep(order().setBuddy(second.address()));
    assertThat(report.getHoldersList()).containsExactly("n1", "n2");
    assertThat(report.getBuddy()).isEqualTo("n2");
    assertThat(report.getError()).isEmpty();
    assertThat(report.getBytes()).isEqualTo(BYTES.length);
    assertThat(first.file(PIECE)).hasBinaryContent(BYTES);
    assertThat(second.file(PIECE)).hasBinaryContent(BYTES);
    assertThat(staged(first)).doesNotExist();
  }

  @Test
  void whatTheOwnDiskRefusesIsAtTheBuddyBeforeItIsSaidToBe() throws Exception {
    first.quotaBytes = 1;
    final PieceDurable report = keep(order().setBuddy(second.address()));
    assertThat(report.getHoldersList()).containsExactly("n2");
    assertThat(report.getLocalFailed()).isTrue();
    assertThat(report.getError()).startsWith("this node cannot keep it: a piece of 5 B");
    assertThat(second.file(PIECE)).hasBinaryContent(BYTES);
    assertThat(staged(first)).doesNotExist();
  }

  @Test
  void aPieceThatNoDiskTakesIsNowhere() throws Exception {
    first.quotaBytes = 1;
    second.quotaBytes = 1;
    final PieceDurable report = keep(order().setBuddy(second.address()));
    assertThat(report.getHoldersList()).isEmpty();
    assertThat(report.getBuddy()).isEmpty();
    assertThat(report.getLocalFailed()).isTrue();
    assertThat(report.getError()).contains("this node cannot", "its copy is not on n2: a piece of");
  }

  @Test
  void theNextNodeIsAskedWhereTheBuddyRefuses() throws Exception {
    second.quotaBytes = 1;
    final PieceDurable report = keep(order().setBuddy(second.address()).addOthers(third.address()));
    assertThat(report.getHoldersList()).containsExactly("n1", "n3");
    assertThat(report.getBuddy()).isEqualTo("n3");
    assertThat(report.getError()).isEmpty();
    assertThat(third.file(PIECE)).hasBinaryContent(BYTES);
  }

  @Test
  void twoOthersHaveItWhereTheOwnDiskRefuses() throws Exception {
    first.quotaBytes = 1;
    final PieceDurable report = keep(order().setBuddy(second.address()).addOthers(third.address()));
    assertThat(report.getHoldersList()).containsExactly("n2", "n3");
    assertThat(report.getLocalFailed()).isTrue();
    assertThat(report.getError()).isEmpty();
  }

  @Test
  void noMoreThanTwoDisksHaveIt() throws Exception {
    keep(order().setBuddy(second.address()).addOthers(third.address()));
    assertThat(third.store.held()).isEmpty();
  }

  @Test
  void whyThereIsOneCopyOnlyIsSaidWithTheCause() throws Exception {
    final NodeAddress closed = second.address();
    second.close();
    final PieceDurable report = keep(order().setBuddy(closed));
    assertThat(report.getHoldersList()).containsExactly("n1");
    assertThat(report.getBuddy()).isEmpty();
    assertThat(report.getError()).startsWith("its copy is not on n2: ").contains("refused");
  }

  @Test
  void aCopyFromWorkerToWorkerIsTakenOver() throws Exception {
    Files.write(second.pieces().resolve(PIECE.copyName()), BYTES);
    final PieceDurable report =
        keep(
            order().setBuddy(second.address()).setKeeper(second.workerId()),
            first.writes(PIECE, BYTES).toBuilder().setCopied(true).build());
    assertThat(report.getHoldersList()).containsExactly("n1", "n2");
    assertThat(second.pieces().resolve(PIECE.copyName())).doesNotExist();
    assertThat(second.file(PIECE)).hasBinaryContent(BYTES);
  }

  @Test
  void aCopyOfAnotherLengthIsSentAnew() throws Exception {
    Files.write(second.pieces().resolve(PIECE.copyName()), new byte[] {1});
    final PieceDurable report =
        keep(
            order().setBuddy(second.address()).setKeeper(second.workerId()),
            first.writes(PIECE, BYTES).toBuilder().setCopied(true).build());
    assertThat(report.getHoldersList()).containsExactly("n1", "n2");
    assertThat(second.file(PIECE)).hasBinaryContent(BYTES);
  }

  @Test
  void whatWasReportedIsReportedAgainToWhoAsksAgain() throws Exception {
    final PieceDurable report = keep(order().setBuddy(second.address()));
    first.keeper.keep(order().setBuddy(second.address()).build());
    assertThat(first.durable()).isEqualTo(report);
  }

  @Test
  void aPieceThatItsWorkerCouldNotWriteIsNowhere() throws Exception {
    final PieceDurable report =
        keep(
            order().setBuddy(second.address()),
            PieceWritten.newBuilder()
                .setGeneration(PIECE.generation())
                .setRank(PIECE.rank())
                .setError("no space")
                .build());
    assertThat(report.getHoldersList()).isEmpty();
    assertThat(report.getError()).contains("no space");
    assertThat(second.store.held()).isEmpty();
  }

  @Test
  void theOtherCopyIsReadWhereTheOwnOneWasDeleted() throws Exception {
    keep(order().setBuddy(second.address()));
    Files.delete(first.file(PIECE));
    final PiecesStaged report = stage(first, first.address(), second.address());
    assertThat(report.getMissingList()).isEmpty();
    assertThat(report.getNamesRefused()).isTrue();
    assertThat(staged(first)).hasBinaryContent(BYTES);
    assertThat(first.store.held()).isEmpty();
  }

  @Test
  void theNextHolderIsAskedWhereOneHasItNoMore() throws Exception {
    keep(order().setBuddy(second.address()));
    Files.delete(first.file(PIECE));
    assertThat(stage(third, first.address(), second.address()).getMissingList()).isEmpty();
    assertThat(staged(third)).hasBinaryContent(BYTES);
  }

  @Test
  void whichCopiesWereTriedInVainIsSaid() throws Exception {
    keep(order().setBuddy(second.address()));
    Files.delete(first.file(PIECE));
    Files.delete(second.file(PIECE));
    final PiecesStaged report = stage(first, first.address(), second.address());
    assertThat(report.getMissingList()).containsExactly(PIECE.rank());
    assertThat(report.getRefusedList()).extracting(PieceCopy::getNode).containsExactly("n1", "n2");
    assertThat(report.getWhy()).contains("n1: ", "n2: ", "is not here");
  }

  @Test
  void aCopyThatIsNotNamedIsNotRead() throws Exception {
    // The coordinator left it out because a worker found it damaged.
    keep(order().setBuddy(second.address()));
    Files.write(first.file(PIECE), new byte[] {0});
    assertThat(stage(first, second.address()).getMissingList()).isEmpty();
    assertThat(staged(first)).hasBinaryContent(BYTES);
  }
}
