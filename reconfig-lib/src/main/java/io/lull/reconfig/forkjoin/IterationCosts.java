package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import java.util.List;

/** What iterations of this worker cost it. The program's thread. */
sealed interface IterationCosts {
  /** In the unit of the costs, less is not worth a lending. */
  double leastGain();

  /** What an iteration costs, NaN where it is not known. */
  double at(long iteration);

  /** What all of some iterations cost. */
  default double of(List<IndexRange> iterations) {
    double cost = 0;
    for (final IndexRange range : iterations) {
      for (long i = range.from(); i < range.to(); i++) {
        cost += at(i);
      }
    }
    return cost;
  }

  /** How many of the last of some iterations cost no more than that, together. */
  default long last(List<IndexRange> iterations, double cost) {
    long count = 0;
    double left = cost;
    for (final IndexRange range : iterations.reversed()) {
      for (long i = range.to() - 1; i >= range.from(); i--) {
        left -= at(i);
        if (left < 0) {
          return count;
        }
        count++;
      }
    }
    return count;
  }

  /**
   * All alike.
   *
   * @param nanos of an iteration, NaN where they are not known
   */
  record Uniform(double nanos) implements IterationCosts {
    /** Two messages each way, and what goes with them. */
    private static final double LEAST_GAIN_NANOS = 200_000;

    @Override
    public double leastGain() {
      return LEAST_GAIN_NANOS;
    }

    @Override
    public double at(long iteration) {
      return nanos;
    }

    @Override
    public double of(List<IndexRange> iterations) {
      final long count = IndexRange.count(iterations);
      return count == 0 ? 0 : count * nanos;
    }

    @Override
    public long last(List<IndexRange> iterations, double cost) {
      return nanos > 0 ? Math.min(IndexRange.count(iterations), (long) (cost / nanos)) : 0;
    }
  }

  /**
   * As an array says.
   *
   * @param costs which the loop reads
   * @param speed of this worker
   */
  record FromArray(DoubleArray costs, double speed) implements IterationCosts {
    @Override
    public double leastGain() {
      return 0;
    }

    /**
     * @throws ProgramError when it is no number from 0 on
     */
    @Override
    public double at(long iteration) {
      final double cost = costs.get(iteration);
      if (!(cost >= 0 && cost < Double.POSITIVE_INFINITY)) {
        throw new ProgramError(
            "array "
                + costs.name()
                + " says that iteration "
                + iteration
                + " costs "
                + cost
                + ": costs are numbers from 0 on");
      }
      return cost / speed;
    }
  }
}
