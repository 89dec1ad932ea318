package io.lull.tray.app;

import io.lull.client.ClientFailure;
import io.lull.platform.autostart.Autostart;
import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayIcon;
import io.lull.platform.tray.TrayListener;
import io.lull.platform.tray.TrayNotice;
import io.lull.platform.tray.TrayPresence;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerResume;
import io.lull.tray.agent.Agent;
import io.lull.tray.agent.AgentState;
import io.lull.tray.capacity.CapacityStudy;
import io.lull.tray.capacity.CapacityView;
import io.lull.tray.capacity.CapacityViewModel;
import io.lull.tray.cluster.ClusterView;
import io.lull.tray.cluster.ClusterViewModel;
import io.lull.tray.computer.ThisComputerView;
import io.lull.tray.computer.ThisComputerViewModel;
import io.lull.tray.export.FileDialog;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.icon.TrayAction;
import io.lull.tray.icon.TrayMenu;
import io.lull.tray.jobs.JobsPage;
import io.lull.tray.model.UiThread;
import io.lull.tray.notice.AgentNotices;
import io.lull.tray.notice.JobEnds;
import io.lull.tray.notice.KeptLevel;
import io.lull.tray.notice.NoticeLevel;
import io.lull.tray.preferences.PreferencesView;
import io.lull.tray.preferences.PreferencesViewModel;
import io.lull.tray.preferences.ProgramModel;
import io.lull.tray.shell.Page;
import io.lull.tray.shell.ShellView;
import io.lull.tray.shell.ShellViewModel;
import io.lull.tray.text.Phrases;
import io.lull.tray.ui.PageView;
import io.lull.tray.ui.Theme;
import io.lull.tray.welcome.Enroller;
import io.lull.tray.welcome.WelcomeView;
import io.lull.tray.welcome.WelcomeViewModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects the pages, the window around them and the icon. On the toolkit's thread. */
public final class TrayApp {
  private static final Logger LOG = LoggerFactory.getLogger(TrayApp.class);
  private static final double WIDTH = 900;
  private static final double HEIGHT = 660;
  private static final double LEAST_WIDTH = 640;
  private static final double LEAST_HEIGHT = 480;

  /** A session's panel starts at the same time as the session's programs. */
  private static final Duration PANEL_WITHIN = Duration.ofMinutes(1);

  private final Surroundings surroundings;
  private final TrayIcon icon;
  private final Runnable quit;
  private final ShellViewModel shell;
  private final ShellView view;
  private final TrayMenu menu;
  private final AgentNotices notices;
  private final JobEnds ends;
  private AgentState last = new AgentState.Looking();

  /** The page that was asked for last: it may be offered only later. */
  private Optional<Page> asked = Optional.empty();

  private final Stage stage = new Stage();
  private final ToolkitTimer timer = ToolkitTimer.find();

  /** Whether there is an icon that opens the window again. */
  private volatile boolean seen;

  /** The icon's events, on its own thread. */
  private final class Chosen implements TrayListener {
    @Override
    public void presence(TrayPresence presence) {
      seen = presence instanceof TrayPresence.Shown;
      LOG.info("the icon: {}", presence);
    }

    @Override
    public void activated() {
      surroundings.uiThread().run(() -> open(""));
    }

    @Override
    public void chosen(String id) {
      TrayAction.of(id).ifPresent(command -> surroundings.uiThread().run(() -> obey(command)));
    }
  }

  /** What all parts need. */
  public record Surroundings(
      Agent agent,
      GridAccess grid,
      UiThread uiThread,
      Phrases phrases,
      Clock clock,
      ProgramChoices choices,
      CapacityStudy capacity) {}

  /**
   * The person's choices for this program itself.
   *
   * @param autostart empty: not known on this system
   */
  public record ProgramChoices(Optional<Autostart> autostart, KeptLevel notices) {}

  /**
   * @param door of the first start, which opens by itself only until it is done
   * @param icon if it is not visible, closing the window quits
   * @param quit called when the person wants to quit
   */
  public TrayApp(Surroundings surroundings, Enroller door, TrayIcon icon, Runnable quit) {
    this.surroundings = surroundings;
    this.icon = icon;
    this.quit = quit;
    this.ends =
        new JobEnds(
            surroundings.grid(),
            surroundings.uiThread(),
            surroundings.phrases().texts().locale(),
            JobEnds.USUAL,
            surroundings.clock(),
            this::tell);
    final Map<Page, Supplier<PageView>> pages = pages(surroundings, ends::follow, this::join);
    pages.put(Page.WELCOME, () -> welcome(surroundings, door, this::welcomed));
    this.shell =
        new ShellViewModel(
            new ArrayList<>(pages.keySet()),
            surroundings.agent(),
            surroundings.uiThread(),
            surroundings.phrases().texts().locale());
    if (!door.first()) {
      shell.withdraw(Page.WELCOME);
    }
    shell.withdraw(Page.CAPACITY);
    this.view = new ShellView(shell, pages);
    this.menu = new TrayMenu(surroundings.phrases());
    this.notices = new AgentNotices(surroundings.phrases());
    dress();
    icon.start(face(new AgentState.Looking()), new Chosen());
    surroundings.agent().watch(surroundings.uiThread().latest(this::heard));
  }

  /**
   * All pages, in their order.
   *
   * @param submitted receives each submitted job
   * @param join opens the page that joins a grid
   */
  public static Map<Page, Supplier<PageView>> pages(
      Surroundings around, Consumer<String> submitted, Runnable join) {
    final Map<Page, Supplier<PageView>> pages = new EnumMap<>(Page.class);
    pages.put(
        Page.COMPUTER,
        () ->
            new ThisComputerView(
                new ThisComputerViewModel(
                    around.agent(), around.uiThread(), around.phrases(), around.clock())));
    pages.put(
        Page.JOBS,
        () ->
            new JobsPage(
                around.grid(),
                around.uiThread(),
                around.phrases(),
                around.clock(),
                new JobsPage.Ways(submitted, join)));
    pages.put(
        Page.CLUSTER,
        () ->
            new ClusterView(
                new ClusterViewModel(
                    around.grid(), around.uiThread(), around.phrases(), around.clock()),
                new FileDialog(),
                join));
    pages.put(
        Page.CAPACITY,
        () ->
            new CapacityView(
                new CapacityViewModel(
                    around.capacity(), around.grid(), around.uiThread(), around.phrases()),
                new FileDialog()));
    pages.put(
        Page.PREFERENCES,
        () ->
            new PreferencesView(
                new PreferencesViewModel(
                    around.agent(), around.uiThread(), around.phrases().texts().locale()),
                new ProgramModel(
                    around.choices().autostart(),
                    around.choices().notices(),
                    around.phrases().texts().locale())));
    return pages;
  }

  /** The first start, or a later one of a person who has not joined. */
  public static PageView welcome(Surroundings around, Enroller door, Runnable leave) {
    return new WelcomeView(
        new WelcomeViewModel(
            door,
            new PreferencesViewModel(
                around.agent(), around.uiThread(), around.phrases().texts().locale()),
            around.uiThread(),
            leave));
  }

  private void dress() {
    final Scene scene = new Scene(view.node(), WIDTH, HEIGHT);
    Theme.dress(scene);
    stage.setScene(scene);
    stage.setTitle(shell.texts().say("title"));
    stage.setMinWidth(LEAST_WIDTH);
    stage.setMinHeight(LEAST_HEIGHT);
    stage.setOnCloseRequest(request -> {
      if (!seen) {
        // Nothing is left that could make the toolkit hide it.
        request.consume();
        quit.run();
      }
    });
    stage.showingProperty().subscribe(this::inSight);
    stage.iconifiedProperty().subscribe(this::inSight);
  }

  private void join() {
    shell.offer(Page.WELCOME);
  }

  private void welcomed() {
    shell.withdraw(Page.WELCOME);
  }

  private void inSight() {
    final boolean showing = stage.isShowing() && !stage.isIconified();
    view.showing(showing);
    timer.needed(showing);
    if (showing) {
      offerToAdministrators();
    } else {
      // Memory that the window needed goes back to the system, since it may stay closed for long.
      Thread.ofVirtual().name("out-of-sight").start(System::gc);
    }
  }

  /** Some pages; looked up each time the window opens, since people log in and lose roles. */
  private void offerToAdministrators() {
    if (surroundings.grid().loggedIn() && surroundings.capacity().isInstalled()) {
      surroundings
          .uiThread()
          .answer(
              surroundings.grid().terms(),
              terms -> {
                if (terms.getAdministers()) {
                  shell.include(Page.CAPACITY);
                  asked.filter(Page.CAPACITY::equals).ifPresent(shell::open);
                  asked = Optional.empty();
                } else {
                  shell.withdraw(Page.CAPACITY);
                }
              },
              // Without a coordinator nobody can ask it anything.
              _ -> {});
    }
  }

  private void heard(AgentState state) {
    icon.show(face(state));
    notices
        .between(
            last,
            state,
            surroundings.choices().notices().level(),
            surroundings.clock().epochMillis())
        .ifPresent(this::tell);
    last = state;
  }

  /** A person who looks at the window sees it there. */
  private void tell(TrayNotice notice) {
    if (surroundings.choices().notices().level() != NoticeLevel.NONE && !stage.isFocused()) {
      icon.tell(notice);
    }
  }

  private TrayContent face(AgentState state) {
    return menu.of(
        state, shell.pages().stream().map(Page::key).toList(), surroundings.clock().epochMillis());
  }

  private void obey(TrayAction command) {
    switch (command) {
      case TrayAction.Open open -> open(open.page());
      case TrayAction.Pause pause ->
          ask(
              pause
                  .length()
                  .from(surroundings.phrases().local(surroundings.clock().epochMillis())));
      case TrayAction.Resume _ ->
          ask(OwnerRequest.newBuilder().setResume(OwnerResume.getDefaultInstance()).build());
      case TrayAction.Quit _ -> quit.run();
    }
  }

  /** A choice from the menu has no window that could show its failure. */
  private void ask(OwnerRequest request) {
    surroundings
        .uiThread()
        .answer(
            surroundings.agent().ask(request),
            _ -> {},
            failure ->
                icon.tell(
                    new TrayNotice(shell.texts().say("not-done"), ClientFailure.lineOf(failure))));
  }

  /** The names of the pages on the command line. */
  public List<String> pages() {
    return shell.pages().stream().map(Page::key).toList();
  }

  /**
   * Brings the window to the front.
   *
   * @param page its name on the command line; empty or unknown: the present one
   */
  public void open(String page) {
    asked = Page.named(page);
    asked.ifPresent(shell::open);
    timer.needed(true);
    stage.setIconified(false);
    stage.show();
    stage.toFront();
  }

  /**
   * Starts without a window. If no panel shows the icon within a minute, nobody could find it:
   * quits.
   */
  public void stayBehindIcon() {
    inSight();
    // Loads what the first opening of the window needs, while nobody waits for it.
    view.node().applyCss();
    view.node().layout();
    CompletableFuture.delayedExecutor(PANEL_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() ->
            surroundings
                .uiThread()
                .run(() -> {
                  if (!seen && !stage.isShowing()) {
                    LOG.info("no panel shows the icon");
                    quit.run();
                  }
                }));
  }

  /** Closes window and icon. */
  public void close() {
    icon.close();
    stage.hide();
  }
}
