package io.lull.agent.core.owner;

import static io.lull.protocol.model.NodeState.AVAILABLE;
import static io.lull.protocol.model.NodeState.OWNER;
import static io.lull.protocol.model.NodeState.RUNNING;
import static io.lull.protocol.model.NodeState.SUSPENDED;
import static io.lull.protocol.model.NodeState.VACATING;
import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.owner.NodeEffect.HoldGuest;
import io.lull.agent.core.owner.NodeEffect.ResumeGuest;
import io.lull.agent.core.owner.NodeEffect.SuspendGuest;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.UserSession;
import io.lull.platform.machine.PowerState;
import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.Traffic;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is there, and who sees them; and whatever else keeps a machine its owner's. */
class NodePresenceTest {
  private static final String LIST = "logind";
  private static final String W = "J1-w1";

  private static void works(Node node, String source, Coverage... coverage) {
    node.tell(
        new NodeEvent.SourceHealth(
            source, true, "works", node.nanos() - Duration.ofHours(1).toNanos(), Set.of(coverage)));
  }

  private static void lost(Node node, String source, String why) {
    node.tell(new NodeEvent.SourceHealth(source, false, why, node.nanos()));
  }

  private static UserSession session(String id, String user, UserSession.Kind kind) {
    final boolean terminal = kind == UserSession.Kind.TERMINAL;
    return new UserSession(id, user, kind, terminal ? "" : "seat0", terminal, false);
  }

  private static void seen(Node node, String id, String user, UserSession.Kind kind) {
    node.tell(new NodeEvent.SessionSeen(LIST, session(id, user, kind)));
  }

  /** A machine whose list of sessions works, and whose seats and terminals are seen. */
  private static Node watched(Map<String, String> settings) {
    final Node node = new Node(settings);
    works(node, LIST, new Coverage.SessionList());
    works(node, "devices", new Coverage.Seats());
    works(node, "terminals", new Coverage.Terminals());
    seen(node, "1", "ada", UserSession.Kind.X11);
    node.pass(Duration.ofMinutes(6));
    return node;
  }

  @Test
  void isItsOwnersWhileASessionIsSeenByNobody() {
    final Node node = new Node(Map.of());
    works(node, LIST, new Coverage.SessionList());
    works(node, "terminals", new Coverage.Terminals());
    lost(node, "session 1", "its watcher does not run");
    seen(node, "1", "ada", UserSession.Kind.WAYLAND);
    node.pass(Duration.ofMinutes(10));
    assertThat(node.core().state()).isEqualTo(OWNER);
    assertThat(node.core().reason())
        .isEqualTo(
            "no input detection covers the session 1 of ada (wayland at seat0), so Lull assumes"
                + " that you are present (session 1: its watcher does not run)");
    works(node, "session 1", new Coverage.Session("1"));
    node.pass(Duration.ofMinutes(6));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    lost(node, "session 1", "its watcher was killed");
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.tell(new NodeEvent.SessionEnded(LIST, "1"));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void countsWhoeverLogsInAndMustThenSeeThem() {
    final Node node = watched(Map.of());
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    seen(node, "7", "bob", UserSession.Kind.TERMINAL);
    assertThat(node.core().reason()).startsWith("bob logged in 0 s ago");
    node.pass(Duration.ofMinutes(6));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    lost(node, "terminals", "the limit of watches is reached");
    assertThat(node.core().reason())
        .contains("the session 7 of bob (terminal, remote)")
        .contains("the limit of watches is reached");
  }

  @Test
  void isItsOwnersWhenTheListOfSessionsThatOnceWorkedIsLost() {
    final Node node = watched(Map.of());
    lost(node, LIST, "the bus is gone");
    assertThat(node.core().reason())
        .isEqualTo(
            "Lull can no longer detect who is logged in, so Lull assumes that you are present"
                + " (logind: the bus is gone)");
    works(node, LIST, new Coverage.SessionList());
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.SourceGone(LIST));
    assertThat(node.core().state()).isEqualTo(OWNER);
  }

  @Test
  void isItsOwnersWhenASourceIsLostWhoseViewNoOtherHas() {
    final Node node = new Node(Map.of());
    works(node, "session (ada)", new Coverage.Session("1"));
    works(node, "session (bob)", new Coverage.Session("2"));
    node.pass(Duration.ofMinutes(6));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    lost(node, "session (ada)", "its watcher was killed");
    assertThat(node.core().reason())
        .isEqualTo(
            "nothing replaces session (ada), which has stopped working, so Lull assumes that you"
                + " are present (session (ada): its watcher was killed)");
    node.tell(new NodeEvent.SourceGone("session (ada)"));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void terminalsAloneAreNotAllThatAnOwnerMayUse() {
    final Node node = new Node(Map.of());
    works(node, "terminals", new Coverage.Terminals());
    node.pass(Duration.ofMinutes(6));
    assertThat(node.core().state()).isEqualTo(OWNER);
    assertThat(node.core().reason()).contains("Lull cannot detect whether you are present");
  }

  @Test
  void countsWhatALostSourceMissed() {
    final Node node = watched(Map.of());
    lost(node, "devices", "gone for a while");
    node.pass(100);
    node.tell(
        new NodeEvent.SourceHealth(
            "devices",
            true,
            "works",
            node.nanos() - Duration.ofSeconds(40).toNanos(),
            Set.of(new Coverage.Seats())));
    assertThat(node.core().reason()).startsWith("you used the keyboard or mouse 40 s ago");
  }

  @Test
  void waitsLessOnlyWhenEverybodyHasLockedTheirScreen() {
    final Node node = watched(Map.of());
    seen(node, "2", "bob", UserSession.Kind.X11);
    node.input();
    node.tell(
        new NodeEvent.SessionSeen(
            LIST, new UserSession("1", "ada", UserSession.Kind.X11, "seat0", false, true)));
    node.pass(100);
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.tell(
        new NodeEvent.SessionSeen(
            LIST, new UserSession("2", "bob", UserSession.Kind.X11, "seat0", false, true)));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    seen(node, "2", "bob", UserSession.Kind.X11);
    assertThat(node.core().reason()).startsWith("you unlocked the screen 0 s ago");
  }

  @Test
  void isItsOwnersWhileAProgramKeepsTheScreenOn() {
    final Node node = watched(Map.of());
    node.guest(W);
    node.tell(
        new NodeEvent.Engaged(
            "session 1", Engagement.SCREEN_KEPT_ON, "Firefox: playing a video", true));
    assertThat(node.core().state()).isEqualTo(VACATING);
    node.tell(new NodeEvent.GuestGone(W));
    node.pass(Duration.ofHours(2));
    assertThat(node.core().reason()).isEqualTo("Firefox keeps the screen on (playing a video)");
    node.tell(
        new NodeEvent.Engaged(
            "session 1", Engagement.SCREEN_KEPT_ON, "Firefox: playing a video", false));
    assertThat(node.core().reason()).startsWith("something that kept you busy has ended 0 s ago");
    node.pass(Duration.ofMinutes(5));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void ignoresTheEngagementThatItsOwnerWantsIgnored() {
    final Node node = watched(Map.of("ignore-engagement", "microphone, full-screen"));
    node.tell(new NodeEvent.Engaged("media", Engagement.MICROPHONE, "", true));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.Engaged("media", Engagement.MICROPHONE, "", false));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.Engaged("media", Engagement.CAMERA, "", true));
    assertThat(node.core().reason()).isEqualTo("a program uses the camera");
  }

  @Test
  void keepsToABatteryLimitWithoutComingAndGoing() {
    final Node node = watched(Map.of("on-battery", "above 0.5"));
    charge(node, 0.52);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    charge(node, 0.47);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    charge(node, 0.44);
    assertThat(node.core().state()).isEqualTo(OWNER);
    charge(node, 0.53);
    assertThat(node.core().state()).isEqualTo(OWNER);
    charge(node, 0.56);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.Power(PowerState.MAINS));
    charge(node, 0.49);
    assertThat(node.core().state()).isEqualTo(OWNER);
  }

  private static void charge(Node node, double charge) {
    node.tell(new NodeEvent.Power(new PowerState(false, charge, false)));
  }

  @Test
  void staysAwayWhileTheMachineSavesPower() {
    final Node node = watched(Map.of());
    node.tell(new NodeEvent.Power(new PowerState(true, 1, true)));
    assertThat(node.core().reason()).isEqualTo("the computer is in power-saving mode");
    node.set("on-power-saver", "always");
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void letsAHotMachineCoolDown() {
    final Node node = watched(Map.of("max-temperature", "80"));
    node.tell(new NodeEvent.Warmth(new ThermalState(81, false)));
    assertThat(node.core().reason())
        .isEqualTo("the computer is too hot: 81 °C (max-temperature is 80)");
    node.tell(new NodeEvent.Warmth(new ThermalState(71, false)));
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.tell(new NodeEvent.Warmth(new ThermalState(69, false)));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.Warmth(new ThermalState(69, true)));
    node.tell(new NodeEvent.Warmth(new ThermalState(69, false)));
    node.pass(59);
    assertThat(node.core().reason()).contains("its processors slow down");
    node.pass(1);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void leavesABusyDiskToItsOwner() {
    final Node node = watched(Map.of());
    for (int i = 0; i < 25; i++) {
      node.tell(new NodeEvent.Busy(new Traffic(0.8, 0)));
      node.pass(1);
    }
    assertThat(node.core().reason()).startsWith("your programs keep the disk busy: 80 % of it");
    for (int i = 0; i < 25; i++) {
      node.tell(new NodeEvent.Busy(new Traffic(0.1, 0)));
      node.pass(1);
    }
    assertThat(node.core().reason()).startsWith("your programs were busy");
    node.pass(Duration.ofMinutes(5));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void isItsOwnersAtOnceWhenTheirProgramsTakeMostOfTheProcessors() {
    final Node node = watched(Map.of("cpu-window", "10m", "cpu-threshold", "0.2"));
    node.ownerCpu = 0.9;
    node.pass(3);
    assertThat(node.core().reason())
        .isEqualTo("your programs use 68 % of the processor (more than 60 % over 4 s)");
  }

  @Test
  void isItsOwnersWhenNothingMeasuresTheirProgramsAnyMore() {
    final Node node = watched(Map.of());
    for (int look = 0; look < 15; look++) {
      node.pass(Duration.ofMillis(999));
      assertThat(node.core().willing()).isTrue();
    }
    node.pass(Duration.ofMillis(999));
    assertThat(node.core().willing()).isFalse();
    assertThat(node.core().kind()).isEqualTo("blind");
    assertThat(node.core().reason()).startsWith("Lull cannot measure how busy your programs are");
  }

  @Test
  void freezesAGuestThatIsNotAskedForItsDataInTimeAndLetsItGoOnWhenItIs() {
    final Node node = watched(Map.of());
    node.guest(W);
    node.input();
    node.tell(new NodeEvent.GuestHeld(W, node.nanos()));
    assertThat(node.pass(Duration.ofMillis(1999))).isEmpty();
    assertThat(node.core().nextDueNanos()).isEqualTo(node.nanos() + 1_000_000);
    assertThat(node.pass(Duration.ofMillis(1))).containsExactly(new SuspendGuest(W));
    assertThat(node.core().state()).isEqualTo(SUSPENDED);
    assertThat(node.core().reason())
        .isEqualTo(
            "worker J1-w1 leaves within 28 s, because you used the keyboard or mouse; it is"
                + " frozen until its data is requested");
    assertThat(node.tell(new NodeEvent.HandOver(W, false)))
        .containsExactly(new HoldGuest(W, 1.0), new ResumeGuest(W));
    assertThat(node.core().state()).isEqualTo(VACATING);
    assertThat(node.pass(20)).isEmpty();
  }

  @Test
  void takesAShortNudgeForAKnockIfItsOwnerWants() {
    final Node node = watched(Map.of("ignore-knocks", "on"));
    node.pass(Duration.ofMinutes(10));
    node.guest(W);
    assertThat(node.tell(new NodeEvent.Input("devices", node.nanos(), 3)))
        .containsExactly(new SuspendGuest(W));
    assertThat(node.core().state()).isEqualTo(SUSPENDED);
    assertThat(node.core().willing()).isTrue();
    assertThat(node.pass(2)).isEmpty();
    assertThat(node.pass(1)).containsExactly(new ResumeGuest(W));
    assertThat(node.core().state()).isEqualTo(RUNNING);

    node.pass(Duration.ofMinutes(10));
    final long first = node.nanos();
    node.tell(new NodeEvent.Input("devices", first, 3));
    node.tell(new NodeEvent.GuestHeld(W, node.nanos()));
    node.pass(1);
    assertThat(node.tell(new NodeEvent.Input("devices", node.nanos(), 3)))
        .startsWith(new HoldGuest(W, 0.25), new ResumeGuest(W));
    assertThat(node.core().state()).isEqualTo(VACATING);
    assertThat(node.core().guest(W).leave())
        .isNotNull()
        .extracting(GuestState.Leave::causeNanos)
        .isEqualTo(first);
  }

  @Test
  void doesNotTakeAnyThingElseForAKnock() {
    final Node node = watched(Map.of("ignore-knocks", "on"));
    node.pass(Duration.ofMinutes(10));
    node.tell(new NodeEvent.Input("devices", node.nanos(), 40));
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.pass(Duration.ofMinutes(6));
    node.tell(new NodeEvent.Input("devices", node.nanos(), 3));
    assertThat(node.core().state()).as("soon after the owner was here").isEqualTo(OWNER);
  }

  @Test
  void followsTheProfileOfTheHourAndForeseesTheNext() {
    final Node node =
        new Node(
            Map.of(
                "policy", "strict",
                "profile.evening.when", "mon-fri 18:00-23:00",
                "profile.evening.policy", "gentle",
                "profile.evening.idle-after", "1m"));
    works(node, "devices", new Coverage.Everything());
    node.pass(Duration.ofMinutes(6));
    assertThat(node.core().nextChange()).isEqualTo("the profile evening begins at 18:00");
    node.pass(Duration.ofHours(6));
    assertThat(node.core().profile()).isEqualTo("evening");
    assertThat(node.core().nextChange()).isEqualTo("the profile evening ends at 23:00");
    node.guest(W);
    assertThat(node.input()).startsWith(new HoldGuest(W, 0.25));
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().reason()).contains("available in 1 min");
  }

  @Test
  void endsAGuestThatIsLeavingWhenThePolicyBecomesStrict() {
    final Node node = watched(Map.of());
    node.guest(W);
    node.input();
    node.set("policy", "strict");
    assertThat(node.effects)
        .endsWith(
            new SuspendGuest(W),
            new NodeEffect.KillGuest(W, "the policy was made strict while it was leaving"));
  }
}
