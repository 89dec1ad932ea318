package io.lull.tray.icon;

import io.lull.tray.agent.AgentState;
import io.lull.tray.agent.AgentWords;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** From the agent's state to the icon: the same for the same state and moment. */
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
   * @param pages that can be opened, as the command line names them
   */
  public TrayLook of(AgentState state, List<String> pages, long nowEpochMillis) {
    final AgentWords.Words said = words.of(state, nowEpochMillis);
    final List<TrayMenuItem> items = new ArrayList<>();
    items.add(new TrayMenuItem.Line(said.headline()));
    items.add(new TrayMenuItem.Separator());
    pages.forEach(page ->
        items.add(new TrayMenuItem.Action(shell.say("page." + page), new TrayCommand.Open(page))));
    state
        .present()
        .ifPresent(present -> {
          items.add(new TrayMenuItem.Separator());
          items.add(pause(present.status().getPausedUntilEpochMillis() != 0));
        });
    items.add(new TrayMenuItem.Separator());
    items.add(new TrayMenuItem.Action(menu.say("quit"), new TrayCommand.Quit()));
    return new TrayLook(said.tone(), menu.say("tooltip", said.headline()), items);
  }

  private TrayMenuItem pause(boolean paused) {
    if (paused) {
      return new TrayMenuItem.Action(computer.say("resume"), new TrayCommand.Resume());
    }
    return new TrayMenuItem.Submenu(
        computer.say("pause"),
        List.of(
            pause("pause.half-hour", Duration.ofMinutes(30)),
            pause("pause.two-hours", Duration.ofHours(2)),
            pause("pause.for-good", Duration.ZERO)));
  }

  private TrayMenuItem pause(String key, Duration length) {
    return new TrayMenuItem.Action(computer.say(key), new TrayCommand.Pause(length));
  }
}
