package io.lull.tray.icon;

import io.lull.tray.agent.PauseLength;
import java.util.Optional;
import java.util.stream.Stream;

/** The actions of the icon's menu. */
public sealed interface TrayAction {
  /** Its id in the menu. */
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

  /** Ends the tray application; the agent continues. */
  record Quit() implements TrayAction {
    @Override
    public String id() {
      return "quit";
    }
  }

  /** Empty: not an item of this program's menu. */
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
