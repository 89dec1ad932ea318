package io.lull.simulator.job;

import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Tile;
import java.util.List;

/** What a worker says of a change that it has prepared. */
final class PreparedReport {
  /** Of each change, by each worker. */
  static final long SENT_BYTES = 107;

  private PreparedReport() {}

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
