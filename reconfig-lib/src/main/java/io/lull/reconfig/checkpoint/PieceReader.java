package io.lull.reconfig.checkpoint;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.wire.PieceHeader;
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
import java.util.zip.CRC32C;

/** Reads a piece by block; each is verified before it is given out. */
public final class PieceReader implements Piece {
  /** No header is longer; a damaged length is not to fill the memory. */
  private static final int MAX_HEADER_BYTES = 64 << 20;

  private final Path file;
  private final FileChannel channel;
  private final PieceHeader header;
  private final PieceSections sections;
  private final long dataStart;
  private ByteBuffer block = ByteBuffer.allocate(0);
  private int blockSection = -1;
  private long blockNumber = -1;

  private PieceReader(
      Path file, FileChannel channel, PieceHeader header, PieceSections sections, long dataStart) {
    this.file = file;
    this.channel = channel;
    this.header = header;
    this.sections = sections;
    this.dataStart = dataStart;
  }

  /**
   * @throws IOException when there is no such file, or it is not a whole piece
   */
  public static PieceReader open(Path file) throws IOException {
    final FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    boolean opened = false;
    try {
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
      verify(file, encoded, "its header");
      final PieceHeader header = PieceHeader.parseFrom(encoded.limit(length));
      if (header.getVersion() < 1 || header.getVersion() > PieceWriter.LAST_VERSION) {
        throw new IOException(
            file.getFileName()
                + " is a piece of version "
                + header.getVersion()
                + ", which this program cannot read");
      }
      final PieceReader reader =
          new PieceReader(
              file, channel, header, PieceSections.of(header), headerAt + length + Integer.BYTES);
      final long bytes = reader.dataStart + reader.sections.bytes();
      if (channel.size() != bytes) {
        throw new IOException(
            file.getFileName() + " is " + channel.size() + " bytes long and should be " + bytes);
      }
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

  @Override
  public PieceHeader header() {
    return header;
  }

  @Override
  public ByteBuffer block(int section, long number) throws IOException {
    load(section, number);
    return block;
  }

  /** Reads every block, to find out whether the piece is whole. */
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
    verify(file, read, "block " + number + " of " + in.name());
    block = read.limit(read.limit() - Integer.BYTES);
    blockSection = section;
    blockNumber = number;
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
  private static void verify(Path file, ByteBuffer buffer, String what) throws IOException {
    final int length = buffer.limit() - Integer.BYTES;
    final CRC32C crc = new CRC32C();
    crc.update(buffer.duplicate().position(0).limit(length));
    if ((int) crc.getValue() != buffer.getInt(length)) {
      throw new IOException(
          file.getFileName() + " is damaged: " + what + " does not match its checksum");
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
