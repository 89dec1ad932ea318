package io.lull.reconfig.stencil.code;

import io.lull.reconfig.stencil.Stencil;
import io.lull.reconfig.vector.VectorCalls;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The stencils that were used lately, compiled: an author may write an expression where it is
 * applied, and for each of several grids, and it is still compiled once. What the Java machine has
 * learnt of it serves all grids, so that only the first one's first sweeps are slow.
 */
public final class Stencils {
  /** Who goes through more than so many compiles again those that it used longest ago. */
  private static final int MAX_COMPILED = 64;

  private static final int LANES = lanes();

  private static final Map<Stencil, RowSweep> COMPILED =
      new LinkedHashMap<>(MAX_COMPILED, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Stencil, RowSweep> eldest) {
          return size() > MAX_COMPILED;
        }
      };

  private Stencils() {}

  /** Any thread. */
  public static synchronized RowSweep compiled(Stencil stencil) {
    return COMPILED.computeIfAbsent(stencil, s -> StencilCompiler.compile(s, LANES));
  }

  /** Where there are no vectors it is said once, in the worker's log. */
  private static int lanes() {
    final int lanes = VectorCalls.doublesOfAVector();
    if (lanes == 1) {
      System.err.println(
          "stencils are applied one cell at a time, which is slower: this Java was started without"
              + " --add-modules jdk.incubator.vector");
    }
    return lanes;
  }
}
