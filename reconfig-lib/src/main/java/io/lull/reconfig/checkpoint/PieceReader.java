package io.lull.reconfig.checkpoint;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Strip;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Reads a piece by range; every block is verified before any of its cells is given out. */
public final class PieceReader implements CellSource, AutoCloseable {
  /** No header is longer; a damaged length is not to fill the memory. */
  private static final int MAX_HEADER_BYTES = 64 << 20;

  private final Path file;
  private final FileChannel channel;
  private final PieceHeader header;
  private final long dataStart;
  private ByteBuffer block = ByteBuffer.allocate(0);
  private int blockGrid = -1;
  private long blockNumber = -1;

  private PieceReader(Path file, FileChannel channel, PieceHeader header, long dataStart) {
    this.file = file;
    this.channel = channel;
    this.header = header;
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
      if (!Arrays.equals(magic, PieceWriter.MAGIC) || length < 0 || length > MAX_HEADER_BYTES) {
        throw new IOException(file.getFileName() + " is not a checkpoint piece");
      }
      final int headerAt = PieceWriter.MAGIC.length + Integer.BYTES;
      final ByteBuffer encoded = read(channel, file, headerAt, length + Integer.BYTES);
      verify(file, encoded, "its header");
      final PieceHeader header = PieceHeader.parseFrom(encoded.limit(length));
      if (header.getVersion() < PieceWriter.VERSION
          || header.getVersion() > PieceWriter.VERSION_WITH_DEALT) {
        throw new IOException(
            file.getFileName()
                + " is a piece of version "
                + header.getVersion()
                + ", which this program cannot read");
      }
      final PieceReader reader =
          new PieceReader(file, channel, header, headerAt + length + Integer.BYTES);
      if (channel.size() != reader.start(header.getGridsCount())) {
        throw new IOException(
            file.getFileName()
                + " is "
                + channel.size()
                + " bytes long and should be "
                + reader.start(header.getGridsCount()));
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

  public PieceHeader header() {
    return header;
  }

  /** A grid's part of the whole, as it lies in the piece. */
  public Region region(int grid) {
    return region(header.getGrids(grid));
  }

  /** Of a grid of one or two dimensions nothing need be said of planes. */
  static Region region(PieceGrid g) {
    return new Region(
        g.getPlaneFrom(),
        Math.max(1, g.getPlaneTo()),
        g.getRowFrom(),
        g.getRowTo(),
        g.getColumnFrom(),
        g.getColumnTo());
  }

  @Override
  public void read(int grid, Region region, ByteBuffer out) throws IOException {
    final Region whole = region(grid);
    final PieceGrid g = header.getGrids(grid);
    final int rowBytes = rowBytes(g);
    final int from = Math.toIntExact((region.columnFrom() - whole.columnFrom()) * g.getCellBytes());
    final int count = Math.toIntExact(region.columns() * g.getCellBytes());
    for (long line = 0; line < region.lines(); line++) {
      final long index = whole.lineOf(region.planeOf(line), region.rowOf(line));
      load(grid, index / g.getRowsPerBlock());
      final int at = (int) (index % g.getRowsPerBlock()) * rowBytes + from;
      out.put(block.duplicate().position(at).limit(at + count));
    }
  }

  @Override
  public void read(int grid, Packing packing, long from, long to, ByteBuffer out)
      throws IOException {
    final Region whole = region(grid);
    final PieceGrid g = header.getGrids(grid);
    final int rowBytes = rowBytes(g);
    final List<Strip> strips = new ArrayList<>();
    packing.strips(from, to, strips::add);
    for (final Strip strip : strips) {
      final long line = whole.lineOf(strip.plane(), strip.row());
      load(grid, line / g.getRowsPerBlock());
      final int bytes = Math.toIntExact(strip.length() * g.getCellBytes());
      for (long i = 0; i < strip.count(); i++) {
        final int at =
            (int) (line % g.getRowsPerBlock()) * rowBytes
                + Math.toIntExact((strip.columnOf(i) - whole.columnFrom()) * g.getCellBytes());
        out.put(out.position(), block, at, bytes).position(out.position() + bytes);
      }
    }
  }

  /** What the piece has of an area of a grid, and where in the piece it lies. */
  Packing packing(int grid, Region area) {
    final PieceGrid g = header.getGrids(grid);
    final int dimensions = g.getBlockLengthsCount();
    if (dimensions == 0) {
      return new Packing(region(g).intersect(area).indices(Extents.MOST_DIMENSIONS), Places.OWN);
    }
    final List<Long> lengths = List.of(Math.max(1, g.getPlanes()), g.getRows(), g.getColumns());
    final BlockCyclic dealt =
        new BlockCyclic(
            new Extents(lengths.subList(lengths.size() - dimensions, lengths.size())),
            g.getProcessesList(),
            g.getBlockLengthsList());
    return new Packing(dealt.owned(header.getRank()).intersect(area.indices(dimensions)), dealt);
  }

  /** Reads every block, to find out whether the piece is whole. */
  public void verifyAll() throws IOException {
    for (int grid = 0; grid < header.getGridsCount(); grid++) {
      for (long number = 0; number < blocks(header.getGrids(grid)); number++) {
        load(grid, number);
      }
    }
  }

  private void load(int grid, long number) throws IOException {
    if (grid == blockGrid && number == blockNumber) {
      return;
    }
    final PieceGrid g = header.getGrids(grid);
    final long full = g.getRowsPerBlock() * (long) rowBytes(g) + Integer.BYTES;
    final long rows = region(g).lines();
    final long rowsHere = Math.min(g.getRowsPerBlock(), rows - number * g.getRowsPerBlock());
    final int length = Math.toIntExact(rowsHere * rowBytes(g) + Integer.BYTES);
    blockGrid = -1;
    block = read(channel, file, start(grid) + number * full, length);
    verify(file, block, "block " + number + " of grid " + g.getName());
    blockGrid = grid;
    blockNumber = number;
  }

  private long start(int grid) {
    return dataStart + bytes(header, grid);
  }

  /** How long the blocks of the first so many grids are. */
  static long bytes(PieceHeader header, int grid) {
    long at = 0;
    for (int i = 0; i < grid; i++) {
      final PieceGrid g = header.getGrids(i);
      at += region(g).lines() * rowBytes(g) + blocks(g) * Integer.BYTES;
    }
    return at;
  }

  private static long blocks(PieceGrid g) {
    return Math.ceilDiv(region(g).lines(), g.getRowsPerBlock());
  }

  private static int rowBytes(PieceGrid g) {
    return Math.toIntExact((g.getColumnTo() - g.getColumnFrom()) * g.getCellBytes());
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
