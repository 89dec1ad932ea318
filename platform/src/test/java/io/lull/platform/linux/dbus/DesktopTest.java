package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.InputSignal.Engaged;
import io.lull.platform.input.InputSignal.Locked;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.bus.MockDesktop;
import io.lull.testkit.bus.MockService;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DesktopTest {
  /** Notices within a second or two what else takes half a minute. */
  private static final BusTimings BRISK =
      new BusTimings(Duration.ofMillis(500), Duration.ofSeconds(2));

  @RegisterExtension static final OwnBus bus = new OwnBus();

  private static Heard listen() {
    return listen(BusTimings.USUAL);
  }

  private static Heard listen(BusTimings pace) {
    return Heard.of(BusSource.desktop(bus.address(), pace, SystemClock.INSTANCE));
  }

  @Test
  void aDesktopWithoutAnySuchServiceIsNoneTheLessWorking() {
    try (Heard heard = listen()) {
      final Working working = heard.await(Working.class);
      assertThat(working.detail()).contains("no service of this desktop");
      assertThat(working.coverage()).isEmpty();
      assertThat(heard.all()).hasSize(1);
    }
  }

  @Test
  void gnomeLocksAndUnlocks() {
    try (MockService saver = MockDesktop.gnomeScreenSaver(bus.get());
        Heard heard = listen()) {
      assertThat(heard.await(Working.class).detail()).isEqualTo("org.gnome.ScreenSaver");
      MockDesktop.gnomeLock(saver, true);
      assertThat(heard.await(Locked.class).locked()).isTrue();
      final int before = heard.count();
      MockDesktop.gnomeLock(saver, false);
      assertThat(heard.await(Locked.class, before).locked()).isFalse();
    }
  }

  @Test
  void kdeLocksAndUnlocks() {
    try (MockService saver = MockDesktop.kdeScreenSaver(bus.get(), Duration.ZERO);
        Heard heard = listen()) {
      heard.await(Working.class);
      MockDesktop.kdeLock(saver, true);
      assertThat(heard.await(Locked.class).locked()).isTrue();
      final int before = heard.count();
      MockDesktop.kdeLock(saver, false);
      assertThat(heard.await(Locked.class, before).locked()).isFalse();
    }
  }

  @Test
  void inGnomeAProgramThatKeepsTheScreenOnIsToldByItsName() {
    try (MockService session = MockDesktop.gnomeSession(bus.get());
        Heard heard = listen()) {
      heard.await(Working.class);
      MockDesktop.gnomeInhibit(session, "org.gnome.Files", "copying", 4);
      MockDesktop.gnomeInhibit(session, "org.gnome.Totem", "Playing a movie", 8);
      final Engaged on = heard.await(Engaged.class);
      assertThat(on.on()).isTrue();
      assertThat(on.by()).isEqualTo("org.gnome.Totem: Playing a movie");
      final int before = heard.count();
      MockDesktop.gnomeInhibitNothing(session);
      assertThat(heard.await(Engaged.class, before).on()).isFalse();
    }
  }

  @Test
  void inKdeAProgramThatKeepsTheScreenOnIsToldByItsName() {
    try (MockService power = MockDesktop.kdePower(bus.get());
        Heard heard = listen()) {
      heard.await(Working.class);
      MockDesktop.kdeInhibit(power, "Downloader", "busy", 1);
      MockDesktop.kdeInhibit(power, "Impress", "presenting", 4);
      final Engaged on = heard.await(Engaged.class);
      assertThat(on.by()).isEqualTo("Impress: presenting");
      final int before = heard.count();
      MockDesktop.kdeInhibitNothing(power);
      assertThat(heard.await(Engaged.class, before).on()).isFalse();
    }
  }

  @Test
  void whatAServiceToldOfLeavesWithIt() {
    try (MockService power = MockDesktop.kdePower(bus.get())) {
      MockDesktop.kdeInhibit(power, "Impress", "presenting", 4);
      try (Heard heard = listen()) {
        assertThat(heard.await(Engaged.class).on()).isTrue();
        final int before = heard.count();
        power.kill();
        assertThat(heard.await(Engaged.class, before).on()).isFalse();
        assertThat(heard.all(Lost.class)).isEmpty();
      }
    }
  }

  @Test
  void aServiceThatStandsStillIsLostUntilItAnswersAgain() {
    try (MockService saver = MockDesktop.gnomeScreenSaver(bus.get());
        Heard heard = listen(BRISK)) {
      heard.await(Working.class);
      saver.freeze();
      assertThat(heard.await(Lost.class).why()).contains("did not answer within 2 s");
      final int before = heard.count();
      saver.thaw();
      heard.await(Working.class, before);
    }
  }

  /** As the one that GNOME has for programs that know only the older way. */
  @Test
  void aServiceThatDoesNotKnowTheQuestionIsNotMissed() {
    try (MockService _ =
            bus.get()
                .service(
                    "org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver");
        Heard heard = listen()) {
      assertThat(heard.await(Working.class).detail()).contains("no service of this desktop");
      assertThat(heard.all(Lost.class)).isEmpty();
    }
  }
}
