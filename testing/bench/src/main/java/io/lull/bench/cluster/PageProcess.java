package io.lull.bench.cluster;

import io.lull.bench.grid.Pause;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.time.SystemClock;
import io.lull.tray.cluster.past.RangePreset;
import io.lull.tray.grid.GridLink;
import io.lull.tray.ui.Theme;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;

/**
 * A window in a process of its own, on the display that the environment names, in which somebody
 * opens the page of the cluster again and again. Says how long each took, a line each.
 */
final class PageProcess {
  private static final long LIMIT_SECONDS = 60;
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 800;

  /** A person may only ask for so much, and nobody opens the page again at once. */
  private static final long PAUSE_MILLIS = 4_000;

  private static final List<RangePreset> LATER =
      List.of(RangePreset.WEEK, RangePreset.MONTH, RangePreset.YEAR);

  private PageProcess() {}

  /**
   * @param arguments the home of who asks, and how often
   */
  public static void main(String[] arguments) throws Exception {
    final Path folder = Path.of(arguments[0]);
    final Home home = new Home(folder, folder);
    final int rounds = Integer.parseInt(arguments[1]);
    final CompletableFuture<Void> up = new CompletableFuture<>();
    Platform.startup(() -> up.complete(null));
    up.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    try (GridLink grid =
        new GridLink(
            () ->
                GridClient.of(
                    home.identity(SystemClock.INSTANCE),
                    home.coordinators(),
                    SystemClock.INSTANCE,
                    new SecureRandom()),
            () -> true,
            SystemClock.INSTANCE)) {
      final Scene scene = get(PageProcess::window);
      for (int round = 0; round < rounds; round++) {
        open(scene, grid, round == 0 ? "the first" : "first");
        Pause.millis(PAUSE_MILLIS);
      }
      final OpenPage page = get(() -> new OpenPage(scene, grid));
      page.opened().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      for (final RangePreset range : List.of(RangePreset.DAY, RangePreset.YEAR)) {
        say("pan " + range.key(), PageProcess.<Double>later(() -> page.panned(range)));
      }
      get(page::close);
    } finally {
      Platform.exit();
    }
    System.out.println("over");
  }

  private static void open(Scene scene, GridLink grid, String name) throws Exception {
    final OpenPage page = get(() -> new OpenPage(scene, grid));
    say(name, page.opened().get(LIMIT_SECONDS, TimeUnit.SECONDS));
    say("week hours", page.hours().get(LIMIT_SECONDS, TimeUnit.SECONDS));
    for (final RangePreset range : LATER) {
      say(range.key(), PageProcess.<Double>later(() -> page.shown(range)));
    }
    get(page::close);
  }

  private static void say(String what, double figure) {
    System.out.println("figure\t" + what + "\t" + figure);
  }

  private static Scene window() {
    Platform.setImplicitExit(false);
    Theme.use(ColorScheme.LIGHT);
    final Scene scene = new Scene(new StackPane(), WIDTH, HEIGHT);
    Theme.dress(scene);
    final Stage stage = new Stage();
    stage.setScene(scene);
    stage.show();
    return scene;
  }

  private static <T> T later(Supplier<CompletableFuture<T>> begun) throws Exception {
    return get(begun).get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** On the toolkit's thread. */
  private static <T> T get(Supplier<T> task) throws Exception {
    return CompletableFuture.supplyAsync(task, Platform::runLater)
        .get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
