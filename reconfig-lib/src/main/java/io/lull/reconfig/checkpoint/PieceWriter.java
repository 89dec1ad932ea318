package io.lull.reconfig.checkpoint;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.partition.RegionCells;
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
import org.jspecify.annotations.Nullable;

/**
 * Writes a piece so that it is there whole, and on the disk, or not at all. The format is described
 * in {@code piece.proto}.
 */
public final class PieceWriter {
  static final byte[] MAGIC = "LULLPIEC".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;
  static final int VERSION_WITH_DEALT = 2;

  /**
   * A block is about so long: large enough for the disk, small enough to be read for a few rows.
   */
  private static final int BLOCK_BYTES = 1 << 20;

  private final FileChannel channel;
  private final BackgroundForce disk;
  private final PieceHeader header;
  private final @Nullable PieceCourier courier;

  private PieceWriter(
      FileChannel channel,
      BackgroundForce disk,
      PieceHeader header,
      @Nullable PieceCourier courier) {
    this.channel = channel;
    this.disk = disk;
    this.header = header;
    this.courier = courier;
  }

  /** Of a header with these grids. */
  public static int version(List<PieceGrid> grids) {
    return grids.stream().anyMatch(grid -> grid.getBlockLengthsCount() > 0)
        ? VERSION_WITH_DEALT
        : VERSION;
  }

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
   * @param courier brings the same bytes to another worker; null: nobody does
   * @return the file's length in bytes
   */
  public static long write(
      Path file, PieceHeader header, List<RegionCells> cells, @Nullable PieceCourier courier)
      throws IOException {
    final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    final long bytes;
    try {
      try (FileChannel channel =
              FileChannel.open(
                  temporary,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE);
          BackgroundForce disk = new BackgroundForce(channel)) {
        new PieceWriter(channel, disk, header, courier).write(cells);
        disk.complete();
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

  /** Where a piece's blocks begin. */
  public static long headerBytes(PieceHeader header) {
    return MAGIC.length + (long) Integer.BYTES + header.getSerializedSize() + Integer.BYTES;
  }

  private void write(List<RegionCells> cells) throws IOException {
    final boolean withBase =
        courier != null
            && courier.begin(header, headerBytes(header) + PieceSections.of(header).bytes());
    final @Nullable EarlierPiece base = withBase && courier != null ? courier.base() : null;
    writeHeader();
    for (int g = 0; g < cells.size(); g++) {
      writeBlocks(cells.get(g), g, base);
    }
  }

  private void writeHeader() throws IOException {
    final ByteString encoded = header.toByteString();
    final ByteBuffer buffer =
        ByteBuffer.allocate(Math.toIntExact(headerBytes(header))).order(ByteOrder.LITTLE_ENDIAN);
    final CRC32C crc = new CRC32C();
    crc.update(encoded.asReadOnlyByteBuffer());
    buffer
        .put(MAGIC)
        .putInt(encoded.size())
        .put(encoded.asReadOnlyByteBuffer())
        .putInt((int) crc.getValue());
    if (courier != null) {
      courier.bytes(buffer.flip());
    }
    writeAll(buffer.rewind());
  }

  private void writeBlocks(RegionCells cells, int grid, @Nullable EarlierPiece base)
      throws IOException {
    final Region own = cells.own();
    final int rowsPerBlock = header.getGrids(grid).getRowsPerBlock();
    final int rowBytes = Math.toIntExact(own.columns() * cells.cellBytes());
    final int blockBytes =
        Math.toIntExact(Math.min(rowsPerBlock, own.lines()) * (long) rowBytes + Integer.BYTES);
    final ByteBuffer buffer =
        (courier == null ? ByteBuffer.allocateDirect(blockBytes) : courier.place(blockBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    final Lines changed = base == null ? Lines.ALL : Lines.of(own, base.changed().get(grid));
    for (long line = 0; line < own.lines(); line += rowsPerBlock) {
      final long end = Math.min(own.lines(), line + rowsPerBlock);
      buffer.clear();
      cells.readLines(line, end, buffer);
      final CRC32C crc = new CRC32C();
      crc.update(buffer.duplicate().flip());
      buffer.putInt((int) crc.getValue()).flip();
      if (courier != null && base != null && !changed.meets(line, end)) {
        courier.same(channel.position() - headerBytes(header) + base.headerBytes(), buffer.limit());
      } else if (courier != null) {
        courier.bytes(buffer);
      }
      writeAll(buffer);
    }
  }

  /** Some neighbouring lines of a box. */
  private record Lines(long from, long to) {
    static final Lines ALL = new Lines(0, Long.MAX_VALUE);

    static Lines of(Region own, Region some) {
      final Region part = own.intersect(some);
      return part.isEmpty()
          ? new Lines(0, 0)
          : new Lines(
              own.lineOf(part.planeFrom(), part.rowFrom()),
              own.lineOf(part.planeTo() - 1, part.rowTo() - 1) + 1);
    }

    boolean meets(long first, long end) {
      return first < to && end > from;
    }
  }

  private void writeAll(ByteBuffer buffer) throws IOException {
    disk.wrote(buffer.remaining());
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
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
