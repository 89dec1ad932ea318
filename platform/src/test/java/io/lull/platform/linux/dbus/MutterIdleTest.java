package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.bus.MockBus;
import io.lull.testkit.bus.MockMutter;
import io.lull.testkit.bus.MockService;
import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MutterIdleTest {
  private static final Set<Coverage> COVERAGE = Set.of(new Coverage.Session("7"));
  private static final BusTimings BRISK =
      new BusTimings(Duration.ofMillis(500), Duration.ofSeconds(2));

  @RegisterExtension static final OwnBus bus = new OwnBus();

  private static Heard listen() {
    return listen(bus.address(), BusTimings.USUAL);
  }

  private static Heard listen(BusAddress at, BusTimings pace) {
    return Heard.of(BusSource.mutterIdle(at, COVERAGE, pace, SystemClock.INSTANCE));
  }

  @Test
  void tellsSinceWhenTheSessionIsIdle() {
    try (MockMutter _ = MockMutter.on(bus.get(), Duration.ofMinutes(10));
        Heard heard = listen()) {
      final InputSignal.Working working = heard.await(InputSignal.Working.class);
      final Duration idle =
          Duration.ofNanos(SystemClock.INSTANCE.nanos() - working.lastInputNanos());
      assertThat(idle).isBetween(Duration.ofSeconds(599), Duration.ofSeconds(640));
      assertThat(working.coverage()).isEqualTo(COVERAGE);
    }
  }

  @Test
  void tellsInputAtOnceAndAgainWhileItGoesOn() {
    try (MockMutter mutter = MockMutter.on(bus.get(), Duration.ofMinutes(10));
        Heard heard = listen()) {
      heard.await(InputSignal.Working.class);
      final long before = SystemClock.INSTANCE.nanos();
      mutter.input();
      final InputSignal.Activity first = heard.await(InputSignal.Activity.class);
      assertThat(first.nanos()).isGreaterThan(before);
      Eventually.await(
          "activity that goes on is told again",
          Heard.SOON,
          () -> {
            mutter.input();
            return heard.all(InputSignal.Activity.class).size() >= 4;
          });
      final List<Long> times =
          heard.all(InputSignal.Activity.class).stream().map(InputSignal.Activity::nanos).toList();
      for (int i = 1; i < times.size(); i++) {
        assertThat(Duration.ofNanos(times.get(i) - times.get(i - 1)))
            .isGreaterThanOrEqualTo(Duration.ofMillis(40));
      }
    }
  }

  @Test
  void aSecondInputWhileTheWatchRestsIsNotMissed() {
    try (MockMutter mutter = MockMutter.on(bus.get(), Duration.ofMinutes(10));
        Heard heard = listen()) {
      heard.await(InputSignal.Working.class);
      mutter.input();
      final InputSignal.Activity first = heard.await(InputSignal.Activity.class);
      Eventually.await(
          "time goes on",
          Heard.SOON,
          () -> SystemClock.INSTANCE.nanos() - first.nanos() > 100_000_000L);
      mutter.input();
      heard.await(InputSignal.Activity.class, 0, a -> a.nanos() - first.nanos() > 50_000_000L);
    }
  }

  @Test
  void aServiceThatDiesIsLostAndTheNextIsFollowed() {
    try (Heard heard = listen()) {
      assertThat(heard.await(InputSignal.Lost.class).why()).contains("no GNOME compositor");
      try (MockMutter first = MockMutter.on(bus.get(), Duration.ofMinutes(10))) {
        heard.await(InputSignal.Working.class);
        final int before = heard.count();
        first.service().kill();
        assertThat(heard.await(InputSignal.Lost.class, before).why()).contains("has left the bus");
      }
      final int before = heard.count();
      try (MockMutter second = MockMutter.on(bus.get(), Duration.ofMinutes(10))) {
        heard.await(InputSignal.Working.class, before);
        second.input();
        heard.await(InputSignal.Activity.class, before);
      }
    }
  }

  @Test
  void aServiceThatStandsStillIsLostUntilItAnswersAgain() {
    try (MockMutter mutter = MockMutter.on(bus.get(), Duration.ofMinutes(10));
        Heard heard = listen(bus.address(), BRISK)) {
      heard.await(InputSignal.Working.class);
      mutter.input();
      heard.await(InputSignal.Activity.class);
      final int before = heard.count();
      // The watch is set again half a second after the input, and is not answered.
      mutter.service().freeze();
      assertThat(heard.await(InputSignal.Lost.class, before).why()).contains("did not answer");
      mutter.service().thaw();
      heard.await(InputSignal.Working.class, before);
    }
  }

  @Test
  void aServiceThatTalksNonsenseIsLost() {
    try (MockService odd =
            bus.get()
                .service(
                    "org.gnome.Mutter.IdleMonitor",
                    "/org/gnome/Mutter/IdleMonitor/Core",
                    "org.gnome.Mutter.IdleMonitor")
                .method(
                    "org.gnome.Mutter.IdleMonitor", "AddUserActiveWatch", "", "s", "ret = 'x'");
        Heard heard = listen()) {
      assertThat(heard.await(InputSignal.Lost.class, 0, l -> !l.why().contains("no GNOME")).why())
          .contains("a number was expected");
      odd.kill();
    }
  }

  @Test
  void aBusThatDiesIsLostAndFoundAgain() {
    try (MockBus mortal = MockBus.open();
        Heard heard = listen(BusAddress.parse(mortal.address()), BusTimings.USUAL)) {
      try (MockMutter _ = MockMutter.on(mortal, Duration.ofMinutes(10))) {
        heard.await(InputSignal.Working.class);
        final int before = heard.count();
        mortal.kill();
        assertThat(heard.await(InputSignal.Lost.class, before).why()).contains("bus");
      }
      final int before = heard.count();
      mortal.restart();
      try (MockMutter _ = MockMutter.on(mortal, Duration.ofMinutes(10))) {
        heard.await(InputSignal.Working.class, before);
      }
    }
  }

  /** Anybody on the bus may send a signal that looks like the compositor's. */
  @Test
  void aSignalOfAnotherIsNotBelieved() {
    try (MockMutter mutter = MockMutter.on(bus.get(), Duration.ofMinutes(10));
        MockService other =
            bus.get()
                .service(
                    "org.example.Other",
                    "/org/gnome/Mutter/IdleMonitor/Core",
                    "org.gnome.Mutter.IdleMonitor");
        Heard heard = listen()) {
      heard.await(InputSignal.Working.class);
      other.does("EmitSignal('', 'WatchFired', 'u', [dbus.UInt32(1)])");
      mutter.input();
      heard.await(InputSignal.Activity.class);
      assertThat(heard.all(InputSignal.Activity.class)).hasSize(1);
    }
  }
}
