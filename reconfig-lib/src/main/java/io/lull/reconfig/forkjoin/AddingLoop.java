package io.lull.reconfig.forkjoin;

/**
 * A loop whose iterations add to elements of an array, whichever worker has them. Terms are added
 * in fixed point, so that neither their order nor the number of workers matters: the same bits
 * always.
 */
public final class AddingLoop {
  /** Does one iteration. */
  @FunctionalInterface
  public interface AddingBody {
    void run(long i, Sums sums);
  }

  private final LoopClauses loop;
  private final LoopRunner runner;
  private final DoubleArray target;
  private final double bound;
  private final boolean apart;

  AddingLoop(LoopRunner runner, LoopClauses loop, DoubleArray target, double bound) {
    if (!(bound > 0) || Double.isInfinite(bound)) {
      throw new IllegalArgumentException("sums are bound by a number above 0, not " + bound);
    }
    if (target.declared().block() > 0) {
      throw new IllegalArgumentException(
          "array " + target.name() + " is dealt out: declare what is added to without dealt");
    }
    this.apart = !loop.uses(target);
    loop.adds().add(target);
    this.runner = runner;
    this.loop = loop;
    this.target = target;
    this.bound = bound;
  }

  /** Runs it. */
  public void run(AddingBody iteration) {
    sum(
        iteration,
        (i, sums) -> {
          iteration.run(i, sums);
          return 0;
        });
  }

  /** Runs it; the exact sum of all iterations' numbers, rounded once. */
  public double sum(AddingNumber iteration) {
    return sum(iteration, iteration);
  }

  private double sum(Object function, AddingNumber iteration) {
    return Recorded.number(
        runner.run(loop.by(function), new LoopWork.Adding(target, bound, apart, iteration)));
  }
}
