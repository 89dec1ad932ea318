package io.lull.platform.linux.dbus;

import io.lull.platform.input.InputSignal;
import io.lull.platform.linux.dbus.DesktopService.State;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a desktop's services report beside input: that its screen is locked, and which programs keep
 * the screen on. Desktops have different services: a missing one is not reported as lost, one that
 * does not respond is.
 */
final class Desktop {
  /** None of these services sees input, so nothing about the past makes anybody active. */
  private static final Duration LONG_AGO = Duration.ofDays(1);

  private final SourceReporter voice;
  private final ScreenInhibitors keptOn;
  private final Clock clock;
  private final List<DesktopService> services;
  private boolean lockedTold;
  private String detailTold = "";

  Desktop(SourceReporter voice, Clock clock) {
    this.voice = voice;
    this.keptOn = new ScreenInhibitors(voice);
    this.clock = clock;
    this.services = DesktopService.all(this::changed);
  }

  List<DesktopService> services() {
    return services;
  }

  private void changed() {
    final List<String> telling = new ArrayList<>();
    final List<String> keptOnBy = new ArrayList<>();
    boolean locked = false;
    String lost = "";
    for (final DesktopService service : services) {
      switch (service.state()) {
        case State.Unknown() -> {
          return;
        }
        case State.Missing() -> {}
        case State.Lost(String why) -> lost = lost.isEmpty() ? why : lost;
        case State.Telling(DesktopService.Answer answer) -> {
          telling.add(service.name());
          locked |= answer.locked();
          keptOnBy.addAll(answer.keptOnBy());
        }
      }
    }
    if (!lost.isEmpty()) {
      detailTold = "";
      lockedTold = false;
      keptOn.forgotten();
      voice.lost(lost);
      return;
    }
    final String detail =
        telling.isEmpty()
            ? "no service of this desktop tells of its lock or of inhibitors"
            : String.join(", ", telling);
    if (!detail.equals(detailTold)) {
      detailTold = detail;
      voice.working(detail, clock.nanos() - LONG_AGO.toNanos(), Set.of());
    }
    if (locked != lockedTold) {
      lockedTold = locked;
      voice.say(new InputSignal.Locked(voice.name(), locked));
    }
    keptOn.now(keptOnBy);
  }
}
