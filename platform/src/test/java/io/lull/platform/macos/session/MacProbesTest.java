package io.lull.platform.macos.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.InputSignal.Engaged;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSignal.Locked;
import io.lull.platform.input.InputSignal.SessionEnded;
import io.lull.platform.input.InputSignal.SessionSeen;
import io.lull.platform.input.UserSession;
import io.lull.platform.source.IdleReading;
import io.lull.platform.source.IdleReading.Blind;
import io.lull.platform.source.IdleReading.Seen;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MacProbesTest {
  private static final LoginRow ANNA = new LoginRow("anna", "console", "");
  private static final LoginRow WINDOW = new LoginRow("anna", "ttys000", "");
  private static final LoginRow BEN = new LoginRow("ben", "ttys004", "10.0.0.7");

  private final FakeDesktop desktop = new FakeDesktop();
  private final VirtualClock clock = new VirtualClock();

  private static long seconds(double seconds) {
    return (long) (seconds * 1e9);
  }

  private static Kind kind(IdleReading look) {
    assertThat(look).isInstanceOf(Seen.class);
    return ((Seen) look).kind();
  }

  @Test
  void theIdleTimeTellsWhenTheLastInputWas() {
    desktop.idle(12, 50, 12);
    assertThat(((Seen) new DesktopProbe(desktop).look(seconds(100))).lastInputNanos())
        .isEqualTo(seconds(88));
  }

  @Test
  void whatWasUsedSinceTheLastLookTellsItsKind() {
    final DesktopProbe probe = new DesktopProbe(desktop);
    probe.look(seconds(100));
    desktop.idle(0.05, 0.05, 3_600);
    assertThat(kind(probe.look(seconds(101)))).isEqualTo(Kind.KEY);
    desktop.idle(0.05, 1.05, 0.05);
    assertThat(kind(probe.look(seconds(102)))).isEqualTo(Kind.BUTTON);
    desktop.idle(0.01, 2.05, 1.05);
    assertThat(kind(probe.look(seconds(103)))).isEqualTo(Kind.MOTION);
  }

  @Test
  void aKeyBeforeAMoveIsNotTakenForAMereMove() {
    final DesktopProbe probe = new DesktopProbe(desktop);
    probe.look(seconds(100));
    desktop.idle(0.01, 0.09, 3_600);
    assertThat(kind(probe.look(seconds(100.1)))).isEqualTo(Kind.KEY);
  }

  @Test
  void isBlindOutsideOfADesktopAndWithoutAnAnswer() {
    desktop.seconds.clear();
    assertThat(new DesktopProbe(desktop).look(0)).isInstanceOf(Blind.class);
    desktop.idle(1, 1, 1);
    desktop.desktop = null;
    assertThat(new DesktopProbe(desktop).look(0)).isInstanceOf(Blind.class);
  }

  @Test
  void aDeskWithoutItsInputSystemIsBlind() {
    assertThat(new HidProbe(OptionalLong::empty).look(0)).isInstanceOf(Blind.class);
    assertThat(new HidProbe(() -> OptionalLong.of(seconds(7))).look(seconds(9)))
        .isEqualTo(new Seen(seconds(2), Kind.UNKNOWN, null));
  }

  @Test
  void theDesktopTellsItsLockAndWhoKeepsItsDisplayOn() {
    final DesktopState state = new DesktopState("desk", desktop);
    assertThat(state.look()).isEmpty();
    desktop.desktop = new DesktopInput.Desktop("anna", true);
    desktop.keepers = Set.of("zoom.us");
    assertThat(state.look())
        .containsExactly(
            new Locked("desk", true),
            new Engaged("desk", Engagement.SCREEN_KEPT_ON, "zoom.us", true));
    desktop.keepers = Set.of();
    assertThat(state.look())
        .containsExactly(new Engaged("desk", Engagement.SCREEN_KEPT_ON, "zoom.us", false));
  }

  @Test
  void listsDesktopsAndRemoteTerminalsAndNoWindowsOfADesktop() {
    final List<LoginRow> logins = new ArrayList<>(List.of(ANNA, WINDOW, BEN));
    final MacSessions sessions = new MacSessions("logins", () -> logins);
    assertThat(sessions.look())
        .containsExactly(
            new SessionSeen(
                "logins",
                new UserSession(
                    "desktop-anna", "anna", UserSession.Kind.MACOS, "console", false, false)),
            new SessionSeen(
                "logins",
                new UserSession("ttys004", "ben", UserSession.Kind.TERMINAL, "", true, false)));
    logins.remove(BEN);
    assertThat(sessions.look()).containsExactly(new SessionEnded("logins", "ttys004"));
  }

  @Test
  void aRemoteTerminalThatIsReadFromIsInUse() {
    final Map<String, Long> reads = new HashMap<>();
    final TerminalProbe probe =
        new TerminalProbe(
            () -> List.of(ANNA, WINDOW, BEN),
            line ->
                reads.containsKey(line) ? OptionalLong.of(reads.get(line)) : OptionalLong.empty(),
            clock);
    reads.put("ttys004", clock.epochMillis() - 60_000);
    assertThat(((Seen) probe.look(0)).lastInputNanos()).isZero();
    clock.advance(Duration.ofSeconds(90));
    assertThat(((Seen) probe.look(seconds(90))).lastInputNanos()).isZero();
    reads.put("ttys004", clock.epochMillis() - 2_000);
    assertThat(((Seen) probe.look(seconds(90))).lastInputNanos()).isEqualTo(seconds(88));
    reads.clear();
    assertThat(probe.look(seconds(91))).isInstanceOf(Blind.class);
  }

  @Test
  void aRemoteLoginIsUse() {
    final List<LoginRow> logins = new ArrayList<>();
    final TerminalProbe probe =
        new TerminalProbe(() -> logins, _ -> OptionalLong.of(clock.epochMillis() - 1_000), clock);
    probe.look(0);
    logins.add(BEN);
    assertThat(((Seen) probe.look(seconds(50))).lastInputNanos()).isEqualTo(seconds(50));
  }

  @Test
  void theTableOfLoginsIsReadNowAndThen() {
    final int[] reads = {0};
    final RecentLogins recent =
        new RecentLogins(
            () -> {
              reads[0]++;
              return List.of(ANNA);
            },
            clock);
    recent.get();
    recent.get();
    assertThat(reads[0]).isEqualTo(1);
    clock.advance(Duration.ofSeconds(3));
    assertThat(recent.get()).containsExactly(ANNA);
    assertThat(reads[0]).isEqualTo(2);
  }
}
