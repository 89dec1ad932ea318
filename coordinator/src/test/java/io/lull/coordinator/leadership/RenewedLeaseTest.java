package io.lull.coordinator.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.core.leadership.LeaseTerm;
import io.lull.coordinator.core.leadership.MemoryLease;
import io.lull.coordinator.core.store.StoreException;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RenewedLeaseTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final VirtualClock clock = new VirtualClock();
  private final MemoryLease store = new MemoryLease(clock);

  private Optional<RenewedLease> take(String holder) {
    return RenewedLease.take(store, holder, clock, 0, false);
  }

  @Test
  void oneLeadsAtATime() {
    final RenewedLease first = take("first").orElseThrow();
    assertThat(first.holds()).isTrue();
    assertThat(take("second")).isEmpty();
    assertThat(store.holder()).isEqualTo("first");
  }

  @Test
  void anotherLeadsWithAGreaterFenceWhenALeaseHasRunOut() {
    final RenewedLease first = take("first").orElseThrow();
    clock.advance(LeaseTerm.LENGTH.plus(MOMENT));
    final RenewedLease second = take("second").orElseThrow();
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(second.holds()).isTrue();
    assertThat(first.holds()).as("it was frozen, and finds out").isFalse();
    assertThat(first.holds()).isFalse();
  }

  @Test
  void stopsTrustingItsLeaseBeforeOthersMayTakeIt() {
    final RenewedLease first = take("first").orElseThrow();
    store.away(true);
    clock.advance(LeaseTerm.LENGTH.dividedBy(2));
    assertThat(first.holds()).isTrue();
    clock.advance(LeaseTerm.LENGTH.dividedBy(2).minus(MOMENT));
    assertThatThrownBy(first::holds).isInstanceOf(StoreException.class);
  }

  @Test
  void goesOnWithALeaseThatHasRunOutAndThatNobodyTook() {
    final RenewedLease first = take("first").orElseThrow();
    clock.advance(LeaseTerm.LENGTH.multipliedBy(100));
    assertThat(first.holds()).isTrue();
    assertThat(take("second")).isEmpty();
  }

  @Test
  void isGivenBackAtOnceByWhoeverStops() {
    take("first").orElseThrow().close();
    clock.advance(MOMENT);
    assertThat(take("second")).isPresent();
  }

  @Test
  void whoStopsLateTakesNothingFromWhoeverLeadsNow() {
    final RenewedLease first = take("first").orElseThrow();
    clock.advance(LeaseTerm.LENGTH.plus(MOMENT));
    assertThat(take("second")).isPresent();
    first.close();
    assertThat(take("third")).isEmpty();
  }

  @Test
  void theFenceIsGreaterThanWhatWasCountedBefore() {
    assertThat(RenewedLease.take(store, "first", clock, 41, false).orElseThrow().fence())
        .isEqualTo(42);
  }

  @Test
  void waitsOnWhenTheStoreDoesNotAnswerForAWhile() throws Exception {
    assertThat(take("first")).isPresent();
    final List<String> leaders = new ArrayList<>();
    final Optional<RenewedLease> second =
        RenewedLease.await(
            store,
            "second",
            clock,
            0,
            false,
            leader -> {
              leaders.add(leader);
              store.away(leaders.size() == 1);
              clock.advance(LeaseTerm.LENGTH);
              return leaders.size() < 9;
            });
    assertThat(second).isPresent();
    assertThat(leaders).hasSizeGreaterThan(1).containsOnly("first");
  }

  @Test
  void waitsNoLongerThanItsPatience() throws Exception {
    assertThat(take("first")).isPresent();
    assertThat(RenewedLease.await(store, "second", clock, 0, false, _ -> false)).isEmpty();
  }

  @Test
  void aStoreOfItsOwnIsTakenFromWhoeverHadIt() {
    assertThat(take("killed")).isPresent();
    assertThat(RenewedLease.take(store, "restarted", clock, 0, true)).isPresent();
  }
}
