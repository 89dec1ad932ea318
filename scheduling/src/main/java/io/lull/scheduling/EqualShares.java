package io.lull.scheduling;

import io.lull.scheduling.Precedence.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How many nodes each of one user's jobs gets where all of them can use all nodes alike and there
 * are enough for the least of each: what {@link SpaceSharing} decides then, computed from the
 * numbers of nodes alone. On a grid of fifty thousand nodes of which one comes or goes, that is a
 * thousandth of the work.
 *
 * <p>Max-min fairness has a closed form where there is one resource: every job has as many as the
 * level, or its least or most, and what remains goes, one each, to jobs at the level (Bertsekas and
 * Gallager, Data Networks, 6.5.2).
 */
public final class EqualShares {
  private EqualShares() {}

  /**
   * A job that wants nodes; its number of them may change now.
   *
   * @param number in the order of submission; no two have the same
   * @param sinceMillis since when it has had nodes, or has waited
   * @param least nodes that it needs
   * @param most nodes that it can use
   * @param kept nodes that it has and may keep
   */
  public record Claim(long number, long sinceMillis, int least, int most, int kept) {
    private Standing standing(long nowMillis, SharingTerms terms) {
      return Precedence.standing(kept > 0, nowMillis - sinceMillis, terms);
    }
  }

  /**
   * @param turns places of the claims, in the order in which they choose among nodes
   * @param counts of each claim, as they stand among the claims
   */
  public record Shares(List<Integer> turns, List<Integer> counts) {
    public Shares {
      turns = List.copyOf(turns);
      counts = List.copyOf(counts);
    }
  }

  /**
   * Empty: there are too few nodes for the least of all, and {@link SpaceSharing} has to decide who
   * waits.
   *
   * @param nodes that are there, kept ones too
   */
  public static Optional<Shares> of(
      List<Claim> claims, int nodes, long nowMillis, SharingTerms terms) {
    if (nodes < claims.stream().mapToLong(Claim::least).sum()) {
      return Optional.empty();
    }
    final List<Integer> turns = turns(claims, nowMillis, terms);
    return Optional.of(new Shares(turns, counts(claims, turns, nodes)));
  }

  private static List<Integer> turns(List<Claim> claims, long nowMillis, SharingTerms terms) {
    final Standing[] standings =
        claims.stream().map(claim -> claim.standing(nowMillis, terms)).toArray(Standing[]::new);
    return IntStream.range(0, claims.size())
        .boxed()
        .sorted(
            Comparator.comparing((Integer claim) -> standings[claim])
                .thenComparingLong(claim ->
                    standings[claim] == Standing.OVERDUE ? claims.get(claim).sinceMillis() : 0)
                .thenComparingLong(claim -> claims.get(claim).number()))
        .toList();
  }

  private static List<Integer> counts(List<Claim> claims, List<Integer> turns, int nodes) {
    final int level = level(claims, nodes);
    final int[] counts = claims.stream().mapToInt(claim -> at(level, claim)).toArray();
    final List<Integer> open = new ArrayList<>();
    for (final int claim : turns) {
      if (at(level + 1, claims.get(claim)) > counts[claim]) {
        open.add(claim);
      }
    }
    // Those that have one more already keep it.
    open.sort(Comparator.comparing(claim -> counts[claim] >= claims.get(claim).kept()));
    open.stream()
        .limit(nodes - IntStream.of(counts).asLongStream().sum())
        .forEach(claim -> counts[claim]++);
    return IntStream.of(counts).boxed().toList();
  }

  /** The greatest at which there are enough. */
  private static int level(List<Claim> claims, int nodes) {
    int enough = 0;
    int tooHigh = 1 + claims.stream().mapToInt(Claim::most).max().orElse(0);
    while (tooHigh - enough > 1) {
      final int level = (enough + tooHigh) >>> 1;
      if (claims.stream().mapToLong(claim -> at(level, claim)).sum() <= nodes) {
        enough = level;
      } else {
        tooHigh = level;
      }
    }
    return enough;
  }

  private static int at(int level, Claim claim) {
    return Math.clamp(level, claim.least(), claim.most());
  }
}
