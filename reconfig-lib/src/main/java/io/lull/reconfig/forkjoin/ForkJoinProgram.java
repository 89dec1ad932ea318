package io.lull.reconfig.forkjoin;

import java.io.IOException;

/**
 * A program of parallel loops over shared arrays. Every worker runs the same {@link #run}; only the
 * iterations of its loops are shared out. After each loop lies a safe point, where workers may come
 * and go, and where the arrays may be kept.
 *
 * <p>What lies between two loops, every worker computes alike: it may use parameters, values, the
 * results of loops and local variables, but not the time, random numbers, files that it writes, or
 * anything else that differs between workers; that belongs into {@link Team#once}.
 *
 * <p>A worker that joins calls {@link #run} from its beginning. Loops that are behind do nothing
 * there and give the results that they had, and a {@link Team#repeat} goes on with the iteration
 * that the others are in. So local variables are there as well, but for what an earlier iteration
 * of the same repeat has left in them: that is held in a {@link io.lull.reconfig.Value}, or in an
 * array.
 *
 * <p>Fields are set in {@link #declare} and do not change afterwards, unless they are {@code
 * transient}; a field that does ends the job with a {@link io.lull.reconfig.ProgramError}, as of a
 * {@link io.lull.reconfig.GridProgram}.
 *
 * <p>The class is public and has a public constructor without parameters.
 */
public interface ForkJoinProgram {

  /**
   * Declares the shared arrays and reads parameters and inputs. Called once in every worker, also
   * in one that joins later, before anything else; the declarations are the same everywhere. No
   * array has elements yet.
   *
   * @throws io.lull.reconfig.BadInput when a parameter or an input file cannot be used; the job
   *     ends with its line
   */
  void declare(SharedSpace space) throws IOException;

  /** Computes, from the start to the end: all arrays are zero at first. */
  void run(Team team);

  /** After {@link #run}: reports check values and writes output files. Collective. */
  void finish(SharedResults results) throws IOException;
}
