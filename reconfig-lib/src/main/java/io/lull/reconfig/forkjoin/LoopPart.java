package io.lull.reconfig.forkjoin;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.parallel.KernelThreads;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One worker's part of a loop's iterations, shared out among its threads. */
final class LoopPart implements Iterations {
  private static final double GOLDEN_SECTION = 0.618_033_988_749_895;

  private final List<IndexRange> places;
  private final @Nullable BlockCyclic dealt;
  private final LongAdder nanos = new LongAdder();
  private long expected = 1;
  private @Nullable KernelThreads threads;
  private @Nullable Clock clock;
  private @Nullable LongConsumer narrow;
  private boolean mixed;

  /**
   * @param places where the indices lie
   * @param dealt whose places they are; null: each index is its own place
   */
  LoopPart(List<IndexRange> places, @Nullable BlockCyclic dealt) {
    this.places = List.copyOf(places);
    this.dealt = dealt;
  }

  /**
   * @param nanosPerIteration as far as is known
   * @param now measures what an iteration takes
   */
  void expect(long nanosPerIteration, KernelThreads with, Clock now) {
    expected = nanosPerIteration;
    threads = with;
    clock = now;
  }

  /**
   * Each iteration is to be done by itself.
   *
   * @param before called before each, with its number
   */
  void oneByOne(LongConsumer before, boolean mix) {
    narrow = before;
    mixed = mix;
  }

  @Override
  public void run(RangeBody body) {
    final Clock now = Objects.requireNonNull(clock);
    for (final IndexRange range : places) {
      if (narrow != null) {
        oneByOne(range, narrow, body);
      } else if (range.from() < range.to()) {
        Objects.requireNonNull(threads)
            .run(
                range.from(),
                range.to(),
                Math.max(1, expected),
                (from, to) -> {
                  final long began = now.nanos();
                  stretches(from, to, body);
                  nanos.add(now.nanos() - began);
                });
      }
    }
  }

  private void oneByOne(IndexRange range, LongConsumer before, RangeBody body) {
    final long count = range.to() - range.from();
    final long step = mixed ? mixingStep(count) : 1;
    long at = mixed ? count / 2 : 0;
    for (long done = 0; done < count; done++) {
      final long place = range.from() + at;
      final long index = dealt == null ? place : dealt.index(0, place);
      before.accept(index);
      body.run(index, index + 1);
      at = (at + step) % count;
    }
  }

  /** It has no divisor in common with the number of iterations: by such steps all are reached. */
  private static long mixingStep(long count) {
    long step = Math.max(1, (long) (count * GOLDEN_SECTION));
    while (!BigInteger.valueOf(step).gcd(BigInteger.valueOf(count)).equals(BigInteger.ONE)) {
      step++;
    }
    return step;
  }

  private void stretches(long from, long to, RangeBody body) {
    if (dealt == null) {
      body.run(from, to);
      return;
    }
    for (long place = from, end; place < to; place = end) {
      end = Math.min(to, place + dealt.stretch(0, place));
      final long index = dealt.index(0, place);
      body.run(index, index + end - place);
    }
  }

  @Override
  public boolean isEmpty() {
    return IndexRange.count(places) == 0;
  }

  @Override
  public long nanosPerIteration() {
    final long done = IndexRange.count(places);
    return done <= 0 ? expected : Math.max(1, nanos.sum() / done);
  }
}
