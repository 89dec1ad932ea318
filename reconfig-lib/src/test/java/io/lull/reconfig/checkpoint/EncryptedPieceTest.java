package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.OtherState;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceSection;
import io.lull.reconfig.state.DamagedPieceException;
import io.lull.reconfig.state.Piece;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pieces that are encrypted and authenticated with their job's key, and who tampers with them. */
final class EncryptedPieceTest {
  private static final int BLOCK = 64;
  private static final int BLOCKS = 5;
  private static final int LAST = 10;
  private static final String SECRET = "nobody but the job reads this";

  @TempDir private Path folder;
  private final PieceKey key = key(1);
  private final EncryptedBlocks encoder = new EncryptedBlocks(key, new SecureRandom());

  private static PieceKey key(int fill) {
    final byte[] bytes = new byte[PieceKey.BYTES];
    Arrays.fill(bytes, (byte) fill);
    return PieceKey.of(bytes);
  }

  /** Two sections: the first of several blocks, the second of one. */
  private static final class Content implements StateSnapshot {
    private final byte[] blocks;

    Content(byte[] blocks) {
      this.blocks = blocks;
    }

    byte[] blocks() {
      return blocks;
    }

    static Content of(int seed) {
      final byte[] all = new byte[(BLOCKS - 1) * BLOCK + LAST];
      Arrays.fill(all, (byte) seed);
      final byte[] secret = SECRET.getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(secret, 0, all, BLOCK, secret.length);
      return new Content(all);
    }

    Content with(int block, int value) {
      final byte[] other = blocks.clone();
      other[block * BLOCK] = (byte) value;
      return new Content(other);
    }

    @Override
    public void describe(PieceHeader.Builder header) {
      header.setVersion(3).setOther(OtherState.newBuilder().setKind("bytes"));
      sections()
          .forEach(each ->
              header.addSections(
                  PieceSection.newBuilder()
                      .setName(each.name())
                      .setBytes(each.bytes())
                      .setBlockBytes(each.blockBytes())));
    }

    @Override
    public List<StateSection> sections() {
      return List.of(
          new StateSection("many", (BLOCKS - 2) * BLOCK, BLOCK),
          new StateSection("two", BLOCK + LAST, BLOCK));
    }

    @Override
    public void read(int section, long block, ByteBuffer out) {
      final int at = (section == 0 ? 0 : BLOCKS - 2) + (int) block;
      out.put(blocks, at * BLOCK, Math.min(BLOCK, blocks.length - at * BLOCK));
    }

    @Override
    public BitSet changedBlocks(int section) {
      return new BitSet();
    }

    @Override
    public void release() {}
  }

  private PieceHeader header(long generation, StateSnapshot snapshot) {
    final PieceHeader.Builder header =
        PieceHeader.newBuilder().setJob("J1").setGeneration(generation);
    snapshot.describe(header);
    encoder.describe(header);
    return header.build();
  }

  private Path write(long generation, Content content) throws IOException {
    final Path file = folder.resolve(PieceWriter.fileName(generation, 0));
    PieceWriter.write(file, header(generation, content), content, encoder, null);
    return file;
  }

  private byte[] read(Path file, @Nullable PieceKey with) throws IOException {
    try (PieceReader piece = PieceReader.open(file, with)) {
      final ByteBuffer all = ByteBuffer.allocate((BLOCKS - 1) * BLOCK + LAST);
      for (int block = 0; block < BLOCKS - 2; block++) {
        all.put(piece.block(0, block));
      }
      for (int block = 0; block < 2; block++) {
        all.put(piece.block(1, block));
      }
      return all.array();
    }
  }

  private static int headerBytes(byte[] piece) {
    return 12 + ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN).getInt(8) + 4;
  }

  private static int blockAt(byte[] piece, int block) {
    return headerBytes(piece) + block * (BLOCK + 4);
  }

  private static int entryAt(byte[] piece, int block) {
    return blockAt(piece, BLOCKS) - (BLOCK - LAST) + block * (8 + 16);
  }

  /** As who tampers with a piece does. */
  private static void repair(byte[] piece) {
    checksum(piece, 12, headerBytes(piece) - 4);
    for (int block = 0; block < BLOCKS; block++) {
      final int from = blockAt(piece, block);
      checksum(piece, from, from + (block == BLOCKS - 1 ? LAST : BLOCK));
    }
    checksum(piece, entryAt(piece, 0), piece.length - 4);
  }

  private static void checksum(byte[] piece, int from, int to) {
    ByteBuffer.wrap(piece)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(to, Checksum.of(ByteBuffer.wrap(piece, from, to - from)));
  }

  private interface Change {
    void in(byte[] piece) throws IOException;
  }

  private void assertForged(Path file, Change change) throws IOException {
    final byte[] piece = Files.readAllBytes(file);
    change.in(piece);
    repair(piece);
    final Path forged = Files.write(folder.resolve("forged.piece"), piece);
    try (PieceReader reader = PieceReader.open(forged, null)) {
      reader.verifyAll();
    }
    assertThatThrownBy(() -> read(forged, key))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("forged.piece is forged: ")
        .hasMessageEndingWith("was not written with its job's key");
    assertThatThrownBy(
            () -> {
              try (PieceReader reader = PieceReader.open(forged, key)) {
                reader.verifyAll();
              }
            })
        .hasMessageContaining("is forged");
  }

  @Test
  void isReadBackWithTheKeyAndTellsNothingWithoutIt() throws IOException {
    final Content content = Content.of(7);
    final Path file = write(1, content);
    assertThat(read(file, key)).isEqualTo(content.blocks());
    assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
        .doesNotContain(SECRET)
        .doesNotContain("\7\7\7\7");
    assertThatThrownBy(() -> read(file, null))
        .hasMessage("g1-r0.piece is encrypted: its job's key is needed");
    assertThatThrownBy(() -> read(file, key(2)))
        .hasMessage("g1-r0.piece is forged: its index was not written with its job's key");
  }

  @Test
  void aBlockThatCannotBeReadSaysOfWhichRankAnotherCopyIsNeeded() throws IOException {
    final Path file = write(1, Content.of(7));
    final byte[] bytes = Files.readAllBytes(file);
    bytes[blockAt(bytes, 1)] ^= 1;
    Files.write(file, bytes);
    try (Piece piece = new PieceFolder(folder, 1, key).open(0)) {
      assertThat(piece.block(0, 0).remaining()).isEqualTo(BLOCK);
      assertThatThrownBy(() -> piece.block(0, 1))
          .isInstanceOfSatisfying(
              DamagedPieceException.class, damaged -> assertThat(damaged.rank()).isZero())
          .hasMessage("g1-r0.piece is damaged: block 1 of many does not match its checksum");
    }
  }

  @Test
  void equalBlocksAreKeptDifferently() throws IOException {
    final byte[] piece = Files.readAllBytes(write(1, Content.of(7)));
    final int first = blockAt(piece, 0);
    final int third = blockAt(piece, 2);
    assertThat(Arrays.copyOfRange(piece, first, first + BLOCK))
        .isNotEqualTo(Arrays.copyOfRange(piece, third, third + BLOCK));
  }

  @Test
  void damageIsFoundWithoutTheKey() throws IOException {
    final Path file = write(1, Content.of(7));
    final byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at++) {
      final byte[] damaged = whole.clone();
      damaged[at] ^= 1;
      Files.write(file, damaged);
      assertThatThrownBy(
              () -> {
                try (PieceReader reader = PieceReader.open(file, null)) {
                  reader.verifyAll();
                }
              })
          .as("byte %d", at)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aForgedBlockIsFound() throws IOException {
    final Path file = write(1, Content.of(7));
    for (int block = 0; block < BLOCKS; block++) {
      final int forged = block;
      assertForged(file, piece -> piece[blockAt(piece, forged)] ^= 1);
      assertForged(file, piece -> piece[entryAt(piece, forged)] ^= 1);
      assertForged(file, piece -> piece[entryAt(piece, forged) + 8] ^= 1);
    }
  }

  @Test
  void exchangedBlocksAreFound() throws IOException {
    assertForged(
        write(1, Content.of(7)),
        piece -> {
          final byte[] first = Arrays.copyOfRange(piece, blockAt(piece, 0), blockAt(piece, 1));
          System.arraycopy(piece, blockAt(piece, 2), piece, blockAt(piece, 0), BLOCK);
          System.arraycopy(first, 0, piece, blockAt(piece, 2), BLOCK);
        });
  }

  @Test
  void anOlderBlockInANewerPieceIsFound() throws IOException {
    final byte[] old = Files.readAllBytes(write(1, Content.of(7)));
    assertForged(
        write(2, Content.of(8)),
        piece -> {
          System.arraycopy(old, blockAt(old, 0), piece, blockAt(piece, 0), BLOCK);
          System.arraycopy(old, entryAt(old, 0), piece, entryAt(piece, 0), 8 + 16);
        });
  }

  @Test
  void anOlderPieceThatSaysThatItIsNewerIsFound() throws IOException {
    final byte[] newer = Files.readAllBytes(write(2, Content.of(8)));
    assertForged(
        write(1, Content.of(7)), piece -> System.arraycopy(newer, 0, piece, 0, headerBytes(newer)));
  }

  @Test
  void aPieceThatIsNotEncryptedDoesNotCountWhereOthersAre() throws IOException {
    final Content content = Content.of(7);
    final PieceHeader.Builder header = PieceHeader.newBuilder().setJob("J1").setGeneration(1);
    content.describe(header);
    final Path file = folder.resolve(PieceWriter.fileName(1, 0));
    PieceWriter.write(file, header.build(), content, new PlainBlocks(), null);
    assertThat(read(file, null)).isEqualTo(content.blocks());
    assertThatThrownBy(() -> new PieceFolder(folder, 1, key).open(0))
        .isInstanceOf(DamagedPieceException.class)
        .hasStackTraceContaining("g1-r0.piece is not encrypted as its job's pieces are");
  }

  /** Each number, and the encrypted block that has it. */
  private final Map<Long, String> numbered = new HashMap<>();

  /** Encodes a piece of whose blocks it is said, rightly or not, that none has changed. */
  private List<Boolean> same(long generation, Content content, @Nullable PreviousPiece base) {
    encoder.begin(header(generation, content), content.sections(), base);
    final ByteBuffer out = ByteBuffer.allocate(BLOCK + encoder.tailBytes());
    final Boolean[] same = new Boolean[BLOCKS];
    final String[] encoded = new String[BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      final int section = block < BLOCKS - 2 ? 0 : 1;
      final int at = section == 0 ? block : block - (BLOCKS - 2);
      same[block] = encoder.encode(content, section, at, true, out.clear());
      encoded[block] = Arrays.toString(Arrays.copyOf(out.array(), out.position()));
    }
    final ByteBuffer index = encoder.end().order(ByteOrder.LITTLE_ENDIAN);
    for (int block = 0; block < BLOCKS; block++) {
      final String before = numbered.put(index.getLong(block * (8 + 16)), encoded[block]);
      assertThat(before).as("of block %d in %d", block, generation).isIn(null, encoded[block]);
    }
    return List.of(same);
  }

  private static PreviousPiece unchanged(long generation) {
    return new PreviousPiece(generation, 0, List.of(new BitSet(), new BitSet()));
  }

  @Test
  void noNumberIsEverUsedWithTwoContents() {
    Content content = Content.of(7);
    same(1, content, null);
    for (int generation = 2; generation <= 50; generation++) {
      content = content.with(generation % BLOCKS, generation);
      same(generation, content, generation % 7 == 0 ? null : unchanged(generation - 1));
    }
    assertThat(numbered.size()).isBetween(50, 50 + 8 * BLOCKS);
  }

  @Test
  void onlyABlockThatIsInTheBaseIsTheSame() {
    final Content content = Content.of(7);
    assertThat(same(1, content, null)).containsOnly(false);
    assertThat(same(2, content, unchanged(1))).containsOnly(true);
    assertThat(same(3, content.with(1, 99), unchanged(2)))
        .as("it changed unnoticed")
        .containsExactly(true, false, true, true, true);
    assertThat(same(4, content, unchanged(1))).as("an older base").containsOnly(false);
  }

  @Test
  void thePieceOfOneBlockMayStayTheSame() {
    final Content content = new Content(new byte[] {1, 2, 3});
    for (int generation = 1; generation <= 3; generation++) {
      final List<StateSection> one = List.of(new StateSection("one", 3, 3));
      encoder.begin(header(generation, content), one, unchanged(generation - 1));
      final ByteBuffer out = ByteBuffer.allocate(3 + encoder.tailBytes());
      assertThat(encoder.encode(content, 0, 0, true, out)).isEqualTo(generation > 1);
      encoder.end();
    }
  }

  @Test
  void aHeaderOfAnotherWorkerIsRefused() {
    final Content content = Content.of(7);
    final PieceHeader header = header(1, content);
    final EncryptedBlocks other = new EncryptedBlocks(key, new SecureRandom());
    assertThatThrownBy(() -> other.begin(header, content.sections(), null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PlainBlocks().begin(header, content.sections(), null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aKeyOfAnotherLengthIsRefused() {
    assertThatThrownBy(() -> PieceKey.of(new byte[16]))
        .hasMessage("a key of pieces has 32 bytes, not 16");
    assertThat(key.toString()).isEqualTo("PieceKey");
  }
}
