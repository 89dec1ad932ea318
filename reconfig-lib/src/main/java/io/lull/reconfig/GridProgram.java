package io.lull.reconfig;

import java.io.IOException;

/**
 * A parallel program on distributed grids. It says <em>what</em> is distributed and what one
 * iteration does; the library decides which worker owns which cells, and changes that between two
 * iterations whenever machines come or go.
 *
 * <p>The same program object runs in every worker. All its state that must survive a change of
 * workers, or a failure, is declared in {@link #declare}; a field that is not declared is lost when
 * the data moves to another machine. All methods are called by one thread; only the kernels that
 * they hand to a grid are called by as many threads as the worker has cores, and give the same
 * results on any number of them.
 *
 * <p>The class is public and has a public constructor without parameters.
 */
public interface GridProgram {

  /**
   * Says what is distributed and reads parameters and inputs. Called once in every worker, also in
   * one that joins later, before anything else; the declarations must be the same everywhere. No
   * grid has cells yet.
   *
   * @throws BadInput when a parameter or an input file cannot be used; the job ends with its line
   */
  void declare(GridSpace space) throws IOException;

  /**
   * Gives the cells their starting values. Called once in every worker when the job starts, and
   * again if it has to start afresh; never in a worker that joins.
   */
  void initialise();

  /**
   * One iteration: the same calls in the same order on every worker. After it lies a safe point,
   * where the workers may change and the data may be kept. A long one is better made of {@link
   * GridSpace#steps steps}: owners who come back wait for a safe point, and what a failure undoes
   * is counted from one.
   *
   * @return false when this was the last iteration; the same on every worker
   */
  boolean iterate();

  /**
   * After the last iteration: reports check values and writes output files. Collective, like {@link
   * #iterate}.
   */
  void finish(Results results) throws IOException;
}
