package io.lull.reconfig.forkjoin;

import java.util.function.Supplier;

/**
 * A loop whose iterations use something that each worker derives from the arrays that the loop
 * reads, such as a tree over all elements. It is made anew for each run of the loop.
 *
 * @param <D> what is derived; iterations only read it, several threads at once
 */
public final class DerivedLoop<D> {
  /** Does one iteration, with something that only its thread uses meanwhile. */
  @FunctionalInterface
  public interface DerivedBody<D, S> {
    void run(long i, D derived, S scratch);
  }

  /** Does one iteration that gives a number; as {@link DerivedBody}. */
  @FunctionalInterface
  public interface DerivedNumber<D, S> {
    double at(long i, D derived, S scratch);
  }

  private final LoopRunner runner;
  private final LoopClauses loop;
  private final Derivation<D> derivation;

  DerivedLoop(LoopRunner runner, LoopClauses loop, Derivation<D> derivation) {
    this.runner = runner;
    this.loop = loop;
    this.derivation = derivation;
  }

  /**
   * Runs it.
   *
   * @param scratch makes one; what is in it at the start of an iteration may be anything
   */
  public <S> void run(Supplier<S> scratch, DerivedBody<D, S> iteration) {
    final ScratchPool<S> pool = new ScratchPool<>(scratch);
    runner.run(
        loop,
        (from, to) -> {
          final S own = pool.take();
          for (long i = from; i < to; i++) {
            iteration.run(i, derivation.get(), own);
          }
          pool.giveBack(own);
        });
  }

  /** Runs it; the exact sum of all iterations' numbers, rounded once; as {@link #run}. */
  public <S> double sum(Supplier<S> scratch, DerivedNumber<D, S> iteration) {
    final ScratchPool<S> pool = new ScratchPool<>(scratch);
    return runner.sum(
        loop,
        i -> {
          final S own = pool.take();
          final double number = iteration.at(i, derivation.get(), own);
          pool.giveBack(own);
          return number;
        });
  }
}
