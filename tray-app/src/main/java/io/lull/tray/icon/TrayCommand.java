package io.lull.tray.icon;

import java.time.Duration;

/** What can be chosen in the icon's menu. */
public sealed interface TrayCommand {
  /**
   * Shows the window.
   *
   * @param page as {@code lull tray --page} names it
   */
  record Open(String page) implements TrayCommand {}

  /**
   * @param length nothing: until it is resumed
   */
  record Pause(Duration length) implements TrayCommand {}

  record Resume() implements TrayCommand {}

  /** Ends the tray application; the agent goes on. */
  record Quit() implements TrayCommand {}
}
