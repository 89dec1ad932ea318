package io.lull.coordinator.core.job;

import io.lull.protocol.model.ErasureCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ranks whose pieces are coded together: what any {@code needed} of their machines hold gives the
 * pieces of all.
 *
 * @param ranks in the order of the machines' places
 */
public record CodeGroup(int needed, List<Integer> ranks) {
  public CodeGroup {
    ranks = List.copyOf(ranks);
    if (needed < 1 || needed >= ranks.size() || new HashSet<>(ranks).size() != ranks.size()) {
      throw new IllegalArgumentException("any " + needed + " of the ranks " + ranks);
    }
  }

  /**
   * Groups of sizes as even as can be, each with as many machines as the code is over or more.
   * Where there are too few for one, all are in one that outlives as much as it can.
   *
   * @param alike for each rank what its machine has in common with others: machines that say the
   *     same are dealt out to different groups, since they are likely to be lost together
   * @return none for a lone worker; else every rank is in one group
   */
  public static List<CodeGroup> of(ErasureCode code, List<String> alike) {
    final int workers = alike.size();
    if (workers < 2) {
      return List.of();
    }
    final int count = Math.max(1, workers / code.machines());
    final List<List<Integer>> dealt = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      dealt.add(new ArrayList<>());
    }
    final List<Integer> order =
        IntStream.range(0, workers).boxed().sorted(Comparator.comparing(alike::get)).toList();
    for (int i = 0; i < workers; i++) {
      dealt.get(i % count).add(order.get(i));
    }
    return dealt.stream()
        .map(ranks -> new CodeGroup(ranks.size() - Math.min(code.spare(), ranks.size() - 1), ranks))
        .toList();
  }
}
