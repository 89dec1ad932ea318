package io.lull.platform.linux.tray;

import io.lull.platform.tray.TrayListener;
import io.lull.platform.tray.TrayPresence;
import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a listener was told. */
final class TrayTold implements TrayListener {
  static final Duration SOON = Duration.ofSeconds(20);

  final List<TrayPresence> presences = new CopyOnWriteArrayList<>();
  final List<String> choices = new CopyOnWriteArrayList<>();

  @Override
  public void presence(TrayPresence presence) {
    presences.add(presence);
  }

  @Override
  public void activated() {
    choices.add("ACTIVATED");
  }

  @Override
  public void chosen(String id) {
    choices.add(id);
  }

  /** After so many others. */
  void awaitShown(int from) {
    await(TrayPresence.Shown.class, from);
  }

  /** Why, after so many others. */
  String awaitAbsent(int from) {
    return await(TrayPresence.Absent.class, from).why();
  }

  private <T extends TrayPresence> T await(Class<T> type, int from) {
    try {
      return Eventually.get(
          type.getSimpleName(),
          SOON,
          () ->
              presences.stream()
                  .skip(from)
                  .filter(type::isInstance)
                  .map(type::cast)
                  .findFirst()
                  .orElse(null));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", but only " + presences, e);
    }
  }
}
