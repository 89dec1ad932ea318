package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Engaged;
import io.lull.platform.input.InputSignal.Locked;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.SessionEnded;
import io.lull.platform.input.InputSignal.SessionSeen;
import io.lull.platform.input.InputSignal.Slept;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.input.UserSession;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.bus.MockLogind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LogindTest {
  /** Notices within a second or two what else takes half a minute. */
  private static final BusTimings BRISK =
      new BusTimings(Duration.ofMillis(500), Duration.ofSeconds(2));

  @RegisterExtension static final OwnBus bus = new OwnBus();

  private static Heard listen() {
    return listen(LogindHints.AS_SIGNS, BusTimings.USUAL);
  }

  private static Heard listen(LogindHints hints, BusTimings pace) {
    return Heard.of(BusSource.logind(bus.address(), hints, pace, SystemClock.INSTANCE));
  }

  @Test
  void theSessionsThatThereAreAreToldAsSoonAsTheListWorks() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("2", "ada", "wayland", "seat0");
      logind.login("c1", "gdm", "wayland", "seat0", "greeter");
      logind.login("5", "bob", "tty", "");
      try (Heard heard = listen()) {
        final Working working = heard.await(Working.class);
        assertThat(working.coverage()).isEqualTo(Set.of(new Coverage.SessionList()));
        heard.await(SessionSeen.class, 2);
        assertThat(heard.all().subList(1, 3))
            .containsExactlyInAnyOrder(
                new SessionSeen(
                    "logind",
                    new UserSession("2", "ada", UserSession.Kind.WAYLAND, "seat0", false, false)),
                new SessionSeen(
                    "logind",
                    new UserSession("5", "bob", UserSession.Kind.TERMINAL, "", true, false)));
        assertThat(heard.all(SessionSeen.class)).hasSize(2);
        assertThat(Duration.ofNanos(SystemClock.INSTANCE.nanos() - working.lastInputNanos()))
            .isGreaterThan(Duration.ofHours(1));
      }
    }
  }

  @Test
  void sessionsComeAndGo() {
    try (MockLogind logind = MockLogind.on(bus.get());
        Heard heard = listen()) {
      heard.await(Working.class);
      logind.login("9", "ada", "x11", "seat0");
      assertThat(
              heard
                  .await(SessionSeen.class, 0, s -> s.session().kind() == UserSession.Kind.X11)
                  .session()
                  .user())
          .isEqualTo("ada");
      int before = heard.count();
      logind.set("9", "'Type': 'somethingnew'");
      heard.await(SessionSeen.class, before, s -> s.session().kind() == UserSession.Kind.UNKNOWN);
      before = heard.count();
      logind.logout("9");
      assertThat(heard.await(SessionEnded.class, before).id()).isEqualTo("9");
    }
  }

  @Test
  void aSessionThatClosesHasNobodyLeft() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("4", "ada", "tty", "");
      try (Heard heard = listen()) {
        heard.await(Working.class);
        logind.set("4", "'State': 'closing'");
        assertThat(heard.await(SessionEnded.class).id()).isEqualTo("4");
      }
    }
  }

  @Test
  void theScreenIsLockedWhenThoseOfAllLocalSessionsAre() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("1", "ada", "x11", "seat0");
      logind.login("2", "bob", "wayland", "seat0");
      logind.login("3", "eve", "tty", "");
      try (Heard heard = listen()) {
        heard.await(Working.class);
        logind.locked("1", true);
        heard.await(SessionSeen.class, 0, s -> s.session().locked());
        assertThat(heard.all(Locked.class)).isEmpty();
        logind.locked("2", true);
        assertThat(heard.await(Locked.class).locked()).isTrue();
        final int before = heard.count();
        logind.locked("1", false);
        assertThat(heard.await(Locked.class, before).locked()).isFalse();
        heard.await(Activity.class, before);
      }
    }
  }

  @Test
  void aSessionThatIsIdleNoMoreIsASignOfItsOwner() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("1", "ada", "x11", "seat0");
      try (Heard heard = listen()) {
        heard.await(Working.class);
        logind.idle("1", true);
        logind.set("1", "'Type': 'wayland'");
        heard.await(SessionSeen.class, 0, s -> s.session().kind() == UserSession.Kind.WAYLAND);
        assertThat(heard.all(Activity.class)).isEmpty();
        logind.idle("1", false);
        heard.await(Activity.class);
      }
    }
  }

  @Test
  void unlockingAndSwitchingToASessionAreSignsOfItsOwner() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("1", "ada", "x11", "seat0");
      logind.set("1", "'Active': False");
      try (Heard heard = listen()) {
        heard.await(Working.class);
        logind.sessionSignal("1", "Lock");
        assertThat(heard.all(Activity.class)).isEmpty();
        logind.sessionSignal("1", "Unlock");
        heard.await(Activity.class);
        final int before = heard.count();
        logind.set("1", "'Active': True");
        heard.await(Activity.class, before);
      }
    }
  }

  @Test
  void sleepIsToldBeforeAndAfter() {
    try (MockLogind logind = MockLogind.on(bus.get());
        Heard heard = listen()) {
      heard.await(Working.class);
      logind.prepareForSleep(true);
      heard.await(Slept.class);
      final int before = heard.count();
      logind.prepareForSleep(false);
      heard.await(Slept.class, before);
    }
  }

  @Test
  void aProgramThatKeepsTheScreenOnIsToldByItsName() {
    try (MockLogind logind = MockLogind.on(bus.get());
        Heard heard = listen()) {
      heard.await(Working.class);
      logind.inhibit("sleep:idle", "Firefox", "playing   a\\nvideo", "block");
      assertThat(heard.await(Engaged.class))
          .isEqualTo(
              new Engaged(
                  "logind",
                  InputSignal.Engagement.SCREEN_KEPT_ON,
                  "Firefox: playing a video",
                  true));
      final int before = heard.count();
      logind.inhibitNothing();
      assertThat(heard.await(Engaged.class, before).on()).isFalse();
    }
  }

  @Test
  void inhibitorsOfSleepOfDelayAndOfOurOwnKeepNoScreenOn() {
    try (MockLogind logind = MockLogind.on(bus.get());
        Heard heard = listen()) {
      heard.await(Working.class);
      logind.inhibit("sleep", "NetworkManager", "needs to sleep", "block");
      logind.inhibit("idle", "Somebody", "only wants a moment", "delay");
      logind.inhibit("idle", "Lull", "works", "block");
      logind.login("1", "ada", "x11", "seat0");
      heard.await(SessionSeen.class);
      assertThat(heard.all(Engaged.class)).isEmpty();
    }
  }

  @Test
  void hintsAloneMakeActiveSecondBySecondAndIdleSinceThen() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("1", "ada", "x11", "seat0");
      final long sinceMicros = SystemClock.INSTANCE.nanos() / 1000 - 100_000_000L;
      logind.idleSince("1", sinceMicros);
      try (Heard heard = listen(LogindHints.ALONE, BusTimings.USUAL)) {
        final Working working = heard.await(Working.class);
        assertThat(working.coverage()).isEqualTo(Set.of(new Coverage.Everything()));
        assertThat(working.lastInputNanos()).isEqualTo(sinceMicros * 1000);
        assertThat(heard.all(Activity.class)).isEmpty();
        logind.idle("1", false);
        heard.await(Activity.class);
        final int before = heard.count();
        heard.await(Activity.class, before);
        heard.await(Activity.class, before + 1);
      }
    }
  }

  @Test
  void aLogindThatDiesIsLostAndItsSessionsAreToldAgainWhenItIsBack() {
    try (Heard heard = listen()) {
      assertThat(heard.await(Lost.class).why()).contains("logind is not on the bus");
      try (MockLogind logind = MockLogind.on(bus.get())) {
        logind.login("1", "ada", "x11", "seat0");
        heard.await(SessionSeen.class);
        final int before = heard.count();
        logind.service().kill();
        assertThat(heard.await(Lost.class, before).why()).contains("has left the bus");
      }
      final int before = heard.count();
      try (MockLogind logind = MockLogind.on(bus.get())) {
        // What it was to answer came after its name: it may have been lost again meanwhile.
        logind.login("2", "bob", "x11", "seat0");
        heard.await(Working.class, before);
        heard.await(SessionSeen.class, before, s -> s.session().id().equals("2"));
        heard.await(SessionEnded.class, before, s -> s.id().equals("1"));
      }
    }
  }

  @Test
  void aLogindThatStandsStillIsLostUntilItAnswersAgain() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("1", "ada", "x11", "seat0");
      try (Heard heard = listen(LogindHints.AS_SIGNS, BRISK)) {
        heard.await(Working.class);
        logind.service().freeze();
        assertThat(heard.await(Lost.class).why()).contains("did not answer within 2 s");
        final int before = heard.count();
        logind.service().thaw();
        heard.await(Working.class, before);
      }
    }
  }

  /** Whoever hears of a loss forgets what the lost has told. */
  @Test
  void whatIsStillSoIsToldAgainAfterALoss() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("1", "ada", "x11", "seat0");
      logind.locked("1", true);
      logind.inhibit("idle", "VLC", "plays", "block");
      try (Heard heard = listen()) {
        heard.await(Engaged.class);
        heard.await(Locked.class);
        logind.set("1", "'Seat': 'nowhere'");
        heard.await(Lost.class);
        final int before = heard.count();
        logind.seat("1", "seat0");
        heard.await(Working.class, before);
        heard.await(SessionSeen.class, before);
        assertThat(heard.await(Locked.class, before).locked()).isTrue();
        assertThat(heard.await(Engaged.class, before).by()).isEqualTo("VLC: plays");
        final List<InputSignal> after = heard.all().subList(before, heard.count());
        assertThat(after.getFirst()).isInstanceOf(Working.class);
      }
    }
  }

  @Test
  void eachProgramThatKeepsTheScreenOnIsToldForItself() {
    try (MockLogind logind = MockLogind.on(bus.get());
        Heard heard = listen()) {
      heard.await(Working.class);
      logind.inhibit("idle", "VLC", "plays", "block");
      heard.await(Engaged.class);
      logind.inhibit("idle:sleep", "Zoom", "a call", "block");
      heard.await(Engaged.class, 0, e -> !e.on());
      assertThat(heard.all(Engaged.class).stream().map(e -> e.by() + " " + e.on()))
          .containsExactly("VLC: plays true", "Zoom: a call true", "VLC: plays false");
    }
  }

  @Test
  void aLogindThatTalksNonsenseIsLostAndHurtsNobody() {
    try (MockLogind logind = MockLogind.on(bus.get())) {
      logind.login("1", "ada", "x11", "seat0");
      try (Heard heard = listen()) {
        heard.await(Working.class);
        logind.set("1", "'Seat': 'seat0'");
        assertThat(heard.await(Lost.class).why()).contains("a list was expected");
        final int before = heard.count();
        logind.seat("1", "seat0");
        heard.await(Working.class, before);
      }
    }
  }

  @Test
  void whereNoBusIsTheReasonIsTold() {
    try (Heard heard =
        Heard.of(
            BusSource.logind(
                BusAddress.parse("unix:path=/nonexistent/bus"),
                LogindHints.AS_SIGNS,
                SystemClock.INSTANCE))) {
      assertThat(heard.await(Lost.class).why()).contains("no bus answers at /nonexistent/bus");
      assertThat(heard.all()).isEqualTo(List.of(heard.await(Lost.class)));
    }
  }
}
