package io.lull.reconfig.checkpoint;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes a piece so that it is there whole, and on the disk, or not at all. The format is described
 * in {@code piece.proto}.
 */
public final class PieceWriter {
  static final byte[] MAGIC = "LULLPIEC".getBytes(StandardCharsets.US_ASCII);

  /** The newest version of the header that is known here. */
  static final int LAST_VERSION = 4;

  /** Of the header of an encrypted piece. */
  static final int ENCRYPTED_VERSION = 4;

  private final PieceFile file;
  private final PieceHeader header;
  private final BlockEncoder blocks;
  private final @Nullable PieceSender courier;

  private PieceWriter(
      PieceFile file, PieceHeader header, BlockEncoder blocks, @Nullable PieceSender courier) {
    this.file = file;
    this.header = header;
    this.blocks = blocks;
    this.courier = courier;
  }

  /** The file's name in its folder. */
  public static String fileName(long generation, int rank) {
    return "g" + generation + "-r" + rank + ".piece";
  }

  /**
   * @param header complete, and described by the snapshot
   * @param snapshot whose sections are written; the caller releases it
   * @param blocks how they are kept, as the header says
   * @param courier brings the same bytes to another worker; null: nobody does
   * @return the file's length in bytes
   */
  public static long write(
      Path file,
      PieceHeader header,
      StateSnapshot snapshot,
      BlockEncoder blocks,
      @Nullable PieceSender courier)
      throws IOException {
    final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    final long bytes;
    try {
      final PieceSections sections = PieceSections.of(header);
      final long expected = headerBytes(header) + sections.bytes() + sections.indexBytes(header);
      try (PieceFile written = PieceFile.create(temporary, expected)) {
        new PieceWriter(written, header, blocks, courier).write(snapshot, sections, expected);
        written.complete();
        bytes = written.length();
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    syncFolder(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    return bytes;
  }

  /** Where a piece's blocks begin. */
  public static long headerBytes(PieceHeader header) {
    return MAGIC.length + (long) Integer.BYTES + header.getSerializedSize() + Integer.BYTES;
  }

  private void write(StateSnapshot snapshot, PieceSections sections, long bytes)
      throws IOException {
    if (!sections.sections().equals(snapshot.sections())) {
      throw new IllegalArgumentException("the header is that of another snapshot");
    }
    final boolean withBase = courier != null && courier.begin(header, bytes);
    final @Nullable PreviousPiece base = withBase && courier != null ? courier.base() : null;
    blocks.begin(header, sections.sections(), base);
    writeHeader();
    for (int s = 0; s < sections.count(); s++) {
      writeBlocks(snapshot, s, sections.get(s), base);
    }
    final ByteBuffer index = blocks.end();
    if (index.hasRemaining()) {
      writeNew(index);
    }
  }

  private void writeHeader() throws IOException {
    final ByteString encoded = header.toByteString();
    writeNew(
        ByteBuffer.allocate(Math.toIntExact(headerBytes(header)))
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(MAGIC)
            .putInt(encoded.size())
            .put(encoded.asReadOnlyByteBuffer())
            .putInt(Checksum.of(encoded.asReadOnlyByteBuffer()))
            .flip());
  }

  private void writeBlocks(
      StateSnapshot snapshot, int number, StateSection section, @Nullable PreviousPiece base)
      throws IOException {
    final int placeBytes =
        Math.toIntExact(
            Math.min(section.blockBytes(), section.bytes())
                + Math.max(Integer.BYTES, blocks.tailBytes()));
    final ByteBuffer buffer =
        (courier == null ? ByteBuffer.allocateDirect(placeBytes) : courier.place(placeBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int block = 0; block < section.blocks(); block++) {
      final boolean unchanged = base != null && !base.changed().get(number).get(block);
      final boolean same = blocks.encode(snapshot, number, block, unchanged, buffer.clear());
      buffer.putInt(Checksum.of(buffer.duplicate().flip())).flip();
      if (courier != null && base != null && same) {
        courier.same(file.length() - headerBytes(header) + base.headerBytes(), buffer.limit());
        file.write(buffer);
      } else {
        writeNew(buffer);
      }
    }
  }

  private void writeNew(ByteBuffer buffer) throws IOException {
    if (courier != null) {
      courier.bytes(buffer);
    }
    file.write(buffer);
  }

  /**
   * The rename itself is durable only when its folder is; systems that cannot open a folder sync it
   * with the rename.
   */
  static void syncFolder(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
