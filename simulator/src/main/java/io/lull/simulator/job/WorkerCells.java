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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cells of one simulated worker. */
final class WorkerCells {
  private final String worker;
  private final CellLedger all;

  /** Null: it is in no configuration. */
  private @Nullable CellValues cells;

  /** At the safe point before, as long as it may be gone back to. */
  private @Nullable CellValues before;

  private @Nullable TransferPlan plan;

  /** What it has read of pieces, by their names. */
  private final Map<String, Optional<CellValues>> staged = new HashMap<>();

  WorkerCells(String worker, CellLedger all) {
    this.worker = worker;
    this.all = all;
  }

  /** It computes until it comes to a safe point. */
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
          case GENERATION -> {
            giveStaged(order);
            yield all.recovered(
                order.getGeneration().getLayout().getEpoch(),
                holders(order.getGeneration()),
                parts);
          }
          case FRESH, SOURCE_NOT_SET -> all.fresh(parts);
        };
  }

  /** What it has read of the generation, in the names of those who wrote it. */
  private void giveStaged(Reconfigure order) {
    final Generation generation = order.getGeneration();
    for (final PieceHolder holder : generation.getHoldersList()) {
      if (holder.getWorker().equals(worker)) {
        staged
            .getOrDefault(
                PieceDisk.piece(generation.getNumber(), holder.getRank()), Optional.empty())
            .ifPresent(content ->
                all.give(
                    order.getEpoch(),
                    generation.getLayout().getMembers(holder.getRank()).getWorker(),
                    content));
      }
    }
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
    cells = all.enter(plan, order.getEpoch(), worker, safePoint);
  }

  /** It writes its cells to a piece. */
  Optional<CellValues> write(String piece) {
    all.write(piece, worker, cells);
    return Optional.ofNullable(cells);
  }

  /** It has read a piece. */
  void stage(String piece, Optional<CellValues> content) {
    staged.put(piece, content);
  }

  /** The pieces that it has read. */
  Set<String> staged() {
    return staged.keySet();
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
