package io.lull.tray.screen;

import io.lull.tray.shell.Page;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;

/** The page of capacity in every state that looks different. */
final class CapacityScreens {
  private static final Duration YEAR = Duration.ofDays(400);

  private CapacityScreens() {}

  static Map<String, Supplier<Parent>> all(Locale locale) {
    final Map<String, Supplier<Parent>> all = new LinkedHashMap<>();
    all.put("capacity", () -> Screens.window(Page.CAPACITY, SampleCluster.of(50, YEAR), locale));
    all.put("capacity-answer", () -> answered(locale));
    all.put("capacity-user", () -> Screens.window(Page.CAPACITY, others(), locale));
    return all;
  }

  private static SampleCluster others() {
    final SampleCluster cluster = SampleCluster.of(4, YEAR);
    cluster.administers = false;
    return cluster;
  }

  private static Parent answered(Locale locale) {
    final Parent window = Screens.window(Page.CAPACITY, SampleCluster.of(50, YEAR), locale);
    final TextField[] fields = all(window, TextField.class).toArray(TextField[]::new);
    fields[0].setText("100");
    fields[1].setText("15");
    all(window, Button.class)
        .filter(button -> button.getStyleClass().contains("accent"))
        .findFirst()
        .orElseThrow()
        .fire();
    all(window, ScrollPane.class).findFirst().orElseThrow().setVvalue(1);
    return window;
  }

  /** Before a window is styled, what can be scrolled is no child yet. */
  private static <T extends Node> Stream<T> all(Node node, Class<T> kind) {
    final Stream<T> own = kind.isInstance(node) ? Stream.of(kind.cast(node)) : Stream.empty();
    return Stream.concat(
        own,
        switch (node) {
          case ScrollPane pane -> all(pane.getContent(), kind);
          case TextField _ -> Stream.empty();
          case Parent parent ->
              parent.getChildrenUnmodifiable().stream().flatMap(child -> all(child, kind));
          default -> Stream.empty();
        });
  }
}
