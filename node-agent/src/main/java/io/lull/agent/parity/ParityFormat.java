package io.lull.agent.parity;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.wire.ParityHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.zip.CRC32C;

/** The layout of a parity file, as {@code piece.proto} defines it; pure functions. */
final class ParityFormat {
  /** The header of the largest group is far shorter; a damaged length must not fill the memory. */
  static final int MAX_START_BYTES = 8 << 10;

  /** An agent has little memory, and reads a block from each machine of a group at once. */
  static final int BLOCK_BYTES = 128 << 10;

  private static final int VERSION = 1;
  private static final byte[] MAGIC = "LULLPARI".getBytes(StandardCharsets.US_ASCII);
  private static final int PREFIX_BYTES = MAGIC.length + Integer.BYTES;

  /** No piece is longer: its blocks can be counted by an int. */
  private static final long MAX_BYTES = (long) BLOCK_BYTES * Integer.MAX_VALUE;

  /** No group is larger. */
  private static final int MOST_MACHINES = 64;

  private final ParityHeader header;
  private final StripeLayout stripes;

  private ParityFormat(ParityHeader header) {
    this.header = header;
    this.stripes = new StripeLayout(header.getRanksCount(), header.getNeeded());
  }

  /**
   * The layout of one machine's file.
   *
   * @param place the machine's in the group
   * @param pieceBytes the pieces' lengths, by place
   */
  static ParityFormat of(
      String job,
      long generation,
      int place,
      int needed,
      List<Integer> ranks,
      List<Long> pieceBytes) {
    return new ParityFormat(
        ParityHeader.newBuilder()
            .setVersion(VERSION)
            .setJob(job)
            .setGeneration(generation)
            .setRank(ranks.get(place))
            .setNeeded(needed)
            .addAllRanks(ranks)
            .addAllPieceBytes(pieceBytes)
            .setSegmentBytes(segmentBytes(pieceBytes, needed))
            .setBlockBytes(BLOCK_BYTES)
            .build());
  }

  private static long segmentBytes(List<Long> pieceBytes, int needed) {
    final long longest = pieceBytes.stream().mapToLong(Long::longValue).max().orElse(0);
    final long segment = Math.max(1, Math.ceilDiv(longest, needed));
    return Math.ceilDiv(segment, Long.BYTES) * Long.BYTES;
  }

  /**
   * @param start of the file, at least as long as the header
   * @throws IOException if it is not the start of such a file
   */
  static ParityFormat parse(ByteBuffer start, String name) throws IOException {
    final ByteBuffer in = start.slice().order(ByteOrder.LITTLE_ENDIAN);
    final byte[] magic = new byte[MAGIC.length];
    if (in.remaining() < PREFIX_BYTES) {
      throw new IOException(name + " is not a parity file");
    }
    in.get(magic);
    final int length = in.getInt();
    if (!Arrays.equals(magic, MAGIC)
        || length < 0
        || length > MAX_START_BYTES - PREFIX_BYTES - Integer.BYTES) {
      throw new IOException(name + " is not a parity file");
    }
    if (in.remaining() < length + Integer.BYTES
        || checksum(in.slice(in.position(), length)) != in.getInt(in.position() + length)) {
      throw new IOException(name + " is damaged: its header does not match its checksum");
    }
    final ParityHeader header;
    try {
      header = ParityHeader.parseFrom(in.limit(in.position() + length));
    } catch (InvalidProtocolBufferException e) {
      throw new IOException(name + " is damaged: its header cannot be read", e);
    }
    check(header, name);
    return new ParityFormat(header);
  }

  private static void check(ParityHeader header, String name) throws IOException {
    if (header.getVersion() != VERSION) {
      throw new IOException(
          name
              + " has parities of version "
              + header.getVersion()
              + ", which this program cannot read");
    }
    final int machines = header.getRanksCount();
    if (machines > MOST_MACHINES
        || header.getNeeded() < 1
        || header.getNeeded() >= machines
        || header.getPieceBytesCount() != machines
        || new HashSet<>(header.getRanksList()).size() != machines
        || !header.getRanksList().contains(header.getRank())
        || header.getBlockBytes() != BLOCK_BYTES
        || header.getPieceBytesList().stream().anyMatch(bytes -> bytes < 0 || bytes > MAX_BYTES)
        || header.getSegmentBytes()
            != segmentBytes(header.getPieceBytesList(), header.getNeeded())) {
      throw new IOException(name + " is damaged: its header contradicts itself");
    }
  }

  /** As stored at the file's start. */
  ByteBuffer start() {
    final ByteString encoded = header.toByteString();
    return ByteBuffer.allocate(Math.toIntExact(startBytes()))
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .putInt(encoded.size())
        .put(encoded.asReadOnlyByteBuffer())
        .putInt(checksum(encoded.asReadOnlyByteBuffer()))
        .flip();
  }

  ParityHeader header() {
    return header;
  }

  StripeLayout stripes() {
    return stripes;
  }

  /** The file of the machine at that place: its header may differ in length. */
  ParityFormat of(int place) {
    return new ParityFormat(header.toBuilder().setRank(header.getRanks(place)).build());
  }

  long pieceBytes(int place) {
    return header.getPieceBytes(place);
  }

  /** Of a segment. */
  int blocks() {
    return Math.toIntExact(Math.ceilDiv(header.getSegmentBytes(), BLOCK_BYTES));
  }

  int blockBytes(int block) {
    return (int) Math.min(BLOCK_BYTES, header.getSegmentBytes() - (long) block * BLOCK_BYTES);
  }

  /** The offset of a segment's block in its piece. */
  long at(int segment, int block) {
    return segment * header.getSegmentBytes() + (long) block * BLOCK_BYTES;
  }

  /** How much of a segment's block the machine's piece has; zeros follow. */
  int piecePart(int place, int segment, int block) {
    return Math.clamp(pieceBytes(place) - at(segment, block), 0, blockBytes(block));
  }

  /** The offset of a block of parity, with its checksums, in the file. */
  long recordAt(int row, int block) {
    return startBytes() + row * rowBytes() + (long) block * recordBytes(BLOCK_BYTES);
  }

  int recordBytes(int blockBytes) {
    return blockBytes + (header.getNeeded() + 1) * Integer.BYTES;
  }

  long fileBytes() {
    return startBytes() + stripes.parities() * rowBytes();
  }

  private long rowBytes() {
    return header.getSegmentBytes() + (long) blocks() * recordBytes(0);
  }

  private long startBytes() {
    return PREFIX_BYTES + (long) header.getSerializedSize() + Integer.BYTES;
  }

  static int checksum(ByteBuffer bytes) {
    final CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }
}
