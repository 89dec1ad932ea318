package io.lull.tray.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.time.Eventually;
import io.lull.tray.export.Png;
import io.lull.tray.ui.Theme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.application.ColorScheme;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Cell;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.image.ImageView;
import javafx.scene.image.WritableImage;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every screen can be loaded and drawn in both themes, and says to those who cannot see it what is
 * on it. With {@code -Dlull.pictures=true} the pictures are kept in {@code docs/images/tray}.
 */
class ScreensTest {
  private static final Path PICTURES = Path.of("../docs/images/tray");
  private static final boolean KEPT = Boolean.getBoolean("lull.pictures");
  private static final Duration LOADING = Duration.ofSeconds(30);
  private static final double WIDTH = 900;
  private static final double HEIGHT = 680;

  /** Of colours in a picture: fewer, and nothing was drawn. */
  private static final int FEWEST_COLOURS = 12;

  @TestFactory
  Stream<DynamicTest> everyScreenIsDrawnInBothThemes() {
    return Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
        .flatMap(scheme ->
            Screens.all(Locale.ENGLISH).entrySet().stream()
                .map(screen ->
                    DynamicTest.dynamicTest(
                        screen.getKey() + ", " + scheme, () -> draw(screen, scheme))));
  }

  private static void draw(Map.Entry<String, Supplier<Parent>> screen, ColorScheme scheme)
      throws IOException {
    final Scene scene = Toolkit.get(() -> scene(screen.getValue().get(), scheme));
    Eventually.await(
        "its pictures are loaded", LOADING, () -> Toolkit.get(() -> loaded(scene.getRoot())));
    final WritableImage image =
        Toolkit.get(() -> {
          Theme.use(scheme);
          scene.getRoot().applyCss();
          scene.getRoot().layout();
          final WritableImage taken = scene.snapshot(null);
          Screens.leave(scene.getRoot());
          return taken;
        });
    final Set<Integer> colours = new HashSet<>();
    for (int y = 0; y < image.getHeight(); y += 3) {
      for (int x = 0; x < image.getWidth(); x += 3) {
        colours.add(image.getPixelReader().getArgb(x, y));
      }
    }
    assertThat(colours).as("colours of %s", screen.getKey()).hasSizeGreaterThan(FEWEST_COLOURS);
    if (KEPT) {
      Files.createDirectories(PICTURES);
      final String name = screen.getKey() + (scheme == ColorScheme.DARK ? "-dark" : "") + ".png";
      Files.write(PICTURES.resolve(name), Png.of(image));
    }
  }

  private static Scene scene(Parent root, ColorScheme scheme) {
    Theme.use(scheme);
    final Scene scene = new Scene(root, WIDTH, HEIGHT);
    Theme.dress(scene);
    root.applyCss();
    root.layout();
    return scene;
  }

  private static boolean loaded(Parent root) {
    return root.lookupAll(".image-view").stream()
        .allMatch(node ->
            !(node instanceof ImageView view)
                || view.getImage() == null
                || view.getImage().getProgress() >= 1);
  }

  @TestFactory
  Stream<DynamicTest> everyControlHasWordsForThoseWhoCannotSeeIt() {
    return Screens.all(Locale.ENGLISH).entrySet().stream()
        .map(screen ->
            DynamicTest.dynamicTest(
                screen.getKey(),
                () -> assertThat(Toolkit.get(() -> wordless(screen.getValue().get()))).isEmpty()));
  }

  private static List<String> wordless(Parent root) {
    final Scene scene = new Scene(root, WIDTH, HEIGHT);
    Theme.dress(scene);
    root.applyCss();
    root.layout();
    final List<String> found = new ArrayList<>();
    walk(root, found);
    Screens.leave(root);
    return found;
  }

  private static void walk(Node node, List<String> found) {
    // A cell is read with its row; one without a row says nothing.
    final boolean part =
        node instanceof ScrollBar
            || node instanceof Label
            || (node instanceof Cell<?> cell && cell.isEmpty());
    if (node instanceof Control control && !part && !said(control)) {
      found.add(node.getClass().getSimpleName() + " " + node.getStyleClass());
    }
    if (node instanceof ComboBoxBase<?> || node instanceof TextInputControl) {
      return; // its parts are its own affair
    }
    if (node instanceof ScrollPane scroll && scroll.getContent() != null) {
      walk(scroll.getContent(), found);
    } else if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> walk(child, found));
    }
  }

  private static boolean said(Control control) {
    final String words = control.getAccessibleText();
    return (words != null && !words.isBlank())
        || (control instanceof Labeled labeled && !String.valueOf(labeled.getText()).isBlank());
  }

  @TestFactory
  Stream<DynamicTest> everyScreenLoadsInEveryLanguage() {
    return Stream.of(Locale.GERMAN, Locale.FRENCH)
        .flatMap(locale ->
            Screens.all(locale).entrySet().stream()
                .map(screen ->
                    DynamicTest.dynamicTest(
                        screen.getKey() + " in " + locale.getDisplayLanguage(Locale.ENGLISH),
                        () -> Toolkit.run(() -> Screens.leave(screen.getValue().get())))));
  }
}
