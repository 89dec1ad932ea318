package io.lull.reconfig.checkpoint;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.state.DamagedPieceException;
import io.lull.reconfig.state.Piece;
import io.lull.reconfig.state.StateSection;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a piece by block; each is verified before it is given out. An encrypted piece can be
 * verified against damage without its job's key, but not read.
 */
public final class PieceReader implements Piece {
  /** No header is longer; a damaged length is not to fill the memory. */
  private static final int MAX_HEADER_BYTES = 64 << 20;

  private final Path file;
  private final FileChannel channel;
  private final PieceHeader header;
  private final PieceSections sections;
  private final long dataStart;
  private final @Nullable BlockIndex index;
  private final @Nullable BlockCipher cipher;
  private ByteBuffer block = ByteBuffer.allocate(0);
  private int blockSection = -1;
  private long blockNumber = -1;

  private PieceReader(
      Path file,
      FileChannel channel,
      PieceHeader header,
      PieceSections sections,
      long dataStart,
      @Nullable BlockIndex index,
      @Nullable BlockCipher cipher) {
    this.file = file;
    this.channel = channel;
    this.header = header;
    this.sections = sections;
    this.dataStart = dataStart;
    this.index = index;
    this.cipher = cipher;
  }

  /**
   * @param key the job's: the piece must be encrypted with it; null: there is none, and an
   *     encrypted piece can be verified only
   * @throws IOException when there is no such file, or it is not a whole piece, or not an authentic
   *     one
   */
  public static PieceReader open(Path file, @Nullable PieceKey key) throws IOException {
    final FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    boolean opened = false;
    try {
      final PieceReader reader = open(file, channel, key);
      opened = true;
      return reader;
    } catch (InvalidProtocolBufferException e) {
      throw new IOException(file.getFileName() + " is damaged: its header cannot be read", e);
    } finally {
      if (!opened) {
        channel.close();
      }
    }
  }

  private static PieceReader open(Path file, FileChannel channel, @Nullable PieceKey key)
      throws IOException {
    final ByteBuffer start = read(channel, file, 0, PieceWriter.MAGIC.length + Integer.BYTES);
    final byte[] magic = new byte[PieceWriter.MAGIC.length];
    start.get(magic);
    final int length = start.getInt();
    if (!Arrays.equals(magic, PieceWriter.MAGIC)
        || length < 0
        || length > Math.min(MAX_HEADER_BYTES, channel.size())) {
      throw new IOException(file.getFileName() + " is not a checkpoint piece");
    }
    final int headerAt = PieceWriter.MAGIC.length + Integer.BYTES;
    final ByteBuffer encoded = read(channel, file, headerAt, length + Integer.BYTES);
    if (!matchesChecksum(encoded)) {
      throw damaged(file, "its header");
    }
    final ByteString headerBytes = ByteString.copyFrom(encoded.limit(length));
    final PieceHeader header = PieceHeader.parseFrom(headerBytes);
    checkKind(file, header, key);
    final PieceSections sections = PieceSections.of(header);
    final long dataStart = headerAt + (long) length + Integer.BYTES;
    final long indexStart = dataStart + sections.bytes();
    final long indexBytes = sections.indexBytes(header);
    if (channel.size() != indexStart + indexBytes || indexBytes > Integer.MAX_VALUE) {
      throw new IOException(
          file.getFileName()
              + " is "
              + channel.size()
              + " bytes long and should be "
              + (indexStart + indexBytes));
    }
    if (!header.hasEncryption()) {
      return new PieceReader(file, channel, header, sections, dataStart, null, null);
    }
    final ByteBuffer kept = read(channel, file, indexStart, (int) indexBytes);
    if (!matchesChecksum(kept)) {
      throw damaged(file, "its index");
    }
    final BlockIndex index = BlockIndex.read(kept);
    final @Nullable BlockCipher cipher =
        key == null ? null : new BlockCipher(key, header.getEncryption().getSalt().toByteArray());
    if (cipher != null && !index.authentic(cipher, headerBytes)) {
      throw forged(file, "its index");
    }
    return new PieceReader(file, channel, header, sections, dataStart, index, cipher);
  }

  private static void checkKind(Path file, PieceHeader header, @Nullable PieceKey key)
      throws IOException {
    if (header.getVersion() < 1 || header.getVersion() > PieceWriter.LAST_VERSION) {
      throw new IOException(
          file.getFileName()
              + " is a piece of version "
              + header.getVersion()
              + ", which this program cannot read");
    }
    final boolean encrypted = header.getVersion() >= PieceWriter.ENCRYPTED_VERSION;
    if (encrypted != header.hasEncryption()
        || (encrypted && header.getEncryption().getSalt().size() != BlockCipher.SALT_BYTES)) {
      throw new IOException(file.getFileName() + " contradicts itself on how it is encrypted");
    }
    if (key != null && !encrypted) {
      throw new IOException(file.getFileName() + " is not encrypted as its job's pieces are");
    }
  }

  private static IOException forged(Path file, String what) {
    return new IOException(
        file.getFileName() + " is forged: " + what + " was not written with its job's key");
  }

  /** Whether its blocks can be read, not only verified. */
  public boolean readable() {
    return index == null || cipher != null;
  }

  @Override
  public PieceHeader header() {
    return header;
  }

  @Override
  public ByteBuffer block(int section, long number) throws DamagedPieceException {
    try {
      if (!readable()) {
        throw new IOException(file.getFileName() + " is encrypted: its job's key is needed");
      }
      load(section, number);
      return block;
    } catch (IOException e) {
      throw new DamagedPieceException(header.getRank(), e);
    }
  }

  /** Reads every block, to find out whether the piece is whole; with a key: whether authentic. */
  public void verifyAll() throws IOException {
    for (int section = 0; section < sections.count(); section++) {
      for (long number = 0; number < sections.get(section).blocks(); number++) {
        load(section, number);
      }
    }
  }

  private void load(int section, long number) throws IOException {
    if (section == blockSection && number == blockNumber) {
      return;
    }
    final StateSection in = sections.get(section);
    blockSection = -1;
    final ByteBuffer read =
        read(
            channel,
            file,
            dataStart + sections.start(section) + number * (in.blockBytes() + Integer.BYTES),
            in.contentBytes(number) + Integer.BYTES);
    if (!matchesChecksum(read)) {
      throw damaged(file, "block " + number + " of " + in.name());
    }
    read.limit(read.limit() - Integer.BYTES);
    block =
        index == null || cipher == null ? read : decrypted(section, number, read, index, cipher);
    blockSection = section;
    blockNumber = number;
  }

  private ByteBuffer decrypted(
      int section, long number, ByteBuffer kept, BlockIndex blocks, BlockCipher with)
      throws IOException {
    final int at = Math.toIntExact(sections.blocksBefore(section) + number);
    final int bytes = kept.remaining();
    final ByteBuffer withTag =
        ByteBuffer.allocate(bytes + BlockCipher.TAG_BYTES).put(kept).put(blocks.tag(at)).flip();
    final ByteBuffer content = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (!with.decrypt(section, number, blocks.number(at), withTag, content)) {
      throw forged(file, "block " + number + " of " + sections.get(section).name());
    }
    return content.flip();
  }

  private static ByteBuffer read(FileChannel channel, Path file, long at, int length)
      throws IOException {
    final ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw new EOFException(file.getFileName() + " ends too early");
      }
    }
    return buffer.flip();
  }

  /** The last four bytes are the checksum of what is before them. */
  private static boolean matchesChecksum(ByteBuffer buffer) {
    final int length = buffer.limit() - Integer.BYTES;
    return Checksum.of(buffer.slice(0, length)) == buffer.getInt(length);
  }

  private static IOException damaged(Path file, String what) {
    return new IOException(
        file.getFileName() + " is damaged: " + what + " does not match its checksum");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
