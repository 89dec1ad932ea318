package io.lull.agent.parity;

import io.lull.agent.piece.PieceId;
import io.lull.agent.piece.PieceStore;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.RebuildPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;

/**
 * Rebuilds the piece of a lost machine. It compares every block of the others, and every rebuilt
 * block, with the checksum taken when the parities were made: a damaged block counts as lost, and
 * another block of the stripe replaces it if there is one.
 */
final class PieceRebuilder {
  private final RebuildPiece order;
  private final GroupReader reader;
  private final int place;
  private final ParityFormat format;
  private final List<ParityFormat> formats = new ArrayList<>();
  private final StripeLayout stripes;
  private final ReedSolomon code;
  private final Map<List<Integer>, int[]> factors = new HashMap<>();

  /** By place; such a machine is not asked again. */
  private final Map<Integer, Fault> useless = new TreeMap<>();

  /**
   * Why a machine is not used.
   *
   * @param lasting its file is wrong, so that another try is useless
   */
  private record Fault(String why, boolean lasting) {
    static Fault of(IOException e) {
      return new Fault(String.valueOf(e.getMessage()), e instanceof NoSuchFileException);
    }
  }

  /**
   * @throws IOException if no parities of the group can be read
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
        useless.put(
            each,
            each == place
                ? new Fault("it is the one that is wanted", true)
                : new Fault("out of reach", false));
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
      final ByteBuffer start;
      try {
        start = reader.await(reader.parity(each, 0, ParityFormat.MAX_START_BYTES));
      } catch (IOException e) {
        useless.put(each, Fault.of(e));
        continue;
      }
      try {
        final ParityFormat found =
            ParityFormat.parse(start, "the file of parities of " + reader.name(each));
        if (found.header().getRanksList().equals(ranks)
            && found.header().getNeeded() == reader.group().getNeeded()) {
          return found;
        }
        useless.put(each, new Fault("its parities are of another group", true));
      } catch (IOException e) {
        useless.put(each, new Fault(String.valueOf(e.getMessage()), true));
      }
    }
    throw tooFew();
  }

  /**
   * @return the length of the piece, which is durable
   */
  long rebuild(PieceStore store) throws IOException, InterruptedException {
    final PieceId id = new PieceId(order.getJob(), order.getGeneration(), order.getRank());
    try (PieceStore.Arrival arrival = store.receive(id, format.pieceBytes(place))) {
      final int all = code.columns() * format.blocks();
      final Deque<Stripe> begun = new ArrayDeque<>();
      int next = 0;
      for (int i = 0; i < all; i++) {
        for (; next < all && next <= i + reader.ahead(); next++) {
          begun.add(stripe(next));
        }
        final int part = part(i);
        final Stripe stripe = begun.remove();
        if (part > 0) {
          arrival.write(ParityRecord.bytes(block(stripe)).limit(part));
        }
      }
      return arrival.commit();
    }
  }

  /** The length of that block of the piece, counted from its start. */
  private int part(int index) {
    return format.piecePart(place, index / format.blocks(), index % format.blocks());
  }

  private Stripe stripe(int index) throws IOException {
    final Stripe stripe =
        new Stripe(
            stripes.stripeOfSegment(place, index / format.blocks()), index % format.blocks());
    if (part(index) > 0) {
      stripe.begin(stripe.sources());
    }
    return stripe;
  }

  private long[] block(Stripe stripe) throws IOException, InterruptedException {
    // Every round but the last excludes one more machine.
    for (int round = 0; round <= stripes.machines(); round++) {
      final List<Integer> sources = stripe.sources();
      stripe.read(sources);
      final Optional<int[]> checksums = stripe.checksums();
      if (checksums.isPresent() && stripe.complete(sources, checksums.get())) {
        return stripe.combined(sources, checksums.get());
      }
    }
    throw tooFew();
  }

  private IOException tooFew() {
    final long lasting = useless.values().stream().filter(Fault::lasting).count();
    return reader.group().getMembersCount() - lasting < reader.group().getNeeded()
        ? new DamagedException(lament())
        : new IOException(lament());
  }

  private String lament() {
    final StringBuilder why = new StringBuilder("the piece of rank ").append(order.getRank());
    why.append(" needs ").append(reader.group().getNeeded()).append(" others of its group of ");
    why.append(reader.group().getMembersCount()).append(", and there are fewer: ");
    final List<String> each = new ArrayList<>();
    useless.forEach((other, fault) -> {
      if (other != place) {
        each.add(reader.name(other) + ": " + fault.why());
      }
    });
    return why.append(String.join("; ", each)).toString();
  }

  /** One block of all machines of a stripe, as far as known. */
  private final class Stripe {
    private final int stripe;
    private final int block;
    private final int length;
    private final Map<Integer, long[]> words = new TreeMap<>();
    private final Map<Integer, ParityRecord> records = new TreeMap<>();
    private final Map<Integer, Fault> bad = new TreeMap<>();
    private final Map<Integer, Future<ByteBuffer>> readings = new TreeMap<>();

    Stripe(int stripe, int block) {
      this.stripe = stripe;
      this.block = block;
      this.length = format.blockBytes(block);
    }

    /** The places to read from: all with data, and the first parities that complete them. */
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
        throw tooFew();
      }
      return places;
    }

    private void addIfGood(List<Integer> places, int each) {
      final boolean had = words.containsKey(each) || readings.containsKey(each);
      if (!bad.containsKey(each) && (had || !useless.containsKey(each))) {
        places.add(each);
      }
    }

    /** Starts to read what is neither present nor in flight. */
    void begin(List<Integer> sources) {
      for (final int from : sources) {
        if (!words.containsKey(from) && !readings.containsKey(from)) {
          readings.put(from, begin(from));
        }
      }
    }

    void read(List<Integer> sources) throws InterruptedException {
      begin(sources);
      for (final Map.Entry<Integer, Future<ByteBuffer>> reading : readings.entrySet()) {
        final int from = reading.getKey();
        try {
          take(from, reader.await(reading.getValue()));
        } catch (IOException e) {
          // A machine that fails once would delay every block.
          useless.put(from, Fault.of(e));
          bad.put(from, Fault.of(e));
        }
      }
      readings.clear();
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
              () -> bad.put(from, new Fault("its parities do not match their checksum", true)));
    }

    /** The checksums of the stripe's data; if machines disagree, the first one counts. */
    Optional<int[]> checksums() {
      return records.values().stream().findFirst().map(ParityRecord::checksums);
    }

    boolean complete(List<Integer> sources, int[] checksums) {
      for (final int from : sources) {
        if (!stripes.keepsParity(from, stripe)
            && words.containsKey(from)
            && sum(words.get(from)) != checksums[stripes.column(from, stripe)]) {
          bad.put(from, new Fault("its piece is not what it was when parities were made", true));
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
        throw new DamagedException(
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
