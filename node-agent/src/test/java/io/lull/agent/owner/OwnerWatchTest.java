package io.lull.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.owner.NodeEvent;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.machine.MediaUse;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerWatchTest {
  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() throws IOException {
    rig = new Rig(folder);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void holdsTheGuestAndTellsTheCoordinatorWhenTheOwnerMoves() throws Exception {
    assertThat(rig.until(Rig.state("available")).getWilling()).isTrue();
    rig.guest("J1-w1");
    rig.until(Rig.state("running"));
    rig.hand.move();
    final NodeStatus vacating = rig.until(Rig.state("vacating"));
    assertThat(vacating.getWilling()).isFalse();
    assertThat(vacating.getGraceDeadlineEpochMillis()).isPositive();
    assertThat(rig.nextDone()).isEqualTo("hold J1-w1");
    assertThat(rig.until(s -> s.getReclaims().getCount() == 1).getReclaims().getLastMillis())
        .isNotNegative();
    rig.watch.tell(new NodeEvent.GuestGone("J1-w1"));
    assertThat(rig.nextDone()).isEqualTo("vacated J1-w1 false");
    final OwnerReclaim reclaim = rig.ledger.record().getRecent(0);
    assertThat(reclaim.getSource()).isEqualTo("hand");
    assertThat(reclaim.getJob()).isEqualTo("J1");
    assertThat(reclaim.getHeldMillis()).isNotNegative();
    rig.until(Rig.state("available"));
  }

  @Test
  void killsWhenTheGracePeriodIsOverWithoutAnyEvent() throws Exception {
    rig.settings.set("grace", "1s");
    rig.until(Rig.state("available"));
    rig.guest("J1-w1");
    rig.hand.move();
    assertThat(rig.nextDone()).isEqualTo("hold J1-w1");
    assertThat(rig.nextDone()).isEqualTo("kill J1-w1");
    assertThat(rig.nextDone()).isEqualTo("vacated J1-w1 true");
    rig.until(s -> s.getLostReclaims() == 1 && s.getVacates().getCount() == 1);
    Eventually.await(
        "an incident", Duration.ofSeconds(60), () -> rig.ledger.record().getIncidents() == 1);
    assertThat(rig.ledger.record().getEvicted()).isEqualTo(1);
  }

  @Test
  void takesTheScriptsWordForTheOwnersLoad() throws Exception {
    rig.until(Rig.state("available"));
    rig.hand.say(new InputSignal.OwnerLoad("hand", 0.9));
    assertThat(rig.until(Rig.state("owner")).getReason()).startsWith("your programs use");
    rig.hand.say(new InputSignal.OwnerLoad("hand", 0));
    rig.until(Rig.state("available"));
    rig.hand.say(new InputSignal.Power("hand", false, 0.5));
    assertThat(rig.until(Rig.state("owner")).getReason())
        .startsWith("the computer runs on battery");
    rig.hand.say(new InputSignal.Power("hand", true, 1));
    rig.until(Rig.state("available"));
    rig.hand.say(new InputSignal.Quit("hand"));
    assertThat(rig.nextDone()).isEqualTo("quit");
  }

  @Test
  void reclaimsWhenTheDisplayGoesAwayAndIsThereAgainWhenItIsBack() throws Exception {
    rig.until(Rig.state("available"));
    rig.guest("J1-w1");
    rig.until(Rig.state("running"));
    rig.hand.say(new InputSignal.Lost("hand", "the display is gone"));
    assertThat(rig.until(Rig.state("vacating")).getReason()).contains("J1-w1 leaves");
    assertThat(rig.nextDone()).isEqualTo("hold J1-w1");
    rig.watch.tell(new NodeEvent.GuestGone("J1-w1"));
    assertThat(rig.until(Rig.state("owner")).getInputSource()).contains("the display is gone");
    assertThat(rig.ledger.record().getRecent(0).getSource()).isEqualTo("hand");
    rig.hand.say(
        new InputSignal.Working(
            "hand", "it is back", System.nanoTime(), Set.of(new Coverage.Everything())));
    rig.until(Rig.state("available"));
  }

  @Test
  void reclaimsWhenTheMachineWasAsleepWhileAGuestRan() throws Exception {
    rig.until(Rig.state("available"));
    rig.guest("J1-w1");
    rig.until(Rig.state("running"));
    rig.hand.say(new InputSignal.Slept("hand"));
    rig.until(Rig.state("vacating"));
    assertThat(rig.nextDone()).isEqualTo("hold J1-w1");
  }

  @Test
  void takesAClockThatJumpsAheadForASleepAndOneThatJumpsBackForNothing() throws Exception {
    rig.until(Rig.state("available"));
    rig.guest("J1-w1");
    rig.until(Rig.state("running"));
    rig.clock.jump(Duration.ofHours(-3));
    rig.watch.tell(new NodeEvent.Tick());
    Eventually.await(
        "a look at the clock",
        Duration.ofSeconds(60),
        () -> rig.watch.core().last().epochMillis() <= rig.clock.epochMillis());
    assertThat(rig.watch.core().state().wire()).isEqualTo("running");
    rig.clock.jump(Duration.ofHours(5));
    rig.until(Rig.state("vacating"));
    assertThat(rig.nextDone()).isEqualTo("hold J1-w1");
    rig.watch.tell(new NodeEvent.GuestGone("J1-w1"));
    rig.until(Rig.state("available"));
  }

  @Test
  void seesAnOwnerWhoSpeaks() throws Exception {
    rig.until(Rig.state("available"));
    rig.media = new MediaUse.InUse(true, false);
    assertThat(rig.until(Rig.state("owner")).getReason()).contains("microphone");
    assertThat(rig.watch.core().engagements()).hasSize(1);
    rig.media = MediaUse.InUse.NONE;
    rig.until(Rig.state("available"));
  }

  @Test
  void writesDownAsAnIncidentThatAGuestCouldNotBeStopped() throws Exception {
    rig.stoppable = false;
    rig.settings.set("policy", "strict");
    rig.until(Rig.state("available"));
    rig.guest("J1-w1");
    rig.until(Rig.state("running"));
    rig.hand.move();
    Eventually.await(
        "an incident", Duration.ofSeconds(60), () -> rig.ledger.record().getIncidents() == 1);
    assertThat(rig.done).contains("suspend J1-w1", "kill J1-w1");
  }
}
