package io.lull.platform.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSignal.Locked;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.source.IdleReading.Seen;
import io.lull.protocol.time.SystemClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PolledSourceTest {
  private static final Duration NEVER_AGAIN = Duration.ofDays(1);

  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();
  private final AtomicLong lastInput =
      new AtomicLong(SystemClock.INSTANCE.nanos() - Duration.ofHours(1).toNanos());

  private InputSignal next() throws InterruptedException {
    final InputSignal signal = signals.poll(30, TimeUnit.SECONDS);
    assertThat(signal).as("a signal").isNotNull();
    return signal;
  }

  private PolledSource source(IdleProbe probe, SideProbe... sideLooks) {
    return new PolledSource(
        "desk",
        "a test",
        Set.of(),
        Duration.ofMillis(50),
        probe,
        List.of(sideLooks),
        SystemClock.INSTANCE);
  }

  @Test
  void tellsInputThatALookFinds() throws Exception {
    try (PolledSource source = source(_ -> new Seen(lastInput.get(), Kind.UNKNOWN, null))) {
      source.start(signals::add);
      assertThat(next()).isInstanceOf(Working.class);
      lastInput.set(SystemClock.INSTANCE.nanos());
      assertThat(next()).isEqualTo(new Activity("desk", lastInput.get(), Kind.UNKNOWN));
    }
  }

  @Test
  void aLookThatFailsMakesItBlindAndTheNextThatDoesNotMakesItSee() throws Exception {
    final AtomicReference<Error> failure =
        new AtomicReference<>(new UnsatisfiedLinkError("no such library"));
    final IdleProbe probe =
        _ -> {
          final Error fails = failure.get();
          if (fails != null) {
            throw fails;
          }
          return new Seen(lastInput.get(), Kind.UNKNOWN, null);
        };
    try (PolledSource source = source(probe)) {
      source.start(signals::add);
      assertThat(next()).isEqualTo(new Lost("desk", "it could not be asked: no such library"));
      failure.set(null);
      assertThat(next()).isInstanceOf(Working.class);
    }
  }

  @Test
  void asksForMoreAsOftenAsThatWants() throws Exception {
    final SideProbe lock =
        new SideProbe() {
          @Override
          public Duration every() {
            return NEVER_AGAIN;
          }

          @Override
          public List<InputSignal> look() {
            return List.of(new Locked("desk", true));
          }
        };
    try (PolledSource source = source(_ -> new Seen(lastInput.get(), Kind.UNKNOWN, null), lock)) {
      source.start(signals::add);
      assertThat(next()).isInstanceOf(Working.class);
      assertThat(next()).isEqualTo(new Locked("desk", true));
      lastInput.set(SystemClock.INSTANCE.nanos());
      assertThat(next()).isInstanceOf(Activity.class);
    }
    assertThat(signals).isEmpty();
  }
}
