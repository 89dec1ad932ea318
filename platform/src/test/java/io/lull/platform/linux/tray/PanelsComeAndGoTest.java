package io.lull.platform.linux.tray;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.linux.dbus.BusAddress;
import io.lull.platform.linux.dbus.OwnBus;
import io.lull.platform.tray.PanelBrightness;
import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayIcon;
import io.lull.platform.tray.TrayPresence;
import io.lull.platform.tray.TrayState;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.bus.MockBus;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An icon follows the panels of its session, and says when nobody sees it. */
class PanelsComeAndGoTest {
  @RegisterExtension static final OwnBus bus = new OwnBus();

  private static final TrayContent FACE =
      new TrayContent(TrayState.AVAILABLE, PanelBrightness.UNKNOWN, "Lull", "", List.of());
  private static final Duration PATIENT = Duration.ofSeconds(10);
  private static final Duration BRISK = Duration.ofSeconds(2);

  private static PanelIcon started(BusAddress address, Duration answeredWithin, TrayTold told) {
    final PanelIcon icon = new PanelIcon(address, answeredWithin, SystemClock.INSTANCE);
    icon.start(FACE, told);
    return icon;
  }

  @Test
  void withoutAPanelTheIconSaysSoAndIsShownByOneThatComes() {
    final TrayTold told = new TrayTold();
    try (PanelIcon _ = started(bus.address(), PATIENT, told)) {
      assertThat(told.awaitAbsent(0)).contains("no panel of this session shows icons");
      try (FakeWatcher watcher = FakeWatcher.on(bus.address())) {
        told.awaitShown(0);
        assertThat(watcher.items()).hasSize(1);
      }
      told.awaitAbsent(2);
    }
  }

  @Test
  void aPanelThatWasStartedAnewIsGivenTheIconAgain() {
    final TrayTold told = new TrayTold();
    try (FakeWatcher first = FakeWatcher.on(bus.address());
        PanelIcon icon = started(bus.address(), PATIENT, told)) {
      told.awaitShown(0);
      first.leave();
      told.awaitAbsent(1);
      icon.show(
          new TrayContent(TrayState.RUNNING, PanelBrightness.DARK, "Lull", "later", List.of()));
      try (FakeWatcher second = FakeWatcher.on(bus.address())) {
        told.awaitShown(2);
        assertThat(second.items()).isEqualTo(first.items());
        try (FakePanel panel = new FakePanel(bus.address(), second.items().getFirst())) {
          assertThat(panel.property("ToolTip").toString()).contains("later");
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  @Test
  void iconsThatAreCollectedButNotShownAreAbsentUntilAPanelComes() {
    final TrayTold told = new TrayTold();
    try (FakeWatcher watcher = FakeWatcher.withoutPanel(bus.address());
        PanelIcon _ = started(bus.address(), PATIENT, told)) {
      assertThat(told.awaitAbsent(0)).contains("no panel shows them");
      watcher.panelComes();
      told.awaitShown(1);
      watcher.panelGoes();
      told.awaitAbsent(2);
      assertThat(watcher.items()).hasSize(1);
    }
  }

  @Test
  void aPanelThatStandsStillIsSaidToAndIsHeardWhenItGoesOn() {
    final TrayTold told = new TrayTold();
    try (FakeWatcher watcher = FakeWatcher.frozen(bus.address());
        PanelIcon _ = started(bus.address(), BRISK, told)) {
      assertThat(told.awaitAbsent(0)).contains("does not answer");
      watcher.thaw();
      told.awaitShown(1);
      assertThat(watcher.items()).hasSize(1);
    }
  }

  @Test
  void aPanelThatRefusesTheIconIsQuoted() {
    final TrayTold told = new TrayTold();
    try (FakeWatcher _ = FakeWatcher.refusing(bus.address());
        PanelIcon _ = started(bus.address(), PATIENT, told)) {
      assertThat(told.awaitAbsent(0)).contains("refuses").contains("LimitsExceeded");
    }
  }

  @Test
  void twoIconsOfOneProgramAreBothShown() {
    final TrayTold first = new TrayTold();
    final TrayTold second = new TrayTold();
    try (FakeWatcher watcher = FakeWatcher.on(bus.address());
        PanelIcon _ = started(bus.address(), PATIENT, first)) {
      first.awaitShown(0);
      try (PanelIcon _ = started(bus.address(), PATIENT, second)) {
        second.awaitShown(0);
        assertThat(watcher.items()).hasSize(2).doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void aBusThatDiesIsSaidAndFoundAgain() {
    final TrayTold told = new TrayTold();
    try (MockBus mortal = MockBus.open();
        PanelIcon _ = started(BusAddress.parse(mortal.address()), PATIENT, told)) {
      try (FakeWatcher _ = FakeWatcher.on(BusAddress.parse(mortal.address()))) {
        told.awaitShown(0);
      }
      final int before = told.presences.size();
      mortal.kill();
      Eventually.await(
          "the loss of the bus",
          TrayTold.SOON,
          () ->
              told.presences.stream()
                  .skip(before)
                  .anyMatch(p -> p instanceof TrayPresence.Absent a && a.why().contains("bus")));
      mortal.restart();
      try (FakeWatcher _ = FakeWatcher.on(BusAddress.parse(mortal.address()))) {
        told.awaitShown(before);
      }
    }
  }

  @Test
  void aClosedIconHasLeftTheBusAndItsListenerInPeace() {
    final TrayTold told = new TrayTold();
    try (FakeWatcher watcher = FakeWatcher.on(bus.address())) {
      final PanelIcon icon = started(bus.address(), PATIENT, told);
      told.awaitShown(0);
      final String name = watcher.items().getFirst();
      icon.close();
      Eventually.await(
          "the name is gone",
          TrayTold.SOON,
          () -> bus.get().python("ret = bus.name_has_owner('" + name + "')").equals("False"));
      icon.show(FACE);
      assertThat(told.presences).hasSize(1);
    }
  }

  @Test
  void aSessionWithoutABusHasNoIconAndSaysWhy() {
    final TrayTold told = new TrayTold();
    for (final Map<String, String> environment :
        List.of(
            Map.<String, String>of(),
            Map.of("DBUS_SESSION_BUS_ADDRESS", "tcp:host=far"),
            Map.of("DBUS_SESSION_BUS_ADDRESS", "disabled:"))) {
      try (TrayIcon icon = PanelIcon.of(environment, SystemClock.INSTANCE)) {
        icon.start(FACE, told);
        icon.show(FACE);
      }
    }
    assertThat(told.presences)
        .hasSize(3)
        .allMatch(p -> p instanceof TrayPresence.Absent absent && absent.why().contains("bus"));
  }
}
