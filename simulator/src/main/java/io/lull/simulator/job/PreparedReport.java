package io.lull.simulator.job;

import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Tile;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a worker says of a change that it has prepared. */
final class PreparedReport {
  /** Of each change, by each worker. */
  static final long SENT_BYTES = 107;

  private PreparedReport() {}

  /**
   * Says what a worker lacks for a change.
   *
   * @param staged pieces that it has read
   * @param reached whether it reaches another worker
   */
  static Prepared.Builder begun(
      Reconfigure order, String self, Set<String> staged, Predicate<String> reached) {
    final Prepared.Builder answer = Prepared.newBuilder().setEpoch(order.getEpoch());
    for (final PieceHolder holder : order.getGeneration().getHoldersList()) {
      final String piece = PieceDisk.piece(order.getGeneration().getNumber(), holder.getRank());
      if (holder.getWorker().equals(self) && !staged.contains(piece)) {
        answer.setMissing("piece " + piece + " is damaged").addDamagedRanks(holder.getRank());
      }
    }
    Stream.concat(
            order.getLive().getLayout().getMembersList().stream(), order.getMembersList().stream())
        .map(Member::getWorker)
        .filter(reached.negate())
        .forEach(worker -> answer.setMissing("worker " + worker + " cannot be reached"));
    return answer;
  }

  /**
   * @param safePoint at which it stands
   * @param copiedBytes before the change
   */
  static Prepared of(
      Prepared.Builder begun, Reconfigure order, String self, long safePoint, long copiedBytes) {
    final List<Member> members = order.getMembersList();
    begun
        .setSafePoint(safePoint)
        .setIteration(safePoint)
        .setLayout(WorkTime.layout(order.getEpoch(), members))
        .setBytesMoved(100)
        .setBytesLeast(100)
        .setSentBytes(SENT_BYTES)
        .setCopiedBytes(copiedBytes)
        .setFollowingBytes(HandOver.gives(order, self) ? SENT_BYTES : 0)
        .setRows(10)
        .setColumns(10);
    for (int rank = 0; rank < members.size(); rank++) {
      begun.addTiles(Tile.newBuilder().setRank(rank).setRowFrom(rank).setRowTo(rank + 1));
    }
    return begun.build();
  }
}
