package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.display.MutterDisplay;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With GNOME's own compositor and injected input. */
class MutterSessionTest {
  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @BeforeEach
  void whereItCanBe() {
    final Optional<String> why = MutterDisplay.unavailable();
    why.ifPresent(reason -> System.err.println("SKIPPED: " + reason));
    assumeTrue(why.isEmpty(), () -> why.orElse(""));
  }

  @Test
  void aKeyAButtonAndAMotionAreSeenAndTheCompositorsDeathToo() {
    try (MutterDisplay display = MutterDisplay.open();
        Heard heard =
            Heard.of(
                BusSource.mutterIdle(
                    BusAddress.parse(display.busAddress()),
                    Set.of(new Coverage.Everything()),
                    SystemClock.INSTANCE))) {
      heard.await(Working.class);
      final List<Long> micros = new ArrayList<>();
      int moved = 0;
      for (int round = 0; round < Integer.getInteger("lull.rounds", 3); round++) {
        final int pixels = moved++ % 2 == 0 ? 20 : -20;
        for (final LongSupplier input :
            List.<LongSupplier>of(display::key, display::click, () -> display.move(pixels))) {
          awaitSilence(heard);
          final int before = heard.count();
          final long at = input.getAsLong();
          final Activity seen = heard.await(Activity.class, before);
          assertThat(seen.nanos()).isGreaterThan(at);
          micros.add((seen.nanos() - at) / 1000);
        }
      }
      micros.sort(null);
      System.out.println("injected to told, microseconds: " + micros);
      final int before = heard.count();
      display.kill();
      assertThat(heard.await(Lost.class, before).why()).contains("has left the bus");
    }
  }

  /**
   * So long that what comes next cannot be the last input's echo. The compositor's start, and that
   * of the remote desktop, count as input: an input just after them is none that is new.
   */
  private static void awaitSilence(Heard heard) {
    Eventually.await(
        "silence",
        Heard.SOON,
        () -> {
          final List<Activity> all = heard.all(Activity.class);
          final long last =
              all.isEmpty() ? heard.await(Working.class).lastInputNanos() : all.getLast().nanos();
          return SystemClock.INSTANCE.nanos() - last > Duration.ofMillis(1200).toNanos();
        });
  }
}
