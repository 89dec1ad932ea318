package io.lull.agent.core.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.machine.MemoryState;
import io.lull.platform.machine.PowerState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker without data takes nothing from the owner: it goes first, and at once. */
class GhostTest {
  private static final String W = "J1-w4";

  private static Node waiting(Map<String, String> settings) {
    final Node node = Node.available(settings);
    node.tell(new NodeEvent.GuestClaimed(W, "ada", true));
    node.tell(new NodeEvent.GuestStarted(W));
    node.tell(new NodeEvent.GuestReady(W));
    assertThat(node.effects).containsExactly(new NodeEffect.HoldGuest(W, 0.25));
    node.effects.clear();
    return node;
  }

  private static void assertKilled(List<NodeEffect> effects, String why) {
    assertThat(effects)
        .anySatisfy(effect ->
            assertThat(effect)
                .isEqualTo(
                    new NodeEffect.KillGuest(
                        W, "it waited without data, and had to leave because " + why)));
  }

  @Test
  void itWaitsOnANodeThatSaysSo() {
    final Node node = waiting(Map.of());
    assertThat(node.core().state().wire()).isEqualTo("claimed");
    assertThat(node.core().reason())
        .isEqualTo(
            "worker J1-w4 waits without data, to compute at once if its job needs this computer");
    assertThat(node.core().toWire().getGhosts()).isTrue();
    node.pass(Duration.ofHours(1));
    assertThat(node.core().hasGuests()).isTrue();
    assertThat(node.effects).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gentle", "linger", "strict"})
  void itIsKilledAtTheFirstInputUnderEveryPolicy(String policy) {
    final Node node = waiting(Map.of("policy", policy));
    assertKilled(node.input(), "you used the keyboard or mouse");
    assertThat(node.core().toWire().getGhosts()).isFalse();
  }

  @Test
  void itDoesNotStayForAKnockAgainstTheDesk() {
    final Node node = waiting(Map.of("ignore-knocks", "on"));
    node.pass(Duration.ofMinutes(11));
    assertThat(node.tell(new NodeEvent.Input(Node.SOURCE, node.nanos(), 3)))
        .anyMatch(effect -> effect instanceof NodeEffect.KillGuest);
  }

  @Test
  void onBatteryItEndsThoughOtherGuestsStay() {
    final Node node = waiting(Map.of("on-battery", "always"));
    node.guest("J2-w1");
    assertKilled(
        node.tell(new NodeEvent.Power(new PowerState(false, 1.0, false))),
        "the computer runs on battery");
    assertThat(node.core().guest("J2-w1").leave()).isNull();
    assertThat(node.core().toWire().getGhosts()).isFalse();
  }

  @Test
  void itEndsBeforeTheMemoryIsFull() {
    final Node node = waiting(Map.of());
    node.tell(new NodeEvent.Memory(new MemoryState(30, 100)));
    assertThat(node.effects).isEmpty();
    assertThat(node.core().toWire().getGhosts()).isTrue();
    assertKilled(
        node.tell(new NodeEvent.Memory(new MemoryState(19, 100))), "its memory is nearly full");
    node.tell(new NodeEvent.GuestGone(W));
    node.tell(new NodeEvent.Memory(new MemoryState(30, 100)));
    // It would be below the limit with one.
    assertThat(node.core().toWire().getGhosts()).isFalse();
    node.tell(new NodeEvent.Memory(new MemoryState(50, 100)));
    assertThat(node.core().toWire().getGhosts()).isTrue();
  }

  @Test
  void anOwnerWhoWantsNoneHasNone() {
    final Node node = Node.available(Map.of("ghosts", "off"));
    assertThat(node.core().willing()).isTrue();
    assertThat(node.core().toWire().getGhosts()).isFalse();
    assertThat(node.tell(new NodeEvent.GuestClaimed(W, "ada", true)))
        .contains(
            new NodeEffect.KillGuest(
                W, "it had not started when it had to leave because the setting ghosts is off"));
  }

  @Test
  void itDoesNotKeepAPauseFromBeginning() {
    final Node node = waiting(Map.of());
    node.tell(new NodeEvent.Pause(Long.MAX_VALUE, true));
    assertThat(node.effects).anyMatch(effect -> effect instanceof NodeEffect.KillGuest);
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().pausedUntilEpochMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void itsProgramCannotUseMoreThanAHeldGuestUntilItIsWoken() {
    final Node node = Node.available(Map.of("hold-share", "0.1"));
    node.tell(new NodeEvent.GuestClaimed(W, "ada", true));
    node.tell(new NodeEvent.GuestStarted(W));
    assertThat(node.tell(new NodeEvent.GuestReady(W)))
        .containsExactly(new NodeEffect.HoldGuest(W, 0.1));
    node.tell(new NodeEvent.GuestHeld(W, node.nanos()));
    assertThat(node.tell(new NodeEvent.GuestWoken(W)))
        .containsExactly(new NodeEffect.ReleaseGuest(W));
    assertThat(node.core().records().reclaims().count()).isZero();
  }

  @Test
  void wokenItIsAWorkerLikeAnyOther() {
    final Node node = waiting(Map.of());
    node.tell(new NodeEvent.GuestWoken(W));
    assertThat(node.core().state().wire()).isEqualTo("running");
    node.tell(new NodeEvent.Power(PowerState.MAINS));
    assertThat(node.input()).noneMatch(effect -> effect instanceof NodeEffect.KillGuest);
    assertThat(node.core().state().wire()).isEqualTo("vacating");
  }

  @Test
  void wokenBeforeItIsReadyItComputesWhenItIs() {
    final Node node = Node.available(Map.of());
    node.tell(new NodeEvent.GuestClaimed(W, "ada", true));
    node.tell(new NodeEvent.GuestWoken(W));
    node.tell(new NodeEvent.GuestStarted(W));
    node.tell(new NodeEvent.GuestReady(W));
    assertThat(node.core().state().wire()).isEqualTo("running");
  }
}
