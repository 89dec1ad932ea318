package io.lull.reconfig.grid;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The stencils that a program has used lately, compiled: an author may write an expression where it
 * is applied, and it is still compiled once. Used by the program's thread.
 */
final class Stencils {
  /**
   * A program that goes through more than so many compiles again those that it used longest ago.
   */
  private static final int MAX_COMPILED = 64;

  private static final int LANES = lanes();

  private final Map<Stencil, RowSweep> compiled =
      new LinkedHashMap<>(MAX_COMPILED, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Stencil, RowSweep> eldest) {
          return size() > MAX_COMPILED;
        }
      };

  RowSweep compiled(Stencil stencil) {
    return compiled.computeIfAbsent(stencil, s -> StencilCompiler.compile(s, LANES));
  }

  /** Where there are no vectors it is said once, in the worker's log. */
  private static int lanes() {
    final int lanes = Vectors.lanes();
    if (lanes == 1) {
      System.err.println(
          "stencils are applied one cell at a time, which is slower: this Java was started without"
              + " --add-modules jdk.incubator.vector");
    }
    return lanes;
  }
}
