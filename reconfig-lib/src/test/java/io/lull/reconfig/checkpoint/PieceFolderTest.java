package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.partition.RegionSnapshot;
import io.lull.reconfig.state.DamagedPieceException;
import io.lull.reconfig.state.Piece;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A piece is taken for what its own header says, not for what its file is called. */
final class PieceFolderTest {
  private static final long GENERATION = 7;
  private static final int RANK = 1;

  @TempDir private Path folder;
  private PieceFolder pieces;

  @BeforeEach
  void open() {
    pieces = new PieceFolder(folder, GENERATION, null);
  }

  /** A piece of this generation and rank, under the name of the one that is asked for. */
  private void write(long generation, int rank) throws IOException {
    Files.createDirectories(folder);
    PieceWriter.write(
        folder.resolve(PieceWriter.fileName(GENERATION, RANK)),
        PieceHeader.newBuilder()
            .setVersion(1)
            .setJob("J1")
            .setGeneration(generation)
            .setRank(rank)
            .build(),
        new RegionSnapshot(List.of(), List.of(), List.of()),
        new PlainBlocks(),
        null);
  }

  private void assertRefused(String why) {
    assertThatThrownBy(() -> pieces.open(RANK).close())
        .isInstanceOfSatisfying(
            DamagedPieceException.class, damaged -> assertThat(damaged.rank()).isEqualTo(RANK))
        .hasMessageContaining(why);
  }

  @Test
  void thePieceThatIsAskedForIsGiven() throws IOException {
    write(GENERATION, RANK);
    try (Piece piece = pieces.open(RANK)) {
      assertThat(piece.header().getRank()).isEqualTo(RANK);
    }
  }

  @Test
  void aPieceOfAnotherRankIsRefused() throws IOException {
    write(GENERATION, RANK + 1);
    assertRefused("the piece of rank 1 is another one");
  }

  @Test
  void aPieceOfAnotherGenerationIsRefused() throws IOException {
    write(GENERATION - 1, RANK);
    assertRefused("the piece of rank 1 is another one");
  }

  @Test
  void aPieceThatIsNotThereIsNamed() {
    assertRefused(PieceWriter.fileName(GENERATION, RANK));
  }
}
