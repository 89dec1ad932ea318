package io.lull.tray.icon;

import io.lull.platform.tray.PanelBrightness;
import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayMenuItem;
import io.lull.platform.tray.TrayState;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.tray.agent.AgentState;
import io.lull.tray.agent.AgentWords;
import io.lull.tray.agent.PauseLength;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.ArrayList;
import java.util.List;

/** Derives the icon's content from the agent's state: the same for the same state and time. */
public final class TrayMenu {
  private final AgentWords words;
  private final Texts computer;
  private final Texts shell;
  private final Texts menu;

  public TrayMenu(Phrases phrases) {
    this.words = new AgentWords(phrases);
    this.computer = Texts.of("computer", phrases.texts().locale());
    this.shell = Texts.of("shell", phrases.texts().locale());
    this.menu = Texts.of("menu", phrases.texts().locale());
  }

  /**
   * @param pages that can be opened, by their names on the command line
   */
  public TrayContent of(AgentState state, List<String> pages, long nowEpochMillis) {
    final AgentWords.Words said = words.of(state, nowEpochMillis);
    final List<TrayMenuItem> items = new ArrayList<>();
    items.add(new TrayMenuItem.Header(line(said.headline())));
    if (!said.reason().isBlank()) {
      items.add(new TrayMenuItem.Header(line(said.reason())));
    }
    items.add(new TrayMenuItem.Separator());
    pages.forEach(page -> items.add(action(shell.say("page." + page), new TrayAction.Open(page))));
    state
        .present()
        .ifPresent(present -> {
          items.add(new TrayMenuItem.Separator());
          items.add(pause(present.status()));
        });
    items.add(new TrayMenuItem.Separator());
    items.add(action(menu.say("quit"), new TrayAction.Quit()));
    return new TrayContent(
        state.present().map(present -> glance(present.status())).orElse(TrayState.OFFLINE),
        PanelBrightness.UNKNOWN,
        shell.say("title"),
        menu.say("tooltip", said.headline()),
        items);
  }

  /** The meaning of the icon's shape. */
  private static TrayState glance(OwnerStatus status) {
    if (AgentWords.isGuest(status)) {
      return TrayState.RUNNING;
    }
    if (status.getPausedUntilEpochMillis() != 0) {
      return TrayState.PAUSED;
    }
    if (status.getKind().equals("blind")) {
      return TrayState.BLIND;
    }
    if (AgentWords.isAlone(status)) {
      return TrayState.OFFLINE;
    }
    return status.getStatus().getState().equals(NodeState.AVAILABLE.wire())
        ? TrayState.AVAILABLE
        : TrayState.IN_USE;
  }

  private TrayMenuItem pause(OwnerStatus status) {
    return AgentWords.resuming(status)
        .map(words -> action(computer.say(words), new TrayAction.Resume()))
        .orElseGet(() ->
            new TrayMenuItem.Submenu(
                computer.say("pause"),
                PauseLength.offered(AgentWords.isGuest(status)).stream()
                    .map(length -> action(computer.say(length.key()), new TrayAction.Pause(length)))
                    .toList()));
  }

  private static TrayMenuItem action(String text, TrayAction command) {
    return new TrayMenuItem.Action(command.id(), text);
  }

  /** A sentence that is too long for a menu ends with an ellipsis. */
  private static String line(String sentence) {
    return sentence.length() <= TrayMenuItem.MOST_CHARACTERS
        ? sentence
        : sentence.substring(0, TrayMenuItem.MOST_CHARACTERS - 1) + "…";
  }
}
