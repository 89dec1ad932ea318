package io.lull.agent.parity;

import io.lull.agent.piece.PieceId;
import io.lull.agent.piece.PieceStore;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.MakeParity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;

/** Makes the parities that this machine keeps, block by block, while it reads the next ones. */
final class ParityMaker {
  private final MakeParity order;
  private final GroupReader reader;
  private final ParityFormat format;
  private final StripeLayout stripes;
  private final ReedSolomon code;
  private final int place;

  /**
   * @throws IOException if the order is inconsistent
   */
  ParityMaker(MakeParity order, GroupReader reader) throws IOException {
    this.order = order;
    this.reader = reader;
    final List<CodingMember> members = order.getGroup().getMembersList();
    final List<Integer> ranks = members.stream().map(CodingMember::getRank).toList();
    place = ranks.indexOf(order.getRank());
    if (place < 0) {
      throw new IOException("rank " + order.getRank() + " is not in its group " + ranks);
    }
    try {
      format =
          ParityFormat.of(
              order.getJob(),
              order.getGeneration(),
              place,
              order.getGroup().getNeeded(),
              ranks,
              members.stream().map(CodingMember::getBytes).toList());
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    stripes = format.stripes();
    code = stripes.code();
  }

  /**
   * @return the length of the file, which is durable
   */
  long make(PieceStore store) throws IOException, InterruptedException {
    final PieceId id = new PieceId(order.getJob(), order.getGeneration(), order.getRank(), true);
    try (PieceStore.Arrival arrival = store.receive(id, format.fileBytes())) {
      arrival.write(format.start());
      final int all = stripes.parities() * format.blocks();
      final Deque<List<Future<ByteBuffer>>> begun = new ArrayDeque<>();
      int next = 0;
      for (int i = 0; i < all; i++) {
        for (; next < all && next <= i + reader.ahead(); next++) {
          begun.add(begin(next));
        }
        arrival.write(coded(i, begun.remove()).bytes());
      }
      return arrival.commit();
    }
  }

  private List<Future<ByteBuffer>> begin(int index) {
    final int block = index % format.blocks();
    final int stripe = stripes.stripeOfParity(place, index / format.blocks());
    final List<Future<ByteBuffer>> readings = new ArrayList<>();
    for (int column = 0; column < code.columns(); column++) {
      final int from = stripes.placeOfColumn(column, stripe);
      final int segment = stripes.segment(from, stripe);
      readings.add(
          reader.piece(from, format.at(segment, block), format.piecePart(from, segment, block)));
    }
    return readings;
  }

  private ParityRecord coded(int index, List<Future<ByteBuffer>> readings)
      throws IOException, InterruptedException {
    final int row = index / format.blocks();
    final int block = index % format.blocks();
    final int stripe = stripes.stripeOfParity(place, row);
    final int length = format.blockBytes(block);
    final long[] sum = new long[length / Long.BYTES];
    final int[] checksums = new int[code.columns()];
    for (int column = 0; column < code.columns(); column++) {
      final int from = stripes.placeOfColumn(column, stripe);
      final ByteBuffer bytes;
      try {
        bytes = reader.await(readings.get(column));
      } catch (IOException e) {
        throw new IOException("the piece of " + reader.name(from) + ": " + e.getMessage(), e);
      }
      if (bytes.remaining() != format.piecePart(from, stripes.segment(from, stripe), block)) {
        throw new IOException("the piece of " + reader.name(from) + " is shorter than announced");
      }
      final long[] words = ParityRecord.words(bytes, length);
      checksums[column] = ParityFormat.checksum(ParityRecord.bytes(words));
      GaloisField.addMultiple(sum, code.factor(row, column), words);
    }
    return new ParityRecord(sum, checksums);
  }
}
