package io.lull.platform.macos.session;

import io.lull.platform.source.IdleReading.Pointer;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A macOS desktop that a test operates. */
final class FakeDesktop implements DesktopInput {
  @Nullable Desktop desktop = new Desktop("anna", false);
  @Nullable Pointer pointer = new Pointer(5, 5);
  Set<String> keepers = Set.of();
  final Map<Events, Double> seconds = new EnumMap<>(Events.class);

  FakeDesktop() {
    idle(3_600, 3_600, 3_600);
  }

  void idle(double any, double keys, double buttons) {
    seconds.put(Events.ANY, any);
    seconds.put(Events.KEYS, keys);
    seconds.put(Events.BUTTONS, buttons);
  }

  @Override
  public OptionalDouble secondsSince(Events events) {
    final Double since = seconds.get(events);
    return since == null ? OptionalDouble.empty() : OptionalDouble.of(since);
  }

  @Override
  public @Nullable Pointer pointer() {
    return pointer;
  }

  @Override
  public @Nullable Desktop desktop() {
    return desktop;
  }

  @Override
  public Set<String> keepersOfTheDisplay() {
    return keepers;
  }
}
