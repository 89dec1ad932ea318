package io.lull.agent.piece;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.HeldPiece;
import io.lull.testkit.lab.ForcedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PieceStoreTest {
  private static final int PIECE_BYTES = 1000;

  @TempDir private Path folder;
  private PieceStore store;

  @BeforeEach
  void open() throws IOException {
    store = open(3 * PIECE_BYTES);
  }

  @Test
  void aKeptPieceIsFoundAlsoByTheNextAgent() throws Exception {
    keep(1, 0);
    assertThat(store.find(new PieceId("J1", 1, 0))).isPresent();
    assertThat(open(PIECE_BYTES).held())
        .containsExactly(
            HeldPiece.newBuilder()
                .setJob("J1")
                .setGeneration(1)
                .setRank(0)
                .setBytes(PIECE_BYTES)
                .build());
  }

  @Test
  void aPieceAndItsNameAreForcedToTheDiskBeforeItCounts() throws Exception {
    final List<Path> forced = ForcedFiles.during(() -> keep(1, 0));
    assertThat(forced).hasSize(3);
    assertThat(forced.getFirst()).as("the job's folder").isEqualTo(folder.resolve("pieces"));
    assertThat(forced.get(1).getFileName().toString()).startsWith("g1-r0.piece.");
    assertThat(forced.getLast()).isEqualTo(folder.resolve("pieces/J1"));
    assertThat(ForcedFiles.during(() -> keep(2, 0))).as("the folder is there").hasSize(2);
  }

  @Test
  void aPieceThatComesOverTheNetworkIsForcedToTheDiskToo() throws Exception {
    final List<Path> forced =
        ForcedFiles.during(() -> {
          try (PieceStore.Arrival arrival = store.receive(new PieceId("J1", 1, 0), 10)) {
            arrival.write(ByteBuffer.allocate(10));
            arrival.commit();
          }
        });
    assertThat(forced).hasSize(3);
    assertThat(forced.getFirst()).as("the job's folder").isEqualTo(folder.resolve("pieces"));
    assertThat(forced.getLast()).isEqualTo(folder.resolve("pieces/J1"));
  }

  @Test
  void aPieceWhoseFileIsGoneIsNeitherFoundNorTold() throws Exception {
    keep(1, 0);
    Files.delete(folder.resolve("pieces/J1/g1-r0.piece"));
    assertThat(store.find(new PieceId("J1", 1, 0))).isEmpty();
    assertThat(store.held()).isEmpty();
  }

  @Test
  void aWorkersFileIsTakenOver() throws Exception {
    final Path written = keep(1, 0);
    assertThat(written).doesNotExist();
    assertThat(folder.resolve("pieces/J1/g1-r0.piece")).hasSize(PIECE_BYTES);
  }

  @Test
  void aWorkersFileThatIsRefusedIsGoneToo() throws Exception {
    store = open(PIECE_BYTES);
    keep(1, 0);
    final Path written = Files.write(folder.resolve("g1-r1.piece"), new byte[PIECE_BYTES]);
    assertThatThrownBy(
            () -> WrittenPieces.keep(store, new PieceId("J1", 1, 1), folder, "g1-r1.piece"))
        .isInstanceOf(NoRoomException.class);
    assertThat(written).doesNotExist();
    assertThat(files()).containsExactly("g1-r0.piece");
  }

  /** A guest that still has it open must not write into the store, nor hold room there for ever. */
  @Test
  void aFileWithASecondNameIsNotTaken() throws Exception {
    Files.write(folder.resolve("g1-r0.piece"), new byte[PIECE_BYTES]);
    Files.createLink(folder.resolve("second"), folder.resolve("g1-r0.piece"));
    assertThatThrownBy(
            () -> WrittenPieces.keep(store, new PieceId("J1", 1, 0), folder, "g1-r0.piece"))
        .hasMessageContaining("not a plain file");
    assertThat(store.held()).isEmpty();
  }

  @Test
  void whatWasBeingWrittenWhenTheAgentEndedIsGone() throws Exception {
    keep(1, 0);
    Files.write(folder.resolve("pieces/J1/g2-r0.piece.7.tmp"), new byte[10]);
    assertThat(open(PIECE_BYTES).held()).hasSize(1);
    assertThat(files()).containsExactly("g1-r0.piece");
  }

  @Test
  void aPieceThatIsCutOffLeavesNothing() throws Exception {
    try (PieceStore.Arrival arrival = store.receive(new PieceId("J1", 1, 0), PIECE_BYTES)) {
      arrival.write(ByteBuffer.allocate(PIECE_BYTES - 1));
      assertThatThrownBy(arrival::commit)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cut off");
    }
    assertThat(store.held()).isEmpty();
    assertThat(files()).isEmpty();
  }

  @Test
  void aPieceThatIsLongerThanWasSaidIsRefused() throws Exception {
    try (PieceStore.Arrival arrival = store.receive(new PieceId("J1", 1, 0), 10)) {
      assertThatThrownBy(() -> arrival.write(ByteBuffer.allocate(11)))
          .hasMessageContaining("longer");
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void theQuotaHoldsForPiecesOnTheirWayToo() throws Exception {
    final PieceId first = new PieceId("J1", 1, 0);
    try (PieceStore.Arrival arrival = store.receive(first, 3 * PIECE_BYTES)) {
      assertThatThrownBy(() -> store.receive(new PieceId("J1", 1, 1), 1))
          .isInstanceOf(NoRoomException.class)
          .hasMessageContaining("that the owner allows are taken");
      arrival.write(ByteBuffer.allocate(3 * PIECE_BYTES));
      arrival.commit();
    }
    assertThat(store.held()).hasSize(1);
  }

  @Test
  void olderGenerationsMakeRoomButNeverTheCommittedOne() throws Exception {
    keep(1, 0);
    keep(2, 0);
    keep(3, 0);
    // The second and the third generation were given up, the first is the one that is committed.
    store.committed("J1", 1, 4);
    keep(4, 0);
    assertThat(generations()).containsExactly(1L, 3L, 4L);
    store.committed("J1", 1, 5);
    keep(5, 0);
    keep(6, 0);
    assertThat(generations()).containsExactly(1L, 5L, 6L);
  }

  @Test
  void whatWasGivenUpMakesRoomBeforeTheCommittedOneToFallBackTo() throws Exception {
    keep(1, 0);
    keep(2, 0);
    keep(3, 0);
    store.committed("J1", 2, 4);
    keep(4, 0);
    assertThat(generations()).containsExactly(1L, 2L, 4L);
    store.committed("J1", 4, 5);
    keep(5, 0);
    assertThat(generations()).containsExactly(2L, 4L, 5L);
  }

  @Test
  void whatMayHaveBeenCommittedSinceMakesNoRoom() throws Exception {
    keep(1, 0);
    store.committed("J1", 1, 2);
    keep(2, 0);
    keep(3, 0);
    assertThatThrownBy(() -> keep(4, 0)).isInstanceOf(NoRoomException.class);
    assertThat(generations()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void afterARestartNothingMakesRoomBeforeItIsKnownWhatIsCommitted() throws Exception {
    keep(1, 0);
    keep(2, 0);
    keep(3, 0);
    store = open(3 * PIECE_BYTES);
    assertThatThrownBy(() -> keep(4, 0)).isInstanceOf(NoRoomException.class);
    assertThat(generations()).containsExactly(1L, 2L, 3L);
    store.committed("J1", 1, 4);
    keep(4, 0);
    assertThat(generations()).containsExactly(1L, 3L, 4L);
  }

  @Test
  void aPieceThatIsMadeAnewTakesNoOlderOnesPlace() throws Exception {
    keep(1, 0);
    keep(2, 0);
    keep(3, 0);
    store.committed("J1", 2, 4);
    // It may yet turn out that the second cannot be read as a whole.
    keep(2, 1);
    assertThat(generations()).containsExactly(1L, 2L, 2L);
    assertThatThrownBy(() -> keep(2, 2)).isInstanceOf(NoRoomException.class);
  }

  @Test
  void whatWasGivenUpGoesAndIsNotTakenAnyMore() throws Exception {
    keep(1, 0);
    keep(2, 0);
    try (PieceStore.Arrival late = store.receive(new PieceId("J1", 2, 1), 1)) {
      late.write(ByteBuffer.allocate(1));
      store.giveUp("J1", 2);
      assertThatThrownBy(late::commit).hasMessageContaining("given up");
    }
    assertThatThrownBy(() -> keep(2, 0)).hasMessageContaining("given up");
    assertThat(files()).containsExactly("g1-r0.piece");
    keep(3, 0);
    assertThat(generations()).containsExactly(1L, 3L);
  }

  @Test
  void anotherJobsPiecesMakeNoRoom() throws Exception {
    for (int generation = 1; generation <= 3; generation++) {
      keep(generation, 0);
    }
    assertThatThrownBy(() -> store.receive(new PieceId("J2", 1, 0), 1))
        .isInstanceOf(NoRoomException.class);
    assertThat(generations()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void droppingEverythingLeavesNoFolder() throws Exception {
    keep(1, 0);
    keep(2, 0);
    store.drop("J1", 2);
    assertThat(generations()).containsExactly(2L);
    store.drop("J1", Long.MAX_VALUE);
    assertThat(folder.resolve("pieces/J1")).doesNotExist();
  }

  @Test
  void anIdThatLeadsElsewhereIsRefused() {
    assertThatThrownBy(() -> store.receive(new PieceId("../x", 1, 0), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private PieceStore open(long quota) throws IOException {
    return PieceStore.open(folder.resolve("pieces"), () -> quota);
  }

  private Path keep(long generation, int rank) throws IOException {
    final Path written = Files.write(folder.resolve("written.piece"), new byte[PIECE_BYTES]);
    WrittenPieces.keep(store, new PieceId("J1", generation, rank), folder, "written.piece");
    return written;
  }

  private List<Long> generations() {
    return store.held().stream().map(HeldPiece::getGeneration).sorted().toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> entries = Files.list(folder.resolve("pieces/J1"))) {
      return entries.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
