package io.lull.simulator.job;

import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.Reconfigure;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.distribution.TransferPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cells of one simulated worker. */
final class WorkerCells {
  private static final long FROM_MEMORY = -1;

  private final String worker;
  private final CellLedger all;

  /** Null: it is in no configuration. */
  private @Nullable CellValues cells;

  /** At the safe point before, as long as it may be gone back to. */
  private @Nullable CellValues before;

  private @Nullable TransferPlan plan;

  WorkerCells(String worker, CellLedger all) {
    this.worker = worker;
    this.all = all;
  }

  /** It comes to a safe point, one by one. */
  void come(long safePoint) {
    @Nullable CellValues now = cells;
    while (now != null && now.safePoint() < safePoint) {
      before = now;
      now = now.next();
    }
    cells = now;
  }

  /** It goes back to the safe point before. */
  void goBack(long safePoint) {
    if (before != null && before.safePoint() == safePoint) {
      cells = before;
    }
  }

  /** It stands at the safe point of a change, which is now prepared. */
  void prepare(Reconfigure order) {
    final List<Part> parts =
        order.getMembersList().stream()
            .map(member -> new Part(member.getWorker(), member.getWeight()))
            .toList();
    plan =
        switch (order.getSourceCase()) {
          case LIVE -> {
            if (cells != null) {
              all.give(order.getEpoch(), worker, cells);
            }
            yield all.live(order.getLive().getLayout().getEpoch(), parts);
          }
          case GENERATION ->
              all.recovered(
                  order.getGeneration().getNumber(), holders(order.getGeneration()), parts);
          case FRESH, SOURCE_NOT_SET -> all.fresh(parts);
        };
  }

  private static Map<String, String> holders(Generation generation) {
    final List<Member> members = generation.getLayout().getMembersList();
    final Map<String, String> holders = new HashMap<>();
    for (final PieceHolder holder : generation.getHoldersList()) {
      holders.put(members.get(holder.getRank()).getWorker(), holder.getWorker());
    }
    return holders;
  }

  /** The change that was prepared is in force. */
  void enter(Reconfigure order, long safePoint) {
    before = null;
    final @Nullable TransferPlan prepared = plan;
    cells =
        prepared == null
            ? null
            : all.enter(
                prepared,
                order.getEpoch(),
                worker,
                safePoint,
                order.hasGeneration() ? order.getGeneration().getNumber() : FROM_MEMORY);
  }

  /** Its piece of a generation is written. */
  void capture(long generation, long epoch) {
    if (cells != null) {
      all.capture(generation, worker, epoch, cells);
    }
  }

  /** Checks all that it has. */
  void verify() {
    if (cells != null) {
      all.verify(worker, cells);
    }
  }

  /** It has come to the end. */
  void complete(long epoch) {
    verify();
    all.complete(epoch, worker);
  }
}
