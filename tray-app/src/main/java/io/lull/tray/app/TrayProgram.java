package io.lull.tray.app;

import io.lull.client.grid.Dialer;
import io.lull.client.grid.GridClient;
import io.lull.client.login.StoredLogin;
import io.lull.platform.autostart.Autostart;
import io.lull.platform.autostart.StartedProgram;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Identity;
import io.lull.tray.agent.AgentLink;
import io.lull.tray.capacity.CommandStudy;
import io.lull.tray.grid.GridLink;
import io.lull.tray.model.UiThread;
import io.lull.tray.notice.KeptLevel;
import io.lull.tray.shell.Page;
import io.lull.tray.single.SingleInstance;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.Theme;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javafx.application.Platform;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tray application's main program: from its options to its exit code. */
public final class TrayProgram {
  private static final Logger LOG = LoggerFactory.getLogger(TrayProgram.class);
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  private final TrayOptions options;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicReference<TrayApp> app = new AtomicReference<>();

  private TrayProgram(TrayOptions options) {
    this.options = options;
  }

  /** Runs until the person closes it; errors are one line on standard error. */
  public static int run(TrayOptions options) {
    final Texts texts = Texts.of("shell", Locale.getDefault());
    final String page = options.page().orElse("");
    if (!page.isEmpty() && Page.named(page).isEmpty()) {
      final List<String> keys = Stream.of(Page.values()).map(Page::key).toList();
      System.err.println("lull: " + texts.say("no-page", page, String.join(", ", keys)));
      return BAD_INPUT;
    }
    try {
      final Optional<SingleInstance> first = SingleInstance.become(options.home().configuration());
      if (first.isEmpty() && options.background()) {
        return DONE;
      }
      if (first.isEmpty()) {
        return SingleInstance.show(options.home().configuration(), page, SystemClock.INSTANCE)
            ? DONE
            : FAILED;
      }
      try (SingleInstance instance = first.get()) {
        return new TrayProgram(options).run(instance, texts);
      }
    } catch (IOException e) {
      System.err.println("lull: " + e.getMessage());
      return FAILED;
    }
  }

  private int run(SingleInstance instance, Texts texts) {
    final SystemClock clock = SystemClock.INSTANCE;
    final StoredLogin login =
        new StoredLogin(options.home(), clock, line -> LOG.warn("{}", line), Dialer::secured);
    try (AgentLink agent = new AgentLink(options.agent(), AgentLink.Pace.USUAL, clock);
        GridLink grid =
            new GridLink(
                () ->
                    GridClient.of(
                        login.identity(), options.home().coordinators(), clock, new SecureRandom()),
                () -> Identity.present(options.home().credentials()),
                clock)) {
      agent.start();
      Platform.startup(() -> begin(agent, grid, instance));
      over.await();
      return DONE;
    } catch (UnsupportedOperationException e) {
      // The toolkit's exception without a display.
      System.err.println("lull: " + texts.say("no-display"));
      return BAD_INPUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DONE;
    }
  }

  private void begin(AgentLink agent, GridLink grid, SingleInstance instance) {
    Platform.setImplicitExit(false);
    Theme.follow();
    final UiThread uiThread = new UiThread(Platform::runLater);
    final TrayApp made =
        new TrayApp(
            new TrayApp.Surroundings(
                agent,
                grid,
                uiThread,
                new Phrases(Locale.getDefault(), ZoneId.systemDefault()),
                SystemClock.INSTANCE,
                new TrayApp.ProgramChoices(
                    autostart(), new KeptLevel(options.home().configuration())),
                new CommandStudy(options.launcher())),
            new LoginEnroller(options.home(), agent, grid, System.getProperty("user.name", "user")),
            io.lull.platform.Platform.trayIcon(
                System.getProperty("os.name"), System.getenv(), SystemClock.INSTANCE),
            this::quit);
    app.set(made);
    if (options.background()) {
      made.stayBehindIcon();
      LOG.info("the window stays closed");
    } else {
      made.open(options.page().orElse(""));
      LOG.info("the window is open");
    }
    instance.listen(page -> uiThread.run(() -> made.open(page)));
  }

  private Optional<Autostart> autostart() {
    final Texts texts = Texts.of("shell", Locale.getDefault());
    return options
        .launcher()
        .flatMap(launcher ->
            io.lull.platform.Platform.autostart(
                System.getProperty("os.name"),
                System.getenv(),
                Path.of(System.getProperty("user.home")),
                new StartedProgram(
                    "lull",
                    texts.say("title"),
                    texts.say("comment"),
                    "lull",
                    List.of(launcher.toString(), "tray", "--background"))));
  }

  private void quit() {
    final TrayApp running = app.get();
    if (running != null) {
      running.close();
    }
    Platform.exit();
    over.countDown();
  }
}
