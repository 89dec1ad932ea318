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
import java.util.stream.Stream;

/**
 * A program that is measured, and how much of it.
 *
 * @param name of the same in C
 * @param sizeNames of the parameters that are the size
 * @param timesName of the parameter that says how many iterations; empty: the program is measured
 *     whole
 */
record LoopProblem(
    String name,
    Class<? extends ForkJoinProgram> program,
    List<String> sizeNames,
    int size,
    Map<String, String> others,
    String timesName,
    int few,
    int many) {

  static final List<LoopProblem> ALL =
      List.of(
          new LoopProblem(
              "jacobi", JacobiLoops.class, List.of("size"), 2500, Map.of(), "iterations", 20, 120),
          new LoopProblem(
              "mgs", Mgs.class, List.of("rows"), 3072, Map.of("type", "float"), "", 0, 1),
          new LoopProblem(
              "fft", Fft.class, List.of("nx", "ny", "nz"), 64, Map.of(), "iterations", 10, 60),
          new LoopProblem("nbf", Nbf.class, List.of("molecules"), 32_768, Map.of(), "steps", 5, 30),
          new LoopProblem(
              "nbf-fixed", Nbf.class, List.of("molecules"), 32_768, Map.of(), "steps", 5, 30),
          new LoopProblem(
              "water", Water.class, List.of("molecules"), 512, Map.of(), "steps", 5, 25),
          new LoopProblem(
              "barnes", Barnes.class, List.of("bodies"), 32_768, Map.of(), "steps", 2, 10));

  /** One that is of interest on several workers only. */
  static final LoopProblem EMPTY =
      new LoopProblem(
          "empty", EmptyLoops.class, List.of("iterations"), 16, Map.of(), "times", 2_000, 10_000);

  /**
   * @throws IllegalArgumentException with one line, when there is none
   */
  static LoopProblem named(String name) {
    return Stream.concat(ALL.stream(), Stream.of(EMPTY))
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "--program "
                    + name
                    + ": enter jacobi, mgs, fft, nbf, nbf-fixed, water, barnes or empty"));
  }

  /** How many iterations more the long run has than the short one. */
  int iterations() {
    return many - few;
  }

  /** Of the program, for a run of so many iterations. */
  Map<String, String> parameters(int times) {
    final Map<String, String> parameters = new HashMap<>(others);
    sizeNames.forEach(size -> parameters.put(size, "" + this.size));
    if (!timesName.isEmpty()) {
      parameters.put(timesName, "" + times);
    }
    return parameters;
  }
}
