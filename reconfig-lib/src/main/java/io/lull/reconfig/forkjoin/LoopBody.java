package io.lull.reconfig.forkjoin;

import java.util.function.LongConsumer;

/** Makes bodies of ranges from those of single iterations. */
final class LoopBody {
  private LoopBody() {}

  static RangeBody each(LongConsumer iteration) {
    return (from, to) -> {
      for (long i = from; i < to; i++) {
        iteration.accept(i);
      }
    };
  }

  static <S> RangeBody withScratch(ScratchPool<S> pool, ScratchBody<S> iteration) {
    return (from, to) -> {
      final S mine = pool.take();
      for (long i = from; i < to; i++) {
        iteration.run(i, mine);
      }
      pool.giveBack(mine);
    };
  }
}
