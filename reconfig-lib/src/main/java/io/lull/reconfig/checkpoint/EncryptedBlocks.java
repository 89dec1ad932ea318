package io.lull.reconfig.checkpoint;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.Encryption;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encrypted and authenticated with the job's key, as {@code piece.proto} describes; for all pieces
 * of one worker.
 *
 * <p>A block's number is never used twice with another content: that would give both away. Only a
 * block that has not changed since the base keeps its number, so that its bytes are the same there
 * and need not be sent; its checksum must agree as well, in case that it changed unnoticed.
 */
public final class EncryptedBlocks implements BlockEncoder {
  /** In place of the number of a block that has not changed. */
  private static final long CHANGED = -1;

  private final PieceKey key;
  private final byte[] salt = new byte[BlockCipher.SALT_BYTES];
  private BlockCipher cipher;
  private long nextNumber;
  private ByteBuffer content = ByteBuffer.allocate(0);
  private Encoded current = new Encoded(PieceHeader.getDefaultInstance(), List.of());
  private @Nullable Encoded base;
  private @Nullable Encoded last;

  /** What is known of the blocks of a piece, in its order; the checksums are of their contents. */
  private static final class Encoded {
    final PieceHeader header;
    final List<StateSection> sections;
    final int[] checksums;
    final BlockIndex index;
    int encoded;

    Encoded(PieceHeader header, List<StateSection> sections) {
      this.header = header;
      this.sections = sections;
      final int blocks = Math.toIntExact(sections.stream().mapToLong(StateSection::blocks).sum());
      this.checksums = new int[blocks];
      this.index = BlockIndex.empty(blocks);
    }
  }

  /**
   * @param key the job's
   * @param random for the salt
   */
  public EncryptedBlocks(PieceKey key, SecureRandom random) {
    this.key = key;
    random.nextBytes(salt);
    this.cipher = new BlockCipher(key, salt);
  }

  @Override
  public void describe(PieceHeader.Builder header) {
    header
        .setVersion(PieceWriter.ENCRYPTED_VERSION)
        .setEncryption(Encryption.newBuilder().setSalt(ByteString.copyFrom(salt)));
  }

  @Override
  public void begin(
      PieceHeader header, List<StateSection> sections, @Nullable PreviousPiece previous) {
    if (!header.getEncryption().getSalt().equals(ByteString.copyFrom(salt))) {
      throw new IllegalArgumentException("the header is of another worker's piece");
    }
    base =
        last != null
                && previous != null
                && last.header.getGeneration() == previous.generation()
                && last.sections.equals(sections)
            ? last
            : null;
    last = null;
    current = new Encoded(header, sections);
    // A new one for each piece: Java's GCM refuses the nonce of its last call, which an unchanged
    // block may have.
    cipher = new BlockCipher(key, salt);
  }

  @Override
  public boolean encode(
      StateSnapshot snapshot, int section, int block, boolean unchanged, ByteBuffer out) {
    final int bytes = current.sections.get(section).contentBytes(block);
    if (content.capacity() < bytes) {
      content = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
    snapshot.read(section, block, content.clear());
    content.flip();
    final int at = current.encoded++;
    final int checksum = Checksum.of(content);
    final @Nullable Encoded before = base;
    final long kept =
        unchanged && before != null && before.checksums[at] == checksum
            ? before.index.number(at)
            : CHANGED;
    final long number = kept == CHANGED ? nextNumber++ : kept;
    current.checksums[at] = checksum;
    cipher.encrypt(section, block, number, content, out);
    out.position(out.position() - BlockCipher.TAG_BYTES);
    current.index.set(at, number, out.slice(out.position(), BlockCipher.TAG_BYTES));
    return kept != CHANGED;
  }

  @Override
  public int tailBytes() {
    return BlockCipher.TAG_BYTES;
  }

  @Override
  public ByteBuffer end() {
    last = current;
    return current.index.encoded(cipher, current.header.toByteString());
  }
}
