package io.lull.platform.linux.dbus;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.dbus.DesktopService.State;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the services of a desktop tell beside input: that its screen is locked, and which programs
 * keep it from going dark. No two desktops have the same services, so that one which is not there
 * is not missed; one that is there and stands still is.
 */
public final class DesktopSource implements InputSource {
  /** This source sees no input, so that nothing it says of the past makes anybody active. */
  private static final Duration LONG_AGO = Duration.ofDays(1);

  private final SourceVoice voice = new SourceVoice("desktop");
  private final KeptOn keptOn = new KeptOn(voice);
  private final Clock clock;
  private final List<DesktopService> services;
  private final BusLoop loop;
  private boolean lockedTold;
  private String detailTold = "";

  /**
   * @param bus of the session
   */
  public DesktopSource(BusAddress bus, Clock clock) {
    this(bus, BusPace.USUAL, clock);
  }

  DesktopSource(BusAddress bus, BusPace pace, Clock clock) {
    this.clock = clock;
    this.services = DesktopService.all(this::changed);
    this.loop = new BusLoop("desktop", bus, pace, clock, services);
  }

  @Override
  public String name() {
    return voice.name();
  }

  @Override
  public void start(Consumer<InputSignal> sink) {
    voice.to(sink);
    loop.start();
  }

  @Override
  public void close() {
    loop.close();
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
