package io.lull.tray.ui;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import javafx.scene.control.Label;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;

/**
 * The theme's colours and typeface, for drawings: the background of a region of each style, which
 * is part of the scene, so that it is styled, but invisible.
 */
public final class Palette extends Pane {
  private final Map<String, Region> probes = new LinkedHashMap<>();
  private final Label letter = new Label();

  /**
   * @param changed called when the theme has changed
   */
  public Palette(Runnable changed, String... styles) {
    setManaged(false);
    setOpacity(0);
    setMouseTransparent(true);
    getChildren().add(letter);
    letter.fontProperty().subscribe((_, _) -> changed.run());
    Stream.of(styles)
        .forEach(style -> {
          final Region probe = new Region();
          probe.getStyleClass().add(style);
          probes.put(style, probe);
          getChildren().add(probe);
          probe.backgroundProperty().subscribe((_, _) -> changed.run());
        });
  }

  /** The colour of a style; grey before there is one. */
  public Color of(String style) {
    final Region probe = probes.get(style);
    if (probe == null || probe.getBackground() == null) {
      return Color.GREY;
    }
    return probe.getBackground().getFills().stream()
        .map(BackgroundFill::getFill)
        .filter(Color.class::isInstance)
        .map(Color.class::cast)
        .findFirst()
        .map(color -> color.deriveColor(0, 1, 1, probe.getOpacity()))
        .orElse(Color.GREY);
  }

  /** The theme's typeface. */
  public Font font(double size) {
    return Font.font(letter.getFont().getFamily(), size);
  }
}
