package io.lull.reconfig.message.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.comm.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When tasks that would wait look for what comes themselves, and for how long. */
final class PollingTest {
  private static final long STEP_NANOS = 1000;
  private static final int WAITS = 200;

  private final AtomicInteger looks = new AtomicInteger();
  private final IdleProcessors processors = new IdleProcessors(1);
  private long nanos;

  /** Each look takes a microsecond. */
  private final Clock clock =
      new Clock() {
        @Override
        public long epochMillis() {
          return 0;
        }

        @Override
        public long nanos() {
          nanos += STEP_NANOS;
          return nanos;
        }
      };

  private final AtomicInteger polls = new AtomicInteger();
  private int tasks = 1;

  private final Polling polling = new Polling(processors, clock, () -> tasks, this::links);

  private List<Link> links() {
    polls.incrementAndGet();
    return List.of();
  }

  private int looksOf(int needed) throws InterruptedException {
    looks.set(0);
    polling.look(() -> looks.incrementAndGet() > needed);
    return looks.get();
  }

  @Test
  void aTaskLooksUntilItIsThere() throws Exception {
    assertThat(looksOf(3)).isEqualTo(4);
    assertThat(looksOf(10)).isEqualTo(11);
  }

  @Test
  void noTaskLooksWhereAllProcessorsCompute() throws Exception {
    processors.begins();
    assertThat(looksOf(3)).isZero();
    processors.ends();
    assertThat(looksOf(3)).isEqualTo(4);
  }

  @Test
  void linksArePolledWhereThereAreNoMoreTasksThanProcessors() throws Exception {
    assertThat(looksOf(3)).isEqualTo(4);
    assertThat(polls.get()).isEqualTo(1);
    tasks = 2;
    assertThat(looksOf(3)).isEqualTo(4);
    assertThat(polls.get()).isEqualTo(1);
  }

  @Test
  void lookingInVainIsDoneLessAndLess() throws Exception {
    final List<Integer> all = new ArrayList<>();
    for (int i = 0; i < WAITS; i++) {
      all.add(looksOf(Integer.MAX_VALUE - 1));
    }
    assertThat(all.getFirst()).isGreaterThan(100);
    assertThat(all.get(1)).isLessThan(all.getFirst());
    assertThat(all).as("most waits").filteredOn(each -> each == 0).hasSizeGreaterThan(WAITS / 2);
    assertThat(all.subList(WAITS / 2, WAITS)).as("now and then").anyMatch(each -> each > 100);
  }

  @Test
  void whatIsFoundIsLookedForAsLongAsBefore() throws Exception {
    for (int i = 0; i < WAITS; i++) {
      assertThat(looksOf(50)).isEqualTo(51);
    }
  }
}
