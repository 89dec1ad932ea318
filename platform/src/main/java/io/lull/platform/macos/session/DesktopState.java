package io.lull.platform.macos.session;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.macos.session.DesktopInput.Desktop;
import io.lull.platform.source.EngagementChanges;
import io.lull.platform.source.EngagementChanges.Busy;
import io.lull.platform.source.SideProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Whether the desktop is locked, and which programs keep its display on. */
final class DesktopState implements SideProbe {
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final String source;
  private final DesktopInput input;
  private final EngagementChanges changes;
  private boolean locked;

  DesktopState(String source, DesktopInput input) {
    this.source = source;
    this.input = input;
    this.changes = new EngagementChanges(source);
  }

  @Override
  public Duration every() {
    return EVERY;
  }

  @Override
  public List<InputSignal> look() {
    final List<InputSignal> told = new ArrayList<>();
    final Desktop desktop = input.desktop();
    if (desktop != null && desktop.locked() != locked) {
      locked = desktop.locked();
      told.add(new InputSignal.Locked(source, locked));
    }
    told.addAll(
        changes.now(
            input.keepersOfTheDisplay().stream()
                .map(name -> new Busy(Engagement.SCREEN_KEPT_ON, name))
                .collect(Collectors.toSet())));
    return told;
  }
}
