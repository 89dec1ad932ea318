package io.lull.tray.ui;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.image.Image;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import javafx.scene.paint.ImagePattern;
import javafx.scene.paint.Paint;

/** The fills of charts: one for each kind, which also distinguishes it without its colour. */
public final class ChartFills<K extends Enum<K>> {
  private static final int TILE = 6;
  private static final String GROUND = "chart-ground";

  private final Palette palette;
  private final Class<K> kinds;
  private final K hatched;
  private final Map<K, Paint> fills;

  /**
   * @param hatched the kind that is drawn in lines, since nothing is there
   * @param redraw called when the theme has changed
   * @param more styles whose colours are needed
   */
  public ChartFills(Class<K> kinds, K hatched, Runnable redraw, String... more) {
    this.kinds = kinds;
    this.hatched = hatched;
    this.fills = new EnumMap<>(kinds);
    final List<String> styles = new ArrayList<>(List.of(more));
    styles.add(GROUND);
    for (final K kind : kinds.getEnumConstants()) {
      styles.add(style(kind));
    }
    this.palette =
        new Palette(
            () -> {
              fills.clear();
              redraw.run();
            },
            styles.toArray(String[]::new));
  }

  /** Add this to the children of the drawing. */
  public Palette palette() {
    return palette;
  }

  public Color of(String style) {
    return palette.of(style);
  }

  public Paint fill(K kind) {
    if (fills.isEmpty()) {
      for (final K each : kinds.getEnumConstants()) {
        final Color color = opaque(palette.of(style(each)));
        fills.put(
            each,
            each == hatched ? new ImagePattern(hatch(color), 0, 0, TILE, TILE, false) : color);
      }
    }
    return fills.getOrDefault(kind, Color.GREY);
  }

  /** The visible colour, so that no line shines through. */
  private Color opaque(Color color) {
    return palette
        .of(GROUND)
        .interpolate(
            new Color(color.getRed(), color.getGreen(), color.getBlue(), 1), color.getOpacity());
  }

  private String style(K kind) {
    return "use-" + kind.name().toLowerCase(Locale.ROOT);
  }

  private static Image hatch(Color color) {
    final WritableImage image = new WritableImage(TILE, TILE);
    for (int y = 0; y < TILE; y++) {
      for (int x = 0; x < TILE; x++) {
        final int line = (x + y) % TILE;
        final double opacity = line == 0 ? 1 : line == 1 || line == TILE - 1 ? 0.3 : 0.08;
        image.getPixelWriter().setColor(x, y, color.deriveColor(0, 1, 1, opacity));
      }
    }
    return image;
  }
}
