package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cuts an array for given workers so that they keep as much as can be of what they hold, within a
 * bound on the balance.
 *
 * <p>As in a recursive bisection a box is cut in two, and each part again. What a worker holds and
 * does not keep is lost at exactly one cut, the one that parts it from it; so the loss of a tree is
 * the sum of its cuts' losses, and both parts are sought independently: depth first, the most
 * promising few of the {@link CutChoices} of each box, with a bound on what must still be lost, and
 * no more than a given number of steps. So the result is good, not always the best, and the same on
 * every machine.
 */
final class CutSearch {
  /** One step looks at one worker for one cut; beyond, the first cuts that do are taken. */
  private static final long MOST_STEPS = 50_000;

  /**
   * Where none has been found, the search is given up after so many times the square of the number
   * of workers; going straight down to one solution takes about a tenth.
   */
  private static final long MOST_SQUARES = 200;

  /**
   * Found for a box and its workers.
   *
   * @param lost elements that a worker holds here and does not keep
   */
  private record Cutting(long lost, List<Leaf> leaves) {}

  private record Leaf(int worker, Bounds box) {}

  private final Extents extents;
  private final List<PartitionShare> claims = new ArrayList<>();
  private final long mostForAny;
  private long steps;

  /**
   * @param held by worker: boxes, none for a newcomer
   * @param weights by worker
   */
  CutSearch(Extents extents, List<List<IndexSet>> held, List<Double> weights, Balance balance) {
    this.extents = extents;
    this.mostForAny = Math.max(MOST_STEPS, MOST_SQUARES * weights.size() * weights.size());
    final double all = weights.stream().mapToDouble(Double::doubleValue).sum();
    for (int worker = 0; worker < weights.size(); worker++) {
      final double perfect = extents.cells() * (weights.get(worker) / all);
      claims.add(
          new PartitionShare(
              worker,
              held.get(worker).stream().map(Bounds::of).toList(),
              weights.get(worker),
              perfect / balance.bound(),
              perfect * balance.bound()));
    }
  }

  /** The boxes by worker; empty when this search sees no cuts within the bound. */
  Optional<RecursiveBisection> find() {
    final @Nullable Cutting found = search(Bounds.of(extents.all()), claims, 0, Long.MAX_VALUE);
    if (found == null) {
      return Optional.empty();
    }
    final IndexSet[] boxes = new IndexSet[claims.size()];
    found.leaves().forEach(leaf -> boxes[leaf.worker()] = leaf.box().indices());
    return Optional.of(new RecursiveBisection(extents, List.of(boxes)));
  }

  /**
   * @param claims on the box or more than it
   * @param unavoidable at least lost here
   * @param limit less is to be lost
   */
  private @Nullable Cutting search(
      Bounds box, List<PartitionShare> claims, long unavoidable, long limit) {
    if (claims.size() == 1) {
      final PartitionShare claim = claims.getFirst();
      return fits(box, claim) ? new Cutting(0, List.of(new Leaf(claim.worker(), box))) : null;
    }
    final List<PartitionShare> here = claims.stream().map(claim -> claim.within(box)).toList();
    final CutChoices choices = new CutChoices(box, here);
    steps += choices.steps();
    @Nullable Cutting best = null;
    long bestLost = limit;
    final int followed = Math.min(choices.ranked().size(), followed(here.size()));
    for (int i = 0; i < followed; i++) {
      final Cut cut = choices.ranked().get(i);
      if (cut.promise() >= bestLost || steps > (best == null ? mostForAny : MOST_STEPS)) {
        break;
      }
      final @Nullable Cutting low =
          search(cut.low(box), cut.lower(), cut.lowLeft(), bestLost - cut.lost() - cut.highLeft());
      final @Nullable Cutting high =
          low == null
              ? null
              : search(
                  cut.high(box), cut.upper(), cut.highLeft(), bestLost - cut.lost() - low.lost());
      if (low != null && high != null) {
        final List<Leaf> leaves = new ArrayList<>(low.leaves());
        leaves.addAll(high.leaves());
        best = new Cutting(cut.lost() + low.lost() + high.lost(), leaves);
        bestLost = best.lost();
        if (bestLost <= unavoidable) {
          break;
        }
      }
    }
    return best;
  }

  /** Within the bound, but for one row or column of the box. */
  private static boolean fits(Bounds box, PartitionShare claim) {
    final long cells = box.cells();
    final long line = box.line();
    return cells >= claim.least() - line && cells <= claim.most() + line;
  }

  /** So many of the choices are followed: fewer where a subtree is large. */
  private static int followed(int workers) {
    return workers <= 4 ? 8 : workers <= 8 ? 5 : workers <= 16 ? 3 : 2;
  }
}
