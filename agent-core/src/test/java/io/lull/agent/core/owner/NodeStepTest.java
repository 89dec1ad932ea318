package io.lull.agent.core.owner;

import static io.lull.protocol.model.NodeState.AVAILABLE;
import static io.lull.protocol.model.NodeState.CLAIMED;
import static io.lull.protocol.model.NodeState.OWNER;
import static io.lull.protocol.model.NodeState.RUNNING;
import static io.lull.protocol.model.NodeState.VACATING;
import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.owner.NodeEffect.HoldGuest;
import io.lull.agent.core.owner.NodeEffect.KillGuest;
import io.lull.agent.core.owner.NodeEffect.ReportReclaimed;
import io.lull.agent.core.owner.NodeEffect.ReportVacated;
import io.lull.agent.core.owner.NodeEffect.SuspendGuest;
import io.lull.platform.machine.PowerState;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeStepTest {
  private static final String W = "J1-w1";

  @Test
  void takesItsOwnerToBeThereUntilItKnowsBetter() {
    final Node node = new Node(Map.of());
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.pass(Duration.ofHours(2));
    assertThat(node.core().state()).isEqualTo(OWNER);
    assertThat(node.core().willing()).isFalse();
    assertThat(node.core().reason()).startsWith("Lull cannot detect whether you are present");
  }

  @Test
  void aComputerThatCannotConfineGuestsIsNotAvailableAndSaysWhy() {
    final Confinement none =
        new Confinement(false, true, "no sandbox (bubblewrap is not installed)");
    final Node node = Node.available(new Node(Map.of(), none));
    node.pass(Duration.ofHours(2));
    assertThat(node.core().state()).isEqualTo(OWNER);
    assertThat(node.core().willing()).isFalse();
    assertThat(node.core().reason())
        .isEqualTo(
            "guests cannot be confined here: require-isolation is sandbox, and there is no sandbox"
                + " (bubblewrap is not installed)");
    node.set("require-isolation", "any");
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    final Node grouped = Node.available(new Node(Map.of(), new Confinement(true, false, "")));
    assertThat(grouped.core().state()).isEqualTo(AVAILABLE);
    grouped.set("require-isolation", "sandbox and control groups");
    assertThat(grouped.core().state()).isEqualTo(OWNER);
  }

  @Test
  void becomesAvailableWhenInputIsQuietForIdleAfter() {
    final Node node = new Node(Map.of());
    node.tell(new NodeEvent.SourceHealth(Node.SOURCE, true, "events", node.nanos()));
    node.input();
    node.pass(3);
    assertThat(node.core().reason())
        .isEqualTo("you used the keyboard or mouse 3 s ago; available in 4 min 57 s");
    assertThat(node.core().nextChange())
        .isEqualTo("the computer becomes available to jobs at 12:05");
    node.pass(296);
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.pass(2);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    assertThat(node.core().willing()).isTrue();
    assertThat(node.core().reason())
        .isEqualTo("no input for 5 min 1 s, and your programs use 2 % of the processor");
  }

  @Test
  void countsSilenceFromBeforeItStartedIfTheSourceKnowsOfIt() {
    final Node node = new Node(Map.of());
    node.tell(
        new NodeEvent.SourceHealth(
            Node.SOURCE, true, "events", node.nanos() - Duration.ofMinutes(10).toNanos()));
    node.pass(10);
    assertThat(node.core().reason()).contains("has not watched your programs for long enough");
    node.pass(12);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void isNotMadeOlderByASourceThatComesBack() {
    final Node node = new Node(Map.of());
    node.tell(new NodeEvent.SourceHealth(Node.SOURCE, true, "events", node.nanos()));
    node.pass(100);
    node.input();
    node.tell(new NodeEvent.SourceHealth(Node.SOURCE, false, "the X server died", node.nanos()));
    node.tell(
        new NodeEvent.SourceHealth(
            Node.SOURCE, true, "events", node.nanos() - Duration.ofHours(1).toNanos()));
    node.pass(200);
    assertThat(node.core().state()).isEqualTo(OWNER);
  }

  @Test
  void isItsOwnersAgainWhenTheOnlySourceIsLost() {
    final Node node = Node.available(Map.of());
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.SourceHealth(Node.SOURCE, false, "the X server died", node.nanos()));
    assertThat(node.core().state()).isEqualTo(OWNER);
    assertThat(node.core().reason()).contains("the X server died");
  }

  @Test
  void isItsOwnersWhileTheirProgramsNeedTheProcessors() {
    final Node node = Node.available(Map.of());
    node.ownerCpu = 0.5;
    node.pass(3);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.pass(3);
    assertThat(node.core().state()).isEqualTo(OWNER);
    assertThat(node.core().reason()).startsWith("your programs use");
    node.ownerCpu = 0.09;
    node.pass(40);
    // Below the threshold, yet not clearly: it would come and go.
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.ownerCpu = 0.02;
    node.pass(20);
    assertThat(node.core().reason()).startsWith("your programs were busy");
    node.pass(Duration.ofMinutes(5));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void takesAMachineThatWokeUpForItsOwners() {
    final Node node = Node.available(Map.of());
    node.sleep(Duration.ofHours(8));
    assertThat(node.core().state()).isEqualTo(OWNER);
  }

  @Test
  void followsAWorkerFromClaimToRunning() {
    final Node node = Node.available(Map.of());
    node.tell(new NodeEvent.GuestClaimed(W, "ada"));
    assertThat(node.core().state()).isEqualTo(CLAIMED);
    node.tell(new NodeEvent.GuestStarted(W));
    assertThat(node.core().state()).isEqualTo(CLAIMED);
    node.tell(new NodeEvent.GuestReady(W));
    assertThat(node.core().state()).isEqualTo(RUNNING);
    assertThat(node.core().reason()).isEqualTo("worker J1-w1 computes while you are away");
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    assertThat(node.effects).isEmpty();
  }

  @Test
  void holdsAtOnceAndVacatesWithinGraceWhenOwnerReturns() {
    final Node node = Node.available(Map.of());
    node.guest(W);
    final long deadline = node.now().epochMillis() + 30_000;
    assertThat(node.input())
        .containsExactly(
            new HoldGuest(W, 0.25),
            new ReportReclaimed(
                "you used the keyboard or mouse 0 s ago; available in 5 min", deadline));
    assertThat(node.core().state()).isEqualTo(VACATING);
    assertThat(node.core().willing()).isFalse();
    assertThat(node.core().toWire().getGraceDeadlineEpochMillis()).isEqualTo(deadline);
    assertThat(node.core().reason())
        .isEqualTo("worker J1-w1 leaves within 30 s, because you used the keyboard or mouse");
    node.tell(new NodeEvent.GuestHeld(W, node.nanos() + 3_000_000));
    node.tell(new NodeEvent.HandOver(W, false));
    assertThat(node.pass(4)).isEmpty();
    assertThat(node.input()).isEmpty();
    assertThat(node.tell(new NodeEvent.GuestGone(W)))
        .containsExactly(new ReportVacated(W, 4000, false));
    assertThat(node.core().state()).isEqualTo(OWNER);
    final var status = node.core().toWire();
    assertThat(status.getReclaims().getCount()).isEqualTo(1);
    assertThat(status.getReclaims().getLastMillis()).isEqualTo(3);
    assertThat(status.getVacates().getMaxMillis()).isEqualTo(4000);
    assertThat(status.getLostReclaims()).isZero();
  }

  @Test
  void killsWhoIsStillThereWhenTheGracePeriodIsOver() {
    final Node node = Node.available(Map.of("grace", "10s"));
    node.guest(W);
    node.input();
    node.tell(new NodeEvent.HandOver(W, false));
    assertThat(node.pass(9)).isEmpty();
    assertThat(node.pass(1))
        .containsExactly(
            new SuspendGuest(W), new KillGuest(W, "its grace period of 10 s had ended"));
    assertThat(node.pass(5)).isEmpty();
    assertThat(node.tell(new NodeEvent.GuestGone(W)))
        .containsExactly(new ReportVacated(W, 15_000, true));
    assertThat(node.core().toWire().getLostReclaims()).isEqualTo(1);
  }

  @Test
  void aGuestThatWasToldToLeaveLeavesEvenIfTheOwnerIsAwayAgain() {
    final Node node = Node.available(Map.of("idle-after", "2s", "grace", "10s"));
    node.guest(W);
    node.input();
    node.tell(new NodeEvent.HandOver(W, false));
    assertThat(node.pass(9)).isEmpty();
    assertThat(node.core().state()).isEqualTo(VACATING);
    assertThat(node.core().willing()).as("else its job would keep it there").isFalse();
    assertThat(node.pass(1)).hasSize(1);
    assertThat(node.core().willing()).isFalse();
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    assertThat(node.core().willing()).isTrue();
  }

  @Test
  void stopsAndEndsAGuestAtOnceWhenItsOwnerIsStrict() {
    final Node node = Node.available(Map.of("policy", "strict"));
    node.guest(W);
    assertThat(node.input())
        .startsWith(
            new SuspendGuest(W),
            new KillGuest(W, "it had to leave at once because you used the keyboard or mouse"));
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().toWire().getLostReclaims()).isZero();
    assertThat(node.core().toWire().getVacates().getCount()).isEqualTo(1);
  }

  @Test
  void letsAGuestLingerWhileItsOwnerNeedsLittle() {
    final Node node = Node.available(Map.of("policy", "linger", "linger-time", "60s"));
    node.guest(W);
    assertThat(node.input()).containsExactly(new HoldGuest(W, 1));
    assertThat(node.core().state()).isEqualTo(RUNNING);
    node.tell(new NodeEvent.GuestHeld(W, node.nanos() + 1_000_000));
    assertThat(node.pass(59)).isEmpty();
    assertThat(node.pass(1))
        .hasSize(2)
        .startsWith(new HoldGuest(W, 0.25))
        .last()
        .isInstanceOf(ReportReclaimed.class);
    assertThat(node.core().state()).isEqualTo(VACATING);
    assertThat(node.core().toWire().getReclaims().getCount()).isEqualTo(1);
  }

  @Test
  void endsLingeringWhenTheOwnersProgramsNeedTheProcessors() {
    final Node node = Node.available(Map.of("policy", "linger"));
    node.guest(W);
    node.input();
    node.ownerCpu = 0.9;
    node.pass(2);
    assertThat(node.core().state()).isEqualTo(VACATING);
  }

  @Test
  void endsAWorkerThatHasNotBegunWithoutWaiting() {
    final Node node = Node.available(Map.of());
    node.tell(new NodeEvent.GuestClaimed(W, "ada"));
    assertThat(node.input().getFirst()).isInstanceOf(KillGuest.class);

    final Node other = Node.available(Map.of());
    other.tell(new NodeEvent.GuestClaimed(W, "ada"));
    other.tell(new NodeEvent.GuestStarted(W));
    assertThat(other.input())
        .hasSize(3)
        .startsWith(new SuspendGuest(W))
        .element(1)
        .isInstanceOf(KillGuest.class);
  }

  @Test
  void refusesAWorkerWhileTheOwnerIsThere() {
    final Node node = Node.available(Map.of());
    node.input();
    assertThat(node.tell(new NodeEvent.GuestClaimed(W, "ada")).getFirst())
        .isInstanceOf(KillGuest.class);
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().state()).isEqualTo(OWNER);
  }

  @Test
  void refusesWorkersOfUsersWhoAreNotWelcome() {
    final Node node = Node.available(Map.of("welcome", "bob, eve"));
    assertThat(node.tell(new NodeEvent.GuestClaimed(W, "ada")))
        .containsExactly(new KillGuest(W, "jobs of ada are not admitted on this computer"));
    node.tell(new NodeEvent.GuestGone(W));
    node.tell(new NodeEvent.GuestClaimed("J1-w2", "bob"));
    assertThat(node.core().state()).isEqualTo(CLAIMED);
  }

  @Test
  void aWorkerLeavesAsAtAReclaimWhenItsUserIsNoLongerWelcome() {
    final Node node = Node.available(Map.of("grace", "30s"));
    node.guest(W);
    assertThat(node.change("welcome", "ada, bob")).noneMatch(KillGuest.class::isInstance);
    assertThat(node.core().state()).isEqualTo(RUNNING);
    node.change("welcome", "bob");
    assertThat(node.core().state()).isEqualTo(VACATING);
    assertThat(node.core().reason())
        .isEqualTo(
            "worker "
                + W
                + " leaves within 30 s, because jobs of ada are not admitted on this computer");
    assertThat(node.core().willing()).as("others may come").isTrue();
    assertThat(node.pass(31)).anyMatch(KillGuest.class::isInstance);
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void endsEveryWorkerWhenTheLeaseIsLost() {
    final Node node = Node.available(Map.of());
    node.guest(W);
    assertThat(node.tell(new NodeEvent.LeaseLost()))
        .containsExactly(
            new KillGuest(W, "the coordinator's claim expired: no coordinator is connected"));
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    assertThat(node.core().toWire().getLostReclaims()).isZero();
  }

  @Test
  void keepsToTheOwnersSchedule() {
    final Node node = Node.available(Map.of("schedule", "mon-fri 18:00-08:00, sat-sun"));
    assertThat(node.core().state()).isEqualTo(OWNER);
    assertThat(node.core().reason()).contains("your schedule reserves this time for you");
    assertThat(node.core().nextChange())
        .isEqualTo("the computer becomes available to jobs at 18:00");
    node.pass(Duration.ofHours(6));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    assertThat(node.core().nextChange())
        .isEqualTo("your schedule reserves the computer for you at Tue 08:00");
  }

  @Test
  void keepsOffTheBatteryAsItsOwnerWants() {
    final Node node = Node.available(Map.of());
    node.tell(new NodeEvent.Power(new PowerState(false, 0.9, false)));
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.set("on-battery", "above 0.5");
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.Power(new PowerState(false, 0.45, false)));
    assertThat(node.core().reason())
        .isEqualTo("the computer runs on battery, charge 45 % (on-battery is above 0.5)");
    node.tell(new NodeEvent.Power(new PowerState(true, 0.45, false)));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void leavesTheComputerToAnExclusiveProgram() {
    final Node node = Node.available(Map.of());
    node.tell(new NodeEvent.ExclusiveProgram("obs"));
    assertThat(node.core().reason())
        .isEqualTo("obs is running, and you reserve the computer for it");
    node.tell(new NodeEvent.ExclusiveProgram(""));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void waitsLessWhenTheOwnerLocksTheScreenAndCountsUnlockingAsInput() {
    final Node node = Node.available(Map.of());
    node.input();
    node.tell(new NodeEvent.Lock(Node.SOURCE));
    node.pass(59);
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.pass(1);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.Unlock(Node.SOURCE));
    assertThat(node.core().state()).isEqualTo(OWNER);
    assertThat(node.core().reason()).contains("available in 5 min");
  }

  @Test
  void actsOnASettingTheMomentItIsChanged() {
    final Node node = Node.available(Map.of());
    node.input();
    node.pass(30);
    assertThat(node.core().state()).isEqualTo(OWNER);
    node.set("idle-after", "20s");
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }
}
