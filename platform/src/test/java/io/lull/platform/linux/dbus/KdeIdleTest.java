package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.bus.MockDesktop;
import io.lull.testkit.bus.MockService;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KdeIdleTest {
  private static final BusTimings BRISK =
      new BusTimings(Duration.ofMillis(500), Duration.ofSeconds(2));

  @RegisterExtension static final OwnBus bus = new OwnBus();

  private static Heard listen() {
    return Heard.of(
        BusSource.kdeIdle(
            bus.address(), Set.of(new Coverage.Session("3")), BRISK, SystemClock.INSTANCE));
  }

  @Test
  void inputIsNoticedByTheIdleTimeThatFalls() {
    try (MockService saver = MockDesktop.kdeScreenSaver(bus.get(), Duration.ofMinutes(5));
        Heard heard = listen()) {
      final Working working = heard.await(Working.class);
      assertThat(Duration.ofNanos(SystemClock.INSTANCE.nanos() - working.lastInputNanos()))
          .isBetween(Duration.ofSeconds(299), Duration.ofSeconds(340));
      MockDesktop.kdeIdle(saver, Duration.ZERO);
      heard.await(Activity.class);
      assertThat(working.detail()).contains("once a second");
    }
  }

  @Test
  void aLockerThatDoesNotCountIsLost() {
    try (MockService _ =
            bus.get()
                .service(
                    "org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver");
        Heard heard = listen()) {
      assertThat(heard.await(Lost.class).why()).contains("GetSessionIdleTime");
    }
  }

  @Test
  void aLockerThatStandsStillIsLostWithinSecondsAndFoundAgain() {
    try (MockService saver = MockDesktop.kdeScreenSaver(bus.get(), Duration.ofMinutes(5));
        Heard heard = listen()) {
      heard.await(Working.class);
      saver.freeze();
      assertThat(heard.await(Lost.class).why()).contains("did not answer");
      final int before = heard.count();
      saver.thaw();
      heard.await(Working.class, before);
    }
  }
}
