package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.LoopRoundsBehind;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.CollectiveCall;
import io.lull.reconfig.collective.Communicator;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LoopRoundsTest {
  private static final long COUNT = 6400;
  private static final List<IndexRange> ALONE = List.of(new IndexRange(0, COUNT));

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private final Communicator workers =
      new Communicator(1, 0, Collections.singletonList(null), new NoCalls());
  private final List<Long> done = new ArrayList<>();
  private final List<Integer> runs = new ArrayList<>();
  private double nanos;

  private static final class NoCalls implements CallContext {
    @Override
    public List<CollectiveCall> calls() {
      return List.of();
    }

    @Override
    public String subject(CollectiveCall call, int subject) {
      return "";
    }

    @Override
    public long iteration() {
      return 0;
    }

    @Override
    public long safePoint() {
      return 0;
    }
  }

  private ByteString work(List<IndexRange> iterations, ByteString before) {
    final int first = done.size();
    iterations.forEach(
        range -> LongStream.range(range.from(), range.to()).forEach(i -> done.add(i)));
    runs.add(done.size() - first);
    return before.concat(ByteString.copyFrom(new byte[] {1}));
  }

  private LoopProgress next(LoopRounds rounds, boolean anew, LoopProgress before) {
    return rounds.next(7, RoundShares.byRank(ALONE, 0), anew, before, workers, this::work);
  }

  @Test
  void aShortLoopIsNotCutOnceItsCostIsKnown() {
    final LoopRounds rounds = new LoopRounds(() -> nanos);
    nanos = 1e3;
    assertThat(next(rounds, false, LoopProgress.NONE).isComplete(0, COUNT)).isTrue();
    assertThat(runs).containsExactly(100, 394, 1477, 4429);
    assertThat(next(rounds, false, LoopProgress.NONE).isComplete(0, COUNT)).isTrue();
    assertThat(runs).containsExactly(100, 394, 1477, 4429, 6400);
    next(rounds, true, LoopProgress.NONE);
    assertThat(runs).as("measured anew").endsWith(6400, 100, 394, 1477, 4429);
    rounds.forget();
    next(rounds, false, LoopProgress.NONE);
    assertThat(runs).as("unknown again").endsWith(4429, 100, 394, 1477, 4429);
  }

  @Test
  void aLongLoopIsCutIntoRoundsOfHalfASecond() {
    final LoopRounds rounds = new LoopRounds(() -> nanos);
    nanos = 1e6;
    LoopProgress progress = LoopProgress.NONE;
    int count = 0;
    while (!progress.isComplete(0, COUNT)) {
      progress = next(rounds, false, progress);
      count++;
    }
    assertThat(count).isEqualTo(13);
    assertThat(runs.getFirst()).isEqualTo(100);
    assertThat(runs.stream().skip(1)).allMatch(each -> each > 400 && each <= 500);
    assertThat(done).isEqualTo(LongStream.range(0, COUNT).boxed().toList());
    assertThat(progress.rounds().size()).as("each round had what those before gave").isEqualTo(14);
  }

  /** Each of four workers does a quarter of each round. */
  @Test
  void aLoopOverDealtIterationsIsCutByTheirNumbers() {
    final LoopRounds rounds = new LoopRounds(() -> nanos);
    nanos = 4e6;
    final RoundShares shares = RoundShares.dealt(ALONE.getFirst(), 4);
    LoopProgress progress = LoopProgress.NONE;
    while (!progress.isComplete(0, COUNT)) {
      progress = rounds.next(7, shares, false, progress, workers, this::work);
      assertThat(progress.done()).hasSize(1);
    }
    assertThat(runs.stream().skip(1)).allMatch(each -> each > 400 && each <= 500);
    assertThat(done).isEqualTo(LongStream.range(0, COUNT).boxed().toList());
  }

  @Test
  void aLoopThatBeginsQuicklyIsCutAllTheSame() {
    final LoopRounds rounds = new LoopRounds(() -> done.size() <= 100 ? 0 : 1e6);
    final LoopProgress first = next(rounds, false, LoopProgress.NONE);
    assertThat(runs).hasSize(3).startsWith(100, 394);
    assertThat(first.left(ALONE.getFirst())).isGreaterThan(5000);
  }

  @Test
  void aLoopThatTurnsOutToBeQuickerIsCutLess() {
    final LoopRounds rounds = new LoopRounds(() -> nanos);
    nanos = 1e6;
    final LoopProgress first = next(rounds, false, LoopProgress.NONE);
    nanos = 1e3;
    final LoopProgress second = next(rounds, false, first);
    assertThat(second.isComplete(0, COUNT)).isFalse();
    assertThat(next(rounds, false, second).isComplete(0, COUNT)).isTrue();
  }

  @Test
  void whoeverHasWhatEachIterationIsDoneOnce() {
    for (int history = 0; history < 200; history++) {
      final RandomGenerator random = seed.round(history).random();
      final int count = random.nextInt(1, 300);
      final int[] times = new int[count];
      LoopProgress progress = LoopProgress.NONE;
      for (int round = 0; !progress.isComplete(0, count); round++) {
        assertThat(round).isLessThan(5000);
        final List<IndexRange> owned = cut(count, random);
        final long parts = random.nextInt(1, 20);
        for (final IndexRange own : owned) {
          for (final IndexRange range : progress.share(own, parts)) {
            IntStream.range((int) range.from(), (int) range.to()).forEach(i -> times[i]++);
          }
        }
        progress = LoopProgress.of(progress.after(owned, parts, ByteString.EMPTY).saved());
      }
      assertThat(times).as("of history %s", seed.round(history)).containsOnly(1);
      assertThat(progress.done()).containsExactly(new IndexRange(0, count));
    }
  }

  private static List<IndexRange> cut(int count, RandomGenerator random) {
    final int workers = random.nextInt(1, 6);
    final List<IndexRange> owned = new ArrayList<>();
    long from = 0;
    for (int rank = 0; rank < workers; rank++) {
      final long to = rank == workers - 1 ? count : random.nextLong(from, count + 1L);
      owned.add(new IndexRange(from, to));
      from = to;
    }
    return owned;
  }

  @Test
  void whatALoopDerivesIsMadeOnceForAllRoundsAmongTheSameWorkers() {
    final AtomicInteger made = new AtomicInteger();
    final Derived<Integer> derived = Derived.by(made::incrementAndGet);
    derived.makeAmong(workers);
    derived.makeAmong(workers);
    assertThat(derived.get()).isEqualTo(1);
    derived.makeAmong(new Communicator(1, 0, Collections.singletonList(null), new NoCalls()));
    assertThat(derived.get()).as("among others").isEqualTo(2);
    derived.drop();
    derived.makeAmong(workers);
    assertThat(derived.get()).as("in the next loop").isEqualTo(3);
  }

  @Test
  void whatOverlapsIsNoProgress() {
    final LoopRoundsBehind wrong =
        LoopRoundsBehind.newBuilder().addDone(0).addDone(5).addDone(4).addDone(6).build();
    assertThatThrownBy(() -> LoopProgress.of(wrong))
        .hasMessage("iterations that are behind overlap");
  }
}
