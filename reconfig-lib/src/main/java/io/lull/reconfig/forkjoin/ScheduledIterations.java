package io.lull.reconfig.forkjoin;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.collective.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The iterations that a worker does of a loop whose schedule is not {@link LoopSchedule#own}: some
 * of its own, and some of others. All workers plan alike, from numbers that all of them have.
 */
final class ScheduledIterations implements Iterations {
  /**
   * A loop, and who runs it.
   *
   * @param speeds of the workers, by rank
   */
  record Loop(LoopClauses clauses, LoopArrays arrays, Communicator workers, List<Double> speeds) {}

  private final Loop loop;
  private final List<IndexRange> own;
  private final Function<List<IndexRange>, LoopPart> parts;
  private final Clock clock;
  private double nanos;
  private long threadNanos = 1;

  /**
   * @param own the iterations whose elements this worker has
   * @param parts makes what runs some iterations on this worker's threads
   * @param nanos that one of its own iterations took in the loop's last run; NaN: it is not known
   */
  ScheduledIterations(
      Loop loop,
      List<IndexRange> own,
      Function<List<IndexRange>, LoopPart> parts,
      Clock clock,
      double nanos) {
    this.loop = loop;
    this.own = own;
    this.parts = parts;
    this.clock = clock;
    this.nanos = nanos;
  }

  @Override
  public void run(RangeBody body) {
    List<IndexRange> left = own;
    boolean first = true;
    for (final double part : loop.clauses.sharedOut().phases()) {
      final long count = (long) Math.ceil(IndexRange.count(left) * part);
      final List<IndexRange> now = IndexRange.first(left, count);
      left = IndexRange.after(left, count);
      phase(now, plan(now, first), body);
      first = false;
    }
  }

  private IterationCosts costs() {
    return loop.clauses.sharedOut() instanceof LoopSchedule.ByCost(DoubleArray costs)
        ? new IterationCosts.FromArray(costs, loop.speeds.get(loop.workers.rank()))
        : new IterationCosts.Uniform(nanos);
  }

  private List<Lending> plan(List<IndexRange> now, boolean first) {
    if (first && loop.clauses.sharedOut() instanceof LoopSchedule.InPhases) {
      return List.of();
    }
    final IterationCosts costs = costs();
    return Lending.plan(loop.workers.numbers(costs.of(now)), loop.speeds, costs.leastGain());
  }

  private void phase(List<IndexRange> now, List<Lending> plan, RangeBody body) {
    if (plan.isEmpty()) {
      runOwn(now, body);
      return;
    }
    loop.workers.beginExchange();
    final int rank = loop.workers.rank();
    final List<LentIterations> lent = new ArrayList<>();
    final List<LentIterations> borrowed = new ArrayList<>();
    try {
      List<IndexRange> rest = now;
      for (final Lending lending : plan) {
        if (lending.lender() == rank) {
          final long kept = IndexRange.count(rest) - costs().last(rest, lending.time());
          lent.add(
              LentIterations.lend(
                  loop.workers, lending.borrower(), loop.clauses, IndexRange.after(rest, kept)));
          lent.getLast().bring();
          rest = IndexRange.first(rest, kept);
        } else if (lending.borrower() == rank) {
          borrowed.add(LentIterations.borrow(loop.workers, lending.lender(), loop.clauses));
          borrowed.getLast().bring();
        }
      }
      runOwn(rest, body);
      if (!borrowed.isEmpty()) {
        borrowed.forEach(each -> each.run(range -> parts.apply(List.of(range)).run(body)));
        loop.arrays.reopen(loop.workers);
      }
      borrowed.forEach(LentIterations::giveBack);
      lent.forEach(LentIterations::giveBack);
    } finally {
      borrowed.forEach(LentIterations::close);
      lent.forEach(LentIterations::close);
    }
  }

  private void runOwn(List<IndexRange> iterations, RangeBody body) {
    final LoopPart part = parts.apply(iterations);
    final long began = clock.nanos();
    part.run(body);
    if (!part.isEmpty()) {
      nanos = (double) (clock.nanos() - began) / IndexRange.count(iterations);
    }
    threadNanos = part.nanosPerIteration();
  }

  @Override
  public boolean isEmpty() {
    return IndexRange.count(own) == 0;
  }

  @Override
  public long nanosPerIteration() {
    return threadNanos;
  }

  /** What one of this worker's own iterations took; NaN: it is not known. */
  double nanos() {
    return nanos;
  }
}
