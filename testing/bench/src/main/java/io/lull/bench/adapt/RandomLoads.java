package io.lull.bench.adapt;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** One of a job's computers is loaded for some time that is drawn at random: Weissman's table 7. */
final class RandomLoads {
  private static final int WORKERS = 4;

  private RandomLoads() {}

  static void print(AdaptTerms terms, int firstSeed, int seeds) throws Exception {
    terms.on(
        WORKERS + 1, List.of(LoadPolicy.values()), table -> rows(table, terms, firstSeed, seeds));
  }

  private static void rows(PolicyTable table, AdaptTerms terms, int firstSeed, int seeds)
      throws IOException {
    table.begin("seed and load");
    for (int seed = firstSeed; seed < firstSeed + seeds; seed++) {
      final Load load = drawn(seed, terms.seconds());
      table.row(
          seed + ": " + load, new PacedJob(WORKERS, terms.size(), terms.seconds()), load, seed);
    }
  }

  private static Load drawn(long seed, double jobSeconds) {
    final RandomGenerator chance = new SplittableRandom(seed);
    final double from = jobSeconds * chance.nextDouble(0.15, 0.5);
    return new Load(
        List.of(chance.nextInt(WORKERS)),
        chance.nextInt(150, 601),
        from,
        from + jobSeconds * chance.nextDouble(0.125, 1.5));
  }
}
