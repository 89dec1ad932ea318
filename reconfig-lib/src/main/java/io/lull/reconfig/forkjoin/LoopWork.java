package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.numeric.ExactSum;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/**
 * What a loop does: its iterations, and how their numbers go together. A loop may be done in
 * several rounds, each of other iterations.
 */
sealed interface LoopWork
    permits LoopWork.Plain,
        LoopWork.ExactTotal,
        LoopWork.WholeTotal,
        LoopWork.Greatest,
        LoopWork.Adding,
        OwnReduction {
  /** What work needs of its worker. */
  record Place(Communicator workers, Runnable giveUpKept) {}

  /**
   * Does this worker's iterations of a round. Collective.
   *
   * @param before what the rounds before gave, all together; empty: there was none
   * @return what they and this one give
   */
  ByteString run(Iterations part, Place place, ByteString before);

  /** What is recorded of a loop whose rounds have given that. */
  default ByteString result(ByteString rounds) {
    return rounds;
  }

  /** Whether it may be done in several rounds. */
  default boolean hasRounds() {
    return true;
  }

  /** All rounds are behind. */
  default void complete(Place place) {}

  /** Iterations that give no number. */
  record Plain(RangeBody body) implements LoopWork {
    @Override
    public ByteString run(Iterations part, Place place, ByteString before) {
      part.run(body);
      return ByteString.EMPTY;
    }
  }

  /** The exact sum of all numbers, rounded once. */
  record ExactTotal(LongToDoubleFunction iteration) implements LoopWork {
    @Override
    public ByteString run(Iterations part, Place place, ByteString before) {
      final ExactSum mine = new ExactSum();
      part.run((from, to) -> addAll(mine, from, to, iteration));
      return total(mine, place, before);
    }

    @Override
    public ByteString result(ByteString rounds) {
      return Recorded.of(Recorded.sum(rounds).value());
    }

    /** Adds the numbers of some iterations; several threads at once. */
    static void addAll(ExactSum all, long from, long to, LongToDoubleFunction iteration) {
      final ExactSum sum = new ExactSum();
      for (long i = from; i < to; i++) {
        sum.add(iteration.applyAsDouble(i));
      }
      synchronized (all) {
        all.add(sum);
      }
    }

    static ByteString total(ExactSum mine, Place place, ByteString before) {
      final ExactSum total = place.workers().total(mine);
      if (!before.isEmpty()) {
        total.add(Recorded.sum(before));
      }
      return Recorded.of(total);
    }
  }

  /** The sum modulo 2 to the 64. */
  record WholeTotal(LongUnaryOperator iteration) implements LoopWork {
    @Override
    public ByteString run(Iterations part, Place place, ByteString before) {
      final LongAdder mine = new LongAdder();
      part.run((from, to) -> {
        long sum = 0;
        for (long i = from; i < to; i++) {
          sum += iteration.applyAsLong(i);
        }
        mine.add(sum);
      });
      final long total = place.workers().sum(mine.sum());
      return Recorded.of(before.isEmpty() ? total : total + Recorded.whole(before));
    }
  }

  /** The greatest number. */
  record Greatest(LongToDoubleFunction iteration) implements LoopWork {
    @Override
    public ByteString run(Iterations part, Place place, ByteString before) {
      final DoubleAccumulator mine = new DoubleAccumulator(Math::max, Double.NEGATIVE_INFINITY);
      part.run((from, to) -> {
        double greatest = Double.NEGATIVE_INFINITY;
        for (long i = from; i < to; i++) {
          greatest = Math.max(greatest, iteration.applyAsDouble(i));
        }
        mine.accumulate(greatest);
      });
      final double greatest = place.workers().max(mine.get());
      return Recorded.of(before.isEmpty() ? greatest : Math.max(greatest, Recorded.number(before)));
    }
  }

  /**
   * As {@link ExactTotal}, of iterations that add to an array. Between two rounds its elements are
   * in fixed point; each is rounded once.
   *
   * @param bound no term and no element's sum is greater
   * @param apart whether the loop does not use the array otherwise
   */
  record Adding(DoubleArray target, double bound, boolean apart, AddingNumber iteration)
      implements LoopWork {
    @Override
    public ByteString run(Iterations part, Place place, ByteString before) {
      final Sums all = new Sums(target, bound);
      final ScratchPool<Sums> pool = new ScratchPool<>(() -> new Sums(target, bound), false);
      final ExactSum mine = new ExactSum();
      part.run((from, to) -> {
        final Sums own = pool.take();
        ExactTotal.addAll(mine, from, to, i -> iteration.at(i, own));
        pool.giveBack(own);
      });
      pool.all().forEach(all::add);
      new SumExchange(place.workers(), target, all).run();
      target.makeWritable(place.giveUpKept());
      target.add(all, before.isEmpty());
      return ExactTotal.total(mine, place, before);
    }

    @Override
    public ByteString result(ByteString rounds) {
      return Recorded.of(Recorded.sum(rounds).value());
    }

    @Override
    public boolean hasRounds() {
      return apart;
    }

    @Override
    public void complete(Place place) {
      target.makeWritable(place.giveUpKept());
      target.complete(FixedPoint.of(target.name(), bound));
    }
  }
}
