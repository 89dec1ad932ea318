package io.lull.bench.forkjoin;

import io.lull.apps.barnes.Barnes;
import io.lull.apps.fft.Fft;
import io.lull.apps.jacobi.JacobiLoops;
import io.lull.apps.mgs.Mgs;
import io.lull.apps.nbf.Nbf;
import io.lull.apps.water.Water;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program of the paper, in the paper's size.
 *
 * @param parameters without the number of iterations
 * @param timesName of the parameter that says how many iterations; empty: they follow from its size
 * @param times as in the paper
 * @param mebibytes of its data
 */
record AdaptedLoop(
    String name,
    Class<? extends ForkJoinProgram> program,
    Map<String, String> parameters,
    String timesName,
    int times,
    int mebibytes) {
  static final List<AdaptedLoop> ALL =
      List.of(
          new AdaptedLoop("mgs", Mgs.class, Map.of("rows", "3072", "type", "float"), "", 3072, 120),
          new AdaptedLoop(
              "jacobi", JacobiLoops.class, Map.of("size", "2500"), "iterations", 1000, 96),
          new AdaptedLoop(
              "fft", Fft.class, Map.of("nx", "128", "ny", "64", "nz", "64"), "iterations", 100, 24),
          new AdaptedLoop("nbf", Nbf.class, Map.of("molecules", "131072"), "steps", 100, 64),
          new AdaptedLoop("barnes", Barnes.class, Map.of("bodies", "32768"), "steps", 20, 16),
          new AdaptedLoop("water", Water.class, Map.of("molecules", "1728"), "steps", 20, 8));

  AdaptedLoop {
    parameters = Map.copyOf(parameters);
  }

  /**
   * Of a run.
   *
   * @param longer so many times the paper's iterations
   */
  Map<String, String> parameters(int longer) {
    final Map<String, String> all = new HashMap<>(parameters);
    if (!timesName.isEmpty()) {
      all.put(timesName, String.valueOf(times * longer));
    }
    return all;
  }
}
