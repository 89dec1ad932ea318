package io.lull.simulator.fault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Chooses the histories that are looked at: every other one is a seed's, those between change one
 * that came through something rare (M. Zalewski's <i>afl</i>; Y. Fu and others, <i>Mallory: Greybox
 * Fuzzing of Distributed Systems</i>, CCS 2023). The choice depends on the seeds and on what was
 * learnt before, on nothing else.
 */
public final class HistoryChoice {
  /** Of those that are changed; the oldest are forgotten. */
  static final int MOST_KEPT = 512;

  /** Of so many that are drawn, the one is changed that came through the rarest. */
  private static final int CANDIDATES = 4;

  private final FaultFindings findings;
  private final Deque<Kept> kept = new ArrayDeque<>();

  private record Kept(HistoryName name, Set<String> situations) {}

  /**
   * @param findings of all histories that were chosen, as far as they have been run
   */
  public HistoryChoice(FaultFindings findings) {
    this.findings = findings;
  }

  /**
   * @param first seed of the block
   * @param number of histories, one for each seed
   */
  public List<HistoryName> block(long first, int number) {
    final List<Kept> all = List.copyOf(kept);
    final Map<String, Integer> met = findings.situations();
    final List<HistoryName> block = new ArrayList<>();
    for (long seed = first; seed < first + number; seed++) {
      block.add(
          all.isEmpty() || (seed - first) % 2 == 0
              ? HistoryName.of(seed)
              : rarest(all, met, new SplittableRandom(seed)).changedBy(seed));
    }
    return block;
  }

  private static HistoryName rarest(
      List<Kept> all, Map<String, Integer> met, RandomGenerator chance) {
    Kept rarest = all.get(chance.nextInt(all.size()));
    for (int i = 1; i < CANDIDATES; i++) {
      final Kept other = all.get(chance.nextInt(all.size()));
      if (rarity(other, met) < rarity(rarest, met)) {
        rarest = other;
      }
    }
    return rarest.name();
  }

  private static int rarity(Kept history, Map<String, Integer> met) {
    return history.situations().stream()
        .mapToInt(situation -> met.getOrDefault(situation, 0))
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  /** To be called for each in its order, before the findings have it. */
  public void learn(HistoryName name, FaultOutcome outcome) {
    if (name.mayChange()
        && outcome instanceof FaultOutcome.Held held
        && held.situations().stream().anyMatch(findings::isNew)) {
      kept.add(new Kept(name, held.situations()));
      if (kept.size() > MOST_KEPT) {
        kept.remove();
      }
    }
  }
}
