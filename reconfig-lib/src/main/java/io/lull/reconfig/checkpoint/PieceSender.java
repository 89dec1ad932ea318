package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.comm.Conversation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Brings a piece to another worker while it is being written, so that network and disk work at the
 * same time. Of blocks that have not changed since the last piece that the other has, it sends no
 * more than where they lie in that one.
 *
 * <p>What is said, all of it little-endian: generation and base generation (0: none), each 8 bytes,
 * rank, 4 bytes, length of the whole, 8 bytes; the other answers with one byte whether it has the
 * base. Then records until the whole is there: 4 bytes length and so many bytes; or 4 bytes of
 * zero, 8 bytes offset in the base and 4 bytes length. When it is on the other's disk that one
 * answers with the length of the whole.
 *
 * <p>A failure of the network does not keep the piece from being written here: it is noted, and
 * nothing is sent any more.
 */
public final class PieceSender {
  static final int HEAD_BYTES = 2 * Long.BYTES + Integer.BYTES + Long.BYTES;

  /** For a copy: the record's zero, offset and length. */
  static final int COPY_BYTES = Integer.BYTES + Long.BYTES + Integer.BYTES;

  static final byte HAS_BASE = 1;

  private final Conversation conversation;
  private final ByteBuffer small = ByteBuffer.allocate(HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final @Nullable PreviousPiece base;
  private long length;
  private long sentBytes;
  private @Nullable IOException failure;

  /**
   * @param conversation good for another piece when this one has been brought
   * @param base what the other is believed to have; null: nothing of use
   */
  public PieceSender(Conversation conversation, @Nullable PreviousPiece base) {
    this.conversation = conversation;
    this.base = base;
  }

  /**
   * @return whether unchanged blocks need not be sent
   */
  boolean begin(PieceHeader header, long wholeBytes) {
    length = wholeBytes;
    small
        .clear()
        .putLong(header.getGeneration())
        .putLong(base == null ? 0 : base.generation())
        .putInt(header.getRank())
        .putLong(wholeBytes);
    try {
      conversation.write(small.flip());
      conversation.fill(small.clear().limit(1));
      return base != null && small.get(0) == HAS_BASE;
    } catch (IOException e) {
      failure = e;
      return false;
    }
  }

  /** Memory for so many bytes of the piece. */
  ByteBuffer place(int bytes) {
    return conversation.place(bytes);
  }

  /** The next bytes of the piece. */
  void bytes(ByteBuffer bytes) {
    if (failure != null) {
      return;
    }
    try {
      conversation.write(small.clear().putInt(bytes.remaining()).flip());
      sentBytes += bytes.remaining();
      conversation.write(bytes.duplicate());
    } catch (IOException e) {
      failure = e;
    }
  }

  /** The next bytes, which lie in the base too. */
  void same(long offsetInBase, int bytes) {
    if (failure != null) {
      return;
    }
    try {
      conversation.write(small.clear().putInt(0).putLong(offsetInBase).putInt(bytes).flip());
    } catch (IOException e) {
      failure = e;
    }
  }

  /** Where the base's blocks begin; only when it has been asked for. */
  @Nullable PreviousPiece base() {
    return base;
  }

  /**
   * Waits until the other has all of it on its disk.
   *
   * @return null when it has, else why not
   */
  public @Nullable String finish() {
    try {
      if (failure == null) {
        conversation.fill(small.clear().limit(Long.BYTES));
        if (small.getLong(0) != length) {
          throw new IOException("it has " + small.getLong(0) + " of " + length + " bytes");
        }
      }
    } catch (IOException e) {
      failure = e;
    }
    return failure == null ? null : String.valueOf(failure.getMessage());
  }

  /** Of the piece's, without those that the other had already. */
  public long sentBytes() {
    return sentBytes;
  }
}
