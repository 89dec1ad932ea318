package io.lull.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GuestChecksTest {
  private final Later later = new Later();
  private boolean anyRuns = true;
  private int checked;

  /** Keeps what it is given to run later until the test runs it. */
  private static final class Later extends ScheduledThreadPoolExecutor {
    private final Deque<Runnable> waiting = new ArrayDeque<>();

    Later() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      final ScheduledFuture<?> accepted = super.schedule(() -> {}, 0, unit);
      waiting.add(command);
      return accepted;
    }
  }

  private GuestChecks checks(Runnable check) {
    return new GuestChecks(check, () -> anyRuns, later);
  }

  @AfterEach
  void close() {
    later.shutdownNow();
  }

  @Test
  void guestsAreCheckedAgainAndAgainWhileOneRuns() {
    final GuestChecks checks = checks(() -> checked++);
    checks.begin();
    checks.begin();
    for (int i = 1; i <= 3; i++) {
      assertThat(later.waiting).hasSize(1);
      later.waiting.remove().run();
      assertThat(checked).isEqualTo(i);
    }
    anyRuns = false;
    later.waiting.remove().run();
    assertThat(later.waiting).as("nothing is left to check").isEmpty();
    checks.begin();
    assertThat(later.waiting).as("another guest was started").hasSize(1);
  }

  @Test
  void aCheckThatFailsIsNotTheLast() {
    checks(
            () -> {
              throw new IllegalStateException("a test");
            })
        .begin();
    later.waiting.remove().run();
    assertThat(later.waiting).hasSize(1);
  }

  @Test
  void anAgentThatEndsChecksNoMore() {
    final GuestChecks checks = checks(() -> checked++);
    later.shutdownNow();
    checks.begin();
    assertThat(later.waiting).isEmpty();
  }
}
