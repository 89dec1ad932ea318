package io.lull.coordinator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.core.control.Announcements;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.control.StepDown;
import io.lull.coordinator.core.control.ZonedNodeHistory;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.DataPlane;
import io.lull.scheduling.SharingTerms;
import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loop while the store does not answer. */
final class ControlLoopTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final UnsureLease lease = new UnsureLease();
  private final ControlLoop loop =
      new ControlLoop(
          new SharedRecordMaps(),
          new ZonedNodeHistory(new DiscardingHistory(), ZoneOffset.UTC),
          new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
          SystemClock.INSTANCE,
          lease,
          new CoordinatorMetrics(SystemClock.INSTANCE, "test").control(),
          Announcements.NONE);

  /** Its store does not answer until it is told to. */
  private static final class UnsureLease implements LeaderLease {
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean answers;

    /** Calls wait until it is open. */
    private volatile CountDownLatch hangs = new CountDownLatch(0);

    @Override
    public long fence() {
      return 1;
    }

    @Override
    public boolean holds() {
      asked.incrementAndGet();
      try {
        hangs.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (!answers) {
        throw new StoreException("the store does not answer");
      }
      return true;
    }

    @Override
    public boolean contested() {
      return false;
    }
  }

  private void startInVain() {
    loop.start();
    Eventually.await("the store was asked", PATIENCE, () -> lease.asked.get() > 0);
  }

  private void awaitAnswer() {
    Eventually.await(
        "it answers",
        PATIENCE,
        () -> {
          try {
            return loop.<Integer>ask(_ -> 7) == 7;
          } catch (RefusedException e) {
            return false;
          }
        });
  }

  @AfterEach
  void close() {
    loop.close();
  }

  @Test
  void goesOnWhenTheStoreAnswersAgain() {
    startInVain();
    lease.answers = true;
    awaitAnswer();
    loop.close();
    assertThat(loop.failure()).isNotDone();
  }

  @Test
  void whoAsksWhileTheStoreIsAwayIsTold() {
    startInVain();
    assertThatThrownBy(() -> loop.ask(_ -> 7))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.kind()).isEqualTo(RefusedException.Kind.BUSY))
        .hasMessage(
            "the coordinator waits for its store (the store does not answer): try again in a"
                + " moment");
    lease.answers = true;
    awaitAnswer();
  }

  @Test
  void whoAsksWhileTheStoreHangsIsTold() {
    lease.answers = true;
    lease.hangs = new CountDownLatch(1);
    startInVain();
    assertThatThrownBy(() -> loop.ask(_ -> 7))
        .isInstanceOf(RefusedException.class)
        .hasMessageMatching(
            "the coordinator waits for its store \\(it has not answered for \\d+ s\\): try again"
                + " in a moment");
    lease.hangs.countDown();
    awaitAnswer();
  }

  @Test
  void aLoopThatIsStoppedWhileItRetriesTriesOnceMore() throws Exception {
    startInVain();
    final int before = lease.asked.get();
    loop.close();
    final StepDown why = loop.failure().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(why.cause()).isEqualTo(StepDown.Cause.STORE);
    assertThat(why.why()).isEqualTo("the store does not answer");
    // Each try asks twice, and one may have been under way.
    assertThat(lease.asked.get() - before).isLessThanOrEqualTo(4);
    assertThatThrownBy(() -> loop.ask(_ -> 7)).isInstanceOf(RefusedException.class);
  }

  @Test
  void aLoopThatIsStoppedWhileItRetriesEndsWellIfTheStoreAnswersThen() {
    startInVain();
    lease.answers = true;
    loop.close();
    assertThat(loop.failure()).isNotDone();
  }
}
