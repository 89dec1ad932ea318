package io.lull.reconfig.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.ReplicatedState;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The count of safe points, and the promise not to pass one of them. */
@Timeout(120)
final class SafePointCounterTest {
  private static final int ROUNDS = 20_000;
  private static final int SAFE_POINTS = 8;

  @Test
  void theLastSafePointIsKnownBeforeItIsCounted() {
    final SafePointCounter counter = new SafePointCounter();
    counter.count(false);
    assertThat(counter.isAtEnd()).isFalse();
    assertThat(counter.vote()).hasValue(2);
    counter.count(true);
    assertThat(counter.isAtEnd()).isTrue();
    assertThat(counter.vote()).isEmpty();
  }

  @Test
  void whoeverJoinsCountsOn() {
    final SafePointCounter counter = new SafePointCounter();
    counter.count(false);
    counter.count(true);
    final ReplicatedState.Builder kept = ReplicatedState.newBuilder();
    counter.save(kept);
    final SafePointCounter joiner = new SafePointCounter();
    joiner.load(kept.build());
    assertThat(joiner.passed()).isEqualTo(2);
    assertThat(joiner.isAtEnd()).isTrue();
    joiner.reset();
    assertThat(joiner.vote()).hasValue(1);
  }

  @Test
  void aProgramThatStandsStillIsAtLaterSafePointsAndNeverAtEarlierOnes() {
    final SafePointCounter counter = new SafePointCounter();
    counter.skipTo(5);
    counter.skipTo(3);
    assertThat(counter.passed()).isEqualTo(5);
  }

  /** The race of the vote against the count: no safe point is passed that was voted for. */
  @Test
  void whateverIsVotedIsLookedAtWhenItIsReached() throws Exception {
    try (ExecutorService voter = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        final SafePointCounter counter = new SafePointCounter();
        final CountDownLatch begun = new CountDownLatch(1);
        final Future<OptionalLong> vote =
            voter.submit(() -> {
              begun.countDown();
              return counter.vote();
            });
        begun.await();
        long seen = 0;
        for (int i = 1; i <= SAFE_POINTS && seen == 0; i++) {
          counter.count(i == SAFE_POINTS);
          if (counter.isAnnounced()) {
            seen = counter.passed();
          }
        }
        final OptionalLong voted = vote.get();
        if (voted.isPresent()) {
          assertThat(seen)
              .as("round %d", round)
              .isPositive()
              .isLessThanOrEqualTo(voted.getAsLong());
        }
      }
    }
  }
}
