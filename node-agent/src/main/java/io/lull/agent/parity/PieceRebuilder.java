package io.lull.agent.parity;

import io.lull.agent.piece.PieceId;
import io.lull.agent.piece.PieceStore;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.RebuildPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;

/**
 * Makes the piece of a lost machine anew. Every block of the others is compared with the checksum
 * that was taken when the parities were made, and so is what comes out: a flipped byte is a lost
 * block, and another block of the stripe stands in for it as long as there is one.
 */
final class PieceRebuilder {
  private final RebuildPiece order;
  private final GroupReader reader;
  private final int place;
  private final ParityFormat format;
  private final List<ParityFormat> formats = new ArrayList<>();
  private final Stripes stripes;
  private final ReedSolomon code;
  private final Map<List<Integer>, int[]> factors = new HashMap<>();

  /** Why a machine is of no use, by its place: it is not asked again. */
  private final Map<Integer, String> useless = new TreeMap<>();

  /**
   * @throws IOException when the group has no parities that can be read
   */
  PieceRebuilder(RebuildPiece order, GroupReader reader) throws IOException, InterruptedException {
    this.order = order;
    this.reader = reader;
    final List<Integer> ranks =
        reader.group().getMembersList().stream().map(CodingMember::getRank).toList();
    place = ranks.indexOf(order.getRank());
    if (place < 0) {
      throw new IOException("rank " + order.getRank() + " is not in its group " + ranks);
    }
    for (int each = 0; each < ranks.size(); each++) {
      if (each == place || !reader.reachable(each)) {
        useless.put(each, each == place ? "it is the one that is wanted" : "out of reach");
      }
    }
    format = readFormat(ranks);
    for (int each = 0; each < ranks.size(); each++) {
      formats.add(format.of(each));
    }
    stripes = format.stripes();
    code = stripes.code();
  }

  private ParityFormat readFormat(List<Integer> ranks) throws IOException, InterruptedException {
    for (int each = 0; each < ranks.size(); each++) {
      if (useless.containsKey(each)) {
        continue;
      }
      try {
        final ParityFormat found =
            ParityFormat.parse(
                reader.await(reader.parity(each, 0, ParityFormat.MAX_START_BYTES)),
                "the file of parities of " + reader.name(each));
        if (found.header().getRanksList().equals(ranks)
            && found.header().getNeeded() == reader.group().getNeeded()) {
          return found;
        }
        useless.put(each, "its parities are of another group");
      } catch (IOException e) {
        useless.put(each, String.valueOf(e.getMessage()));
      }
    }
    throw new IOException(lament());
  }

  /**
   * @return how long the piece is, which is durable
   */
  long rebuild(PieceStore store) throws IOException, InterruptedException {
    final PieceId id = new PieceId(order.getJob(), order.getGeneration(), order.getRank());
    try (PieceStore.Arrival arrival = store.receive(id, format.pieceBytes(place))) {
      for (int segment = 0; segment < code.columns(); segment++) {
        for (int block = 0; block < format.blocks(); block++) {
          final int part = format.piecePart(place, segment, block);
          if (part > 0) {
            arrival.write(ParityRecord.bytes(block(segment, block)).limit(part));
          }
        }
      }
      return arrival.commit();
    }
  }

  private long[] block(int segment, int block) throws IOException, InterruptedException {
    final Stripe stripe = new Stripe(stripes.stripeOfSegment(place, segment), block);
    // Every round but the last finds one more that is of no use.
    for (int round = 0; round <= stripes.machines(); round++) {
      final List<Integer> sources = stripe.sources();
      stripe.read(sources);
      final Optional<int[]> checksums = stripe.checksums();
      if (checksums.isPresent() && stripe.complete(sources, checksums.get())) {
        return stripe.combined(sources, checksums.get());
      }
    }
    throw new IOException(lament());
  }

  private String lament() {
    final StringBuilder why = new StringBuilder("the piece of rank ").append(order.getRank());
    why.append(" needs ").append(reader.group().getNeeded()).append(" others of its group of ");
    why.append(reader.group().getMembersCount()).append(", and there are fewer: ");
    final List<String> each = new ArrayList<>();
    useless.forEach((other, reason) -> {
      if (other != place) {
        each.add(reader.name(other) + ": " + reason);
      }
    });
    return why.append(String.join("; ", each)).toString();
  }

  /** One block of all machines of a stripe, as far as it is known. */
  private final class Stripe {
    private final int stripe;
    private final int block;
    private final int length;
    private final Map<Integer, long[]> words = new TreeMap<>();
    private final Map<Integer, ParityRecord> records = new TreeMap<>();
    private final Map<Integer, String> bad = new TreeMap<>(useless);

    Stripe(int stripe, int block) {
      this.stripe = stripe;
      this.block = block;
      this.length = format.blockBytes(block);
    }

    /** The places to read from: all that have data, and the first parities that fill it up. */
    List<Integer> sources() throws IOException {
      final List<Integer> places = new ArrayList<>();
      for (int column = 0; column < code.columns(); column++) {
        addIfGood(places, stripes.placeOfColumn(column, stripe));
      }
      for (int row = 0; row < code.rows() && places.size() < code.columns(); row++) {
        addIfGood(places, stripes.placeOfRow(row, stripe));
      }
      if (places.size() < code.columns()) {
        useless.putAll(bad);
        throw new IOException(lament());
      }
      return places;
    }

    private void addIfGood(List<Integer> places, int each) {
      if (!bad.containsKey(each)) {
        places.add(each);
      }
    }

    void read(List<Integer> sources) throws InterruptedException {
      final Map<Integer, Future<ByteBuffer>> readings = new TreeMap<>();
      for (final int from : sources) {
        if (!words.containsKey(from)) {
          readings.put(from, begin(from));
        }
      }
      for (final Map.Entry<Integer, Future<ByteBuffer>> reading : readings.entrySet()) {
        final int from = reading.getKey();
        try {
          take(from, reader.await(reading.getValue()));
        } catch (IOException e) {
          // A machine that fails once would be waited for at every block.
          useless.put(from, String.valueOf(e.getMessage()));
          bad.put(from, String.valueOf(e.getMessage()));
        }
      }
    }

    private Future<ByteBuffer> begin(int from) {
      if (stripes.keepsParity(from, stripe)) {
        return reader.parity(
            from,
            formats.get(from).recordAt(stripes.row(from, stripe), block),
            format.recordBytes(length));
      }
      final int segment = stripes.segment(from, stripe);
      return reader.piece(from, format.at(segment, block), format.piecePart(from, segment, block));
    }

    private void take(int from, ByteBuffer bytes) {
      if (!stripes.keepsParity(from, stripe)) {
        words.put(from, ParityRecord.words(bytes, length));
        return;
      }
      ParityRecord.parse(bytes, length, code.columns())
          .ifPresentOrElse(
              record -> {
                words.put(from, record.words());
                records.put(from, record);
              },
              () -> bad.put(from, "its parities do not match their checksum"));
    }

    /** Those of the stripe's data; where a machine made other parities, the first is believed. */
    Optional<int[]> checksums() {
      return records.values().stream().findFirst().map(ParityRecord::checksums);
    }

    boolean complete(List<Integer> sources, int[] checksums) {
      for (final int from : sources) {
        if (!stripes.keepsParity(from, stripe)
            && words.containsKey(from)
            && sum(words.get(from)) != checksums[stripes.column(from, stripe)]) {
          bad.put(from, "its piece is not what it was when parities were made");
          words.remove(from);
        }
      }
      return words.keySet().containsAll(sources);
    }

    long[] combined(List<Integer> sources, int[] checksums) throws IOException {
      final int wanted = stripes.column(place, stripe);
      final List<Integer> rows = sources.stream().map(this::rowOfCode).toList();
      final List<Integer> key = new ArrayList<>(rows);
      key.add(wanted);
      final int[] by = factors.computeIfAbsent(key, any -> code.factors(wanted, rows));
      final long[] sum = new long[length / Long.BYTES];
      for (int i = 0; i < by.length; i++) {
        GaloisField.addMultiple(sum, by[i], Objects.requireNonNull(words.get(sources.get(i))));
      }
      if (sum(sum) != checksums[wanted]) {
        throw new IOException(
            "the piece of rank " + order.getRank() + " does not match its checksum when rebuilt");
      }
      return sum;
    }

    private int rowOfCode(int from) {
      return stripes.keepsParity(from, stripe)
          ? code.columns() + stripes.row(from, stripe)
          : stripes.column(from, stripe);
    }

    private static int sum(long[] words) {
      return ParityFormat.checksum(ParityRecord.bytes(words));
    }
  }
}
