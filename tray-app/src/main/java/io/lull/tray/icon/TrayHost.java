package io.lull.tray.icon;

import java.util.function.Consumer;

/** Who shows the icon beside the clock, where the desktop has a place for it. */
public interface TrayHost extends AutoCloseable {
  /**
   * Shows the icon, or what has changed of it. Quick, and from any thread.
   *
   * @param chosen is told, on any thread, what was chosen in the menu; a click on the icon opens
   *     the first page
   */
  void show(TrayLook look, Consumer<TrayCommand> chosen);

  /** Takes the icon away. */
  @Override
  void close();
}
