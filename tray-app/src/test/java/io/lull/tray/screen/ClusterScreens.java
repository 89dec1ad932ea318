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
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;

/** The page of the cluster in every state that looks different. */
final class ClusterScreens {
  private static final Duration YEAR = Duration.ofDays(400);

  // The places of choices on the page: three parts, then five ranges.
  private static final int MACHINES = 1;
  private static final int LANES = 2;
  private static final int WEEK = 5;
  private static final int YEAR_LONG = 7;

  private ClusterScreens() {}

  static Map<String, Supplier<Parent>> all(Locale locale) {
    final Map<String, Supplier<Parent>> all = new LinkedHashMap<>();
    all.put("cluster", () -> chosen(SampleCluster.of(50, YEAR), locale, WEEK));
    all.put("cluster-day", () -> chosen(SampleCluster.of(4, Duration.ofHours(7)), locale));
    all.put("cluster-4", () -> chosen(SampleCluster.of(4, YEAR), locale, WEEK));
    all.put("cluster-300", () -> chosen(SampleCluster.of(300, YEAR), locale, WEEK));
    all.put("cluster-year-4", () -> chosen(SampleCluster.of(4, YEAR), locale, YEAR_LONG));
    all.put("cluster-machines-4", () -> chosen(SampleCluster.of(4, YEAR), locale, MACHINES));
    all.put("cluster-lanes-4", () -> chosen(SampleCluster.of(4, YEAR), locale, LANES));
    all.put("cluster-lanes-300", () -> chosen(SampleCluster.of(300, YEAR), locale, LANES));
    all.put("cluster-loading", () -> chosen(SampleCluster.silent(), locale));
    all.put("cluster-year", () -> chosen(SampleCluster.of(300, YEAR), locale, YEAR_LONG));
    all.put("cluster-machines", () -> chosen(SampleCluster.of(300, YEAR), locale, MACHINES));
    all.put("cluster-lanes", () -> chosen(SampleCluster.of(50, YEAR), locale, LANES));
    all.put("cluster-user", () -> chosen(others(), locale, MACHINES));
    all.put("cluster-empty", () -> chosen(SampleCluster.of(0, YEAR), locale));
    all.put("cluster-gone", () -> chosen(SampleCluster.gone(50), locale));
    all.put("cluster-stranger", () -> chosen(SampleCluster.unknown(), locale));
    return all;
  }

  private static SampleCluster others() {
    final SampleCluster cluster = SampleCluster.of(4, YEAR);
    cluster.administers = false;
    return cluster;
  }

  /** With this choice made. */
  private static Parent chosen(SampleCluster cluster, Locale locale, int choice) {
    final Parent window = chosen(cluster, locale);
    press(window, choice);
    return window;
  }

  private static Parent chosen(SampleCluster cluster, Locale locale) {
    return Screens.window(Page.CLUSTER, cluster, locale);
  }

  private static void press(Parent window, int index) {
    choices(window).skip(index).findFirst().orElseThrow().fire();
  }

  /** Before a window is styled, what can be scrolled is no child yet. */
  private static Stream<ToggleButton> choices(Node node) {
    return switch (node) {
      case ScrollPane pane -> choices(pane.getContent());
      case ToggleButton button when button.getStyleClass().contains("small") -> Stream.of(button);
      case Parent parent ->
          parent.getChildrenUnmodifiable().stream().flatMap(ClusterScreens::choices);
      default -> Stream.empty();
    };
  }
}
