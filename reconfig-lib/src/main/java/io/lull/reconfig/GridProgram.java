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
 * <p>Fields are held to that, those of the program's class and of its superclasses, unless they are
 * {@code static} or {@code transient}, which says that a field may be lost or is made again where
 * it is missing:
 *
 * <ul>
 *   <li>A field whose content changes after {@link #initialise}, or in a worker that joins after
 *       {@link #declare}, ends the job with a {@link ProgramError}. Content is what numbers, text,
 *       enums, records, arrays and collections hold, and the fields of the author's own objects. A
 *       field that is null at first may be given its only content later.
 *   <li>A field that holds something of Java's that can be neither compared nor carried ends the
 *       job as soon as it is declared: what is open ({@link AutoCloseable}: streams, readers,
 *       scanners, sockets, executors), threads, sources of random numbers, buffers of {@code
 *       java.nio}, iterators, checksums, and all of {@code java.util.concurrent} that is no
 *       collection, such as {@code AtomicLong} or a lock.
 *   <li>Everything else is harmless: what this library gives, parameters, lambdas, an author's
 *       objects that hold nothing of the above, and whatever a module does not open.
 * </ul>
 *
 * <p>Calls to grids and workers are held to it too: all workers make the same ones in the same
 * order, on the thread that calls these methods; a worker that makes another one, or comes to its
 * end earlier, ends the job with a {@link ProgramError} that names both calls.
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
