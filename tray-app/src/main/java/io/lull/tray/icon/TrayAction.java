package io.lull.tray.icon;

import io.lull.tray.agent.PauseLength;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be chosen in the icon's menu. */
public sealed interface TrayAction {
  /** By which the menu knows it. */
  String id();

  /**
   * Shows the window.
   *
   * @param page as {@code lull tray --page} names it
   */
  record Open(String page) implements TrayAction {
    private static final String PREFIX = "open:";

    @Override
    public String id() {
      return PREFIX + page;
    }
  }

  record Pause(PauseLength length) implements TrayAction {
    @Override
    public String id() {
      return length.key();
    }
  }

  record Resume() implements TrayAction {
    @Override
    public String id() {
      return "resume";
    }
  }

  /** Ends the tray application; the agent goes on. */
  record Quit() implements TrayAction {
    @Override
    public String id() {
      return "quit";
    }
  }

  /** Empty: no menu of this program has that. */
  static Optional<TrayAction> of(String id) {
    if (id.startsWith(Open.PREFIX)) {
      return Optional.of(new Open(id.substring(Open.PREFIX.length())));
    }
    return Stream.concat(
            Stream.of(new Resume(), new Quit()), Stream.of(PauseLength.values()).map(Pause::new))
        .map(TrayAction.class::cast)
        .filter(command -> command.id().equals(id))
        .findFirst();
  }
}
