package io.lull.reconfig.checkpoint;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.Cells;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Writes a piece so that it is there whole, and on the disk, or not at all. The format is described
 * in {@code piece.proto}.
 */
public final class PieceWriter {
  static final byte[] MAGIC = "LULLPIEC".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;

  /**
   * A block is about so long: large enough for the disk, small enough to be read for a few rows.
   */
  private static final int BLOCK_BYTES = 1 << 20;

  private PieceWriter() {}

  /** How a grid's cells are divided into blocks. */
  public static int rowsPerBlock(Region region, int cellBytes) {
    return (int) Math.max(1, BLOCK_BYTES / Math.max(1, region.columns() * cellBytes));
  }

  /** The file's name in its folder. */
  public static String fileName(long generation, int rank) {
    return "g" + generation + "-r" + rank + ".piece";
  }

  /**
   * @param header complete; its grids in the order of the cells
   * @return the file's length in bytes
   */
  public static long write(Path file, PieceHeader header, List<Cells> cells) throws IOException {
    final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    final long bytes;
    try {
      try (FileChannel channel =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        writeHeader(channel, header);
        for (int g = 0; g < cells.size(); g++) {
          writeBlocks(channel, cells.get(g), header.getGrids(g));
        }
        channel.force(true);
        bytes = channel.size();
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    syncFolder(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    return bytes;
  }

  private static void writeHeader(FileChannel channel, PieceHeader header) throws IOException {
    final ByteString encoded = header.toByteString();
    final ByteBuffer buffer =
        ByteBuffer.allocate(MAGIC.length + Integer.BYTES + encoded.size() + Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    final CRC32C crc = new CRC32C();
    crc.update(encoded.asReadOnlyByteBuffer());
    buffer
        .put(MAGIC)
        .putInt(encoded.size())
        .put(encoded.asReadOnlyByteBuffer())
        .putInt((int) crc.getValue());
    writeAll(channel, buffer.flip());
  }

  private static void writeBlocks(FileChannel channel, Cells cells, PieceGrid grid)
      throws IOException {
    final Region own = cells.own();
    final int rowBytes = Math.toIntExact(own.columns() * cells.cellBytes());
    final int blockBytes =
        Math.toIntExact(
            Math.min(grid.getRowsPerBlock(), own.lines()) * (long) rowBytes + Integer.BYTES);
    final ByteBuffer buffer = ByteBuffer.allocateDirect(blockBytes).order(ByteOrder.LITTLE_ENDIAN);
    for (long line = 0; line < own.lines(); line += grid.getRowsPerBlock()) {
      buffer.clear();
      cells.readLines(line, Math.min(own.lines(), line + grid.getRowsPerBlock()), buffer);
      final CRC32C crc = new CRC32C();
      crc.update(buffer.duplicate().flip());
      buffer.putInt((int) crc.getValue());
      writeAll(channel, buffer.flip());
    }
  }

  private static void writeAll(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /**
   * The rename itself is durable only when its folder is; systems that cannot open a folder sync it
   * with the rename.
   */
  private static void syncFolder(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
