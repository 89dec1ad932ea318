package io.lull.tray.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.time.Eventually;
import io.lull.tray.text.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PollerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Poller.Pace FAST =
      new Poller.Pace(Duration.ofMillis(20), Duration.ofMillis(200));
  private static final Poller.Pace ONCE =
      new Poller.Pace(Duration.ofHours(1), Duration.ofSeconds(30));

  private final AtomicInteger fetched = new AtomicInteger();
  private final List<Fetched<Integer>> seen = new CopyOnWriteArrayList<>();

  private Poller<Integer> counting(Poller.Pace pace) {
    return new Poller<>("count", fetched::incrementAndGet, pace, SystemClock.INSTANCE);
  }

  @Test
  void fetchesAgainAndAgainWhileItIsWatchedAndNotAtAllElse() {
    final Poller<Integer> feed = counting(FAST);
    assertThat(fetched.get()).isZero();
    try (Poller.Watch _ = feed.watch(seen::add)) {
      Eventually.await("three fetches", PATIENCE, () -> fetched.get() >= 3);
    }
    assertThat(seen.getFirst()).isEqualTo(new Fetched.Awaited<>());
    final int atEnd = fetched.get();
    try (Poller.Watch _ = feed.watch(seen::add)) {
      Eventually.await("it goes on", PATIENCE, () -> fetched.get() > atEnd + 1);
    }
  }

  @Test
  void aRefreshDoesNotWaitForTheNextRound() {
    final Poller<Integer> feed = counting(ONCE);
    try (Poller.Watch _ = feed.watch(seen::add)) {
      Eventually.await("a fetch", PATIENCE, () -> seen.size() == 2);
      feed.refresh();
      Eventually.await("another", PATIENCE, () -> fetched.get() == 2);
    }
  }

  @Test
  void whatFailsIsSaidBesideWhatWasSeenLast() {
    final Poller<Integer> feed =
        new Poller<>(
            "failing",
            () -> {
              if (fetched.incrementAndGet() > 1) {
                throw new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "you were revoked");
              }
              return 7;
            },
            FAST,
            SystemClock.INSTANCE);
    try (Poller.Watch _ = feed.watch(seen::add)) {
      Eventually.await(
          "it is missing", PATIENCE, () -> seen.getLast() instanceof Fetched.Missing<Integer>);
      final Fetched.Missing<Integer> missing = (Fetched.Missing<Integer>) seen.getLast();
      assertThat(missing.kind()).isEqualTo(ClientFailure.Kind.NOT_ALLOWED);
      assertThat(missing.line()).isEqualTo("you were revoked");
      assertThat(missing.newest()).contains(7);
    }
  }

  @Test
  void aCoordinatorThatHangsIsSaidToAndNotAskedOnceMore() {
    final CountDownLatch answers = new CountDownLatch(1);
    final Poller<Integer> feed =
        new Poller<>(
            "hanging",
            () -> {
              fetched.incrementAndGet();
              try {
                answers.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return 7;
            },
            FAST,
            SystemClock.INSTANCE);
    try (Poller.Watch _ = feed.watch(seen::add)) {
      Eventually.await(
          "it does not answer", PATIENCE, () -> seen.getLast() instanceof Fetched.Missing<Integer>);
      assertThat(
              ((Fetched.Missing<Integer>) seen.getLast()).words(Texts.of("common", Locale.GERMAN)))
          .isEqualTo("der Koordinator ist nicht erreichbar");
      assertThat(fetched.get()).isEqualTo(1);
      answers.countDown();
      Eventually.await(
          "it answers", PATIENCE, () -> seen.getLast() instanceof Fetched.Shown<Integer>);
    }
  }
}
