package io.lull.tray.screen;

import io.lull.testkit.time.VirtualClock;
import io.lull.tray.agent.AgentState;
import io.lull.tray.app.TrayApp;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import io.lull.tray.notice.KeptLevel;
import io.lull.tray.shell.Page;
import io.lull.tray.shell.ShellView;
import io.lull.tray.shell.ShellViewModel;
import io.lull.tray.text.Phrases;
import io.lull.tray.ui.PageView;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Parent;
import javafx.scene.control.ScrollPane;

/** Every screen that there is, in every state that looks different: a line each. */
public final class Screens {
  private static final String LEAVE = "leave";

  private Screens() {}

  /** By the name of its picture; made on the toolkit's thread. */
  public static Map<String, Supplier<Parent>> all(Locale locale) {
    final Map<String, Supplier<Parent>> all = new LinkedHashMap<>();
    all.put("computer", () -> window(Page.COMPUTER, Samples.present(Samples.owner()), locale));
    all.put(
        "computer-guest", () -> window(Page.COMPUTER, Samples.present(Samples.guest()), locale));
    all.put(
        "computer-fresh", () -> window(Page.COMPUTER, Samples.present(Samples.fresh()), locale));
    all.put(
        "computer-paused", () -> window(Page.COMPUTER, Samples.present(Samples.paused()), locale));
    all.put(
        "computer-alone",
        () ->
            window(
                Page.COMPUTER,
                Samples.present(Samples.available().toBuilder().setConnected(false).build()),
                locale));
    all.put(
        "computer-german",
        () -> window(Page.COMPUTER, Samples.present(Samples.guest()), Locale.GERMAN));
    all.put("computer-silent", () -> window(Page.COMPUTER, Samples.silent(), locale));
    all.put("computer-absent", () -> window(Page.COMPUTER, Samples.absent(), locale));
    all.put(
        "preferences", () -> window(Page.PREFERENCES, Samples.present(Samples.owner()), locale));
    all.put(
        "preferences-week",
        () -> scrolled(window(Page.PREFERENCES, Samples.present(Samples.owner()), locale), 0.48));
    all.put(
        "preferences-last",
        () -> scrolled(window(Page.PREFERENCES, Samples.present(Samples.owner()), locale), 1));
    all.put(
        "preferences-french",
        () -> window(Page.PREFERENCES, Samples.present(Samples.owner()), Locale.FRENCH));
    all.put(
        "preferences-locked",
        () ->
            window(
                Page.PREFERENCES,
                new AgentState.Present(Samples.owner(), Samples.boundedSettings()),
                locale));
    all.put("welcome", () -> welcome(locale));
    JobScreens.addTo(all, locale);
    ClusterScreens.all(locale).forEach(all::put);
    CapacityScreens.all(locale).forEach(all::put);
    return all;
  }

  private static Parent welcome(Locale locale) {
    final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
    final TrayApp.Surroundings around = around(agent, locale);
    final Map<Page, Supplier<PageView>> pages = pages(around);
    pages.put(Page.WELCOME, () -> TrayApp.welcome(around, new SampleDoor(), () -> {}));
    return window(Page.WELCOME, agent, pages, locale);
  }

  /**
   * @param part of what is out of sight that is passed over
   */
  static Parent scrolled(Parent window, double part) {
    window
        .lookupAll(".page-scroll")
        .forEach(each -> {
          if (each instanceof ScrollPane pane) {
            pane.setVvalue(part);
          }
        });
    return window;
  }

  /** The whole window, at this page. */
  public static Parent window(Page page, AgentState state, Locale locale) {
    return window(page, new SampleAgent(state), locale);
  }

  public static Parent window(Page page, SampleAgent agent, Locale locale) {
    return window(page, agent, pages(around(agent, locale)), locale);
  }

  private static TrayApp.Surroundings around(SampleAgent agent, Locale locale) {
    return around(agent, new SampleGrid(), new UiThread(Runnable::run), locale);
  }

  static Map<Page, Supplier<PageView>> pages(TrayApp.Surroundings around) {
    return TrayApp.pages(around, _ -> {}, () -> {});
  }

  static TrayApp.Surroundings around(
      SampleAgent agent, GridAccess grid, UiThread uiThread, Locale locale) {
    return new TrayApp.Surroundings(
        agent,
        grid,
        uiThread,
        new Phrases(locale, ZoneOffset.UTC),
        new VirtualClock(Samples.NOW),
        new TrayApp.ProgramChoices(
            Optional.of(new SampleAutostart()), new KeptLevel(Path.of("nowhere"))),
        new SampleStudy());
  }

  static TrayApp.Surroundings around(SampleAgent agent, GridAccess grid, Locale locale) {
    return around(agent, grid, new UiThread(Runnable::run), locale);
  }

  /** At a page that asks the coordinator. */
  public static Parent window(Page page, GridAccess grid, Locale locale) {
    final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
    return window(page, agent, pages(around(agent, grid, locale)), locale);
  }

  static Parent window(
      Page page, SampleAgent agent, Map<Page, Supplier<PageView>> pages, Locale locale) {
    final List<Page> offered = new ArrayList<>(pages.keySet());
    if (page != Page.CAPACITY) {
      // Most people see it on no page.
      offered.remove(Page.CAPACITY);
    }
    final ShellViewModel shell =
        new ShellViewModel(offered, agent, new UiThread(Runnable::run), locale);
    final ShellView view = new ShellView(shell, pages);
    shell.open(page);
    view.showing(true);
    view.node().getProperties().put(LEAVE, (Runnable) () -> view.showing(false));
    return view.node();
  }

  /** Nobody looks at it any more: what it has fetched for a look goes. */
  static void leave(Parent screen) {
    if (screen.getProperties().get(LEAVE) instanceof Runnable leave) {
      leave.run();
    }
  }
}
