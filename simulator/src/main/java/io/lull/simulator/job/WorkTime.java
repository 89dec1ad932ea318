package io.lull.simulator.job;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.Tiling;
import java.util.List;
import java.util.function.Function;

/**
 * How long a worker computes and waits in a configuration: each has cells in proportion to its
 * weight, and at each safe point all wait for the slowest.
 */
final class WorkTime {
  /** Of all workers together. */
  private static final long CELLS = 1_000;

  private final Function<String, NodePace> paces;
  private long epoch;
  private long safePoints;
  private long computingNanos;
  private long waitingNanos;

  /**
   * @param paces by node
   */
  WorkTime(Function<String, NodePace> paces) {
    this.paces = paces;
  }

  static Layout layout(long epoch, List<Member> members) {
    return Layout.newBuilder()
        .setEpoch(epoch)
        .addAllMembers(members)
        .addTilings(tiling(members))
        .build();
  }

  private static Tiling tiling(List<Member> members) {
    final double all = members.stream().mapToDouble(Member::getWeight).sum();
    final Tiling.Builder tiling = Tiling.newBuilder().addExtents(CELLS);
    double before = 0;
    for (final Member member : members) {
      tiling.addEnds(Math.round(CELLS * before / all));
      before += member.getWeight();
      tiling.addEnds(Math.round(CELLS * before / all));
    }
    return tiling.build();
  }

  private static long cells(Layout layout, int rank) {
    final Tiling tiling = layout.getTilings(0);
    return tiling.getEnds(2 * rank + 1) - tiling.getEnds(2 * rank);
  }

  private NodePace pace(Layout layout, int rank) {
    return paces.apply(layout.getMembers(rank).getNode());
  }

  /** All have come to a safe point; the first of an epoch begins at nothing. */
  void count(Layout layout, int rank) {
    if (layout.getEpoch() != epoch) {
      epoch = layout.getEpoch();
      safePoints = 0;
      computingNanos = 0;
      waitingNanos = 0;
    }
    long longest = 0;
    for (int other = 0; other < layout.getMembersCount(); other++) {
      longest = Math.max(longest, cells(layout, other) * pace(layout, other).taken());
    }
    final long said = cells(layout, rank) * pace(layout, rank).said();
    safePoints++;
    computingNanos += said;
    waitingNanos += longest - said;
  }

  /** What the worker reports of it. */
  Progress counted() {
    return Progress.newBuilder()
        .setCountedSafePoints(safePoints)
        .setComputingNanos(computingNanos)
        .setWaitingNanos(waitingNanos)
        .build();
  }
}
