package io.lull.tray.shell;

import io.lull.tray.agent.Agent;
import io.lull.tray.agent.AgentState;
import io.lull.tray.model.Tone;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Texts;
import java.util.List;
import java.util.Locale;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The selected page, and the agent's state in a word. */
public final class ShellViewModel {
  private final ObservableList<Page> pages;
  private final Texts texts;
  private final ReadOnlyObjectWrapper<Page> page;
  private final ReadOnlyObjectWrapper<Tone> tone = new ReadOnlyObjectWrapper<>(Tone.QUIET);
  private final ReadOnlyStringWrapper node = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper line;

  /**
   * @param pages that can be shown, in their order; the first is shown first
   */
  public ShellViewModel(List<Page> pages, Agent agent, UiThread uiThread, Locale locale) {
    this.pages = FXCollections.observableArrayList(pages);
    this.texts = Texts.of("shell", locale);
    this.page = new ReadOnlyObjectWrapper<>(pages.getFirst());
    this.line = new ReadOnlyStringWrapper(texts.say("agent.looking"));
    agent.watch(uiThread.latest(this::show));
  }

  private void show(AgentState state) {
    switch (state) {
      case AgentState.Looking _ -> say(Tone.QUIET, "looking");
      case AgentState.Absent _ -> say(Tone.CARE, "absent");
      case AgentState.Silent _ -> say(Tone.BAD, "silent");
      case AgentState.Forbidden _ -> say(Tone.CARE, "forbidden");
      case AgentState.Refusing _ -> say(Tone.BAD, "refusing");
      case AgentState.Present present -> {
        node.set(present.status().getNode());
        final boolean connected = present.status().getConnected();
        say(connected ? Tone.GOOD : Tone.CARE, connected ? "connected" : "alone");
      }
    }
  }

  private void say(Tone how, String key) {
    tone.set(how);
    line.set(texts.say("agent." + key));
  }

  public Texts texts() {
    return texts;
  }

  /** The pages that are offered now. */
  public ObservableList<Page> pages() {
    return pages;
  }

  /** Offers a page, in its place among the others. */
  public void include(Page more) {
    if (!pages.contains(more)) {
      pages.add((int) pages.stream().filter(page -> page.compareTo(more) < 0).count(), more);
    }
  }

  /** Offers a page and shows it. */
  public void offer(Page more) {
    include(more);
    open(more);
  }

  /** Removes a page; if it was shown, the first of the others is. */
  public void withdraw(Page old) {
    pages.remove(old);
    if (page.get() == old) {
      page.set(pages.getFirst());
    }
  }

  /** Shows another page; ignores an unknown one. */
  public void open(Page next) {
    if (pages.contains(next)) {
      page.set(next);
    }
  }

  public ReadOnlyObjectProperty<Page> pageProperty() {
    return page.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<Tone> toneProperty() {
    return tone.getReadOnlyProperty();
  }

  /** The agent's name on the grid; empty: not known. */
  public ReadOnlyStringProperty nodeProperty() {
    return node.getReadOnlyProperty();
  }

  /** The agent's state, in a word or two. */
  public ReadOnlyStringProperty lineProperty() {
    return line.getReadOnlyProperty();
  }
}
