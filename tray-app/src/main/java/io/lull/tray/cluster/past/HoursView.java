package io.lull.tray.cluster.past;

import io.lull.tray.chart.HoursOfWeek;
import io.lull.tray.ui.Palette;
import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;

/** How many machines are idle at each hour of the week: the more, the stronger the colour. */
final class HoursView extends Region {
  private static final double LEFT = 34;
  private static final double FOOT = 18;
  private static final double FONT = 11;
  private static final double GAP = 1;
  private static final double CORNER = 3;
  private static final int LABELLED = 3;

  /** Relative to the strongest colour, for a known hour with nothing idle. */
  private static final double FAINTEST = 0.06;

  private final PastViewModel model;
  private final Consumer<String> reading;
  private final Canvas canvas = new Canvas();
  private final Palette palette =
      new Palette(
          this::requestLayout,
          "chart-text",
          "heat-least",
          "heat-most",
          "chart-cursor",
          "chart-line",
          "chart-focus");
  private int day = -1;
  private int hour;

  /**
   * @param reading receives the description of the hour under the pointer; empty: none
   */
  HoursView(PastViewModel model, Consumer<String> reading) {
    this.model = model;
    this.reading = reading;
    getStyleClass().add("hours-of-week");
    getChildren().addAll(canvas, palette);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setOnMouseMoved(this::hover);
    setOnMouseExited(_ -> point(-1, 0));
    setOnMousePressed(_ -> requestFocus());
    setOnKeyPressed(this::key);
    focusedProperty().subscribe(_ -> requestLayout());
    model.hoursProperty().subscribe(_ -> requestLayout());
    model.bestProperty().subscribe(this::setAccessibleText);
  }

  private double cellWidth() {
    return (getWidth() - LEFT) / HoursOfWeek.HOURS;
  }

  private double cellHeight() {
    return (getHeight() - FOOT) / HoursOfWeek.DAYS;
  }

  private void hover(MouseEvent event) {
    final int column = (int) Math.floor((event.getX() - LEFT) / cellWidth());
    final int row = (int) Math.floor(event.getY() / cellHeight());
    if (column >= 0 && column < HoursOfWeek.HOURS && row >= 0 && row < HoursOfWeek.DAYS) {
      point(row, column);
    } else {
      point(-1, 0);
    }
  }

  private void key(KeyEvent event) {
    final Optional<HoursOfWeek.Best> best = model.hoursProperty().get().best();
    final int row = day < 0 ? best.map(HoursOfWeek.Best::day).orElse(0) : day;
    final int column = day < 0 ? best.map(HoursOfWeek.Best::hour).orElse(0) : hour;
    switch (event.getCode()) {
      case LEFT, KP_LEFT -> point(row, Math.max(0, column - 1));
      case RIGHT, KP_RIGHT -> point(row, Math.min(HoursOfWeek.HOURS - 1, column + 1));
      case UP, KP_UP -> point(Math.max(0, row - 1), column);
      case DOWN, KP_DOWN -> point(Math.min(HoursOfWeek.DAYS - 1, row + 1), column);
      case ESCAPE -> point(-1, 0);
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void point(int row, int column) {
    if (row != day || column != hour) {
      day = row;
      hour = column;
      final String words = row < 0 ? "" : model.reading(row, column);
      reading.accept(words);
      setAccessibleText(row < 0 ? model.bestProperty().get() : words);
      requestLayout();
    }
  }

  @Override
  protected void layoutChildren() {
    canvas.setWidth(getWidth());
    canvas.setHeight(getHeight());
    final GraphicsContext g = canvas.getGraphicsContext2D();
    g.clearRect(0, 0, getWidth(), getHeight());
    g.setFont(palette.font(FONT));
    final HoursOfWeek hours = model.hoursProperty().get();
    labels(g);
    for (int row = 0; row < HoursOfWeek.DAYS; row++) {
      for (int column = 0; column < HoursOfWeek.HOURS; column++) {
        g.setFill(color(hours, row, column));
        cell(g, row, column);
      }
    }
    hours.best().ifPresent(best -> outline(g, best.day(), best.hour(), 2));
    if (day >= 0) {
      outline(g, day, hour, 1);
    }
    if (isFocused()) {
      g.setStroke(palette.of("chart-focus"));
      g.setLineWidth(2);
      g.strokeRoundRect(LEFT - 2, 1, getWidth() - LEFT + 1, getHeight() - FOOT, 6, 6);
    }
  }

  private Color color(HoursOfWeek hours, int row, int column) {
    if (!hours.known(row, column)) {
      return palette.of("chart-line").deriveColor(0, 1, 1, 0.4);
    }
    final double greatest = hours.greatest();
    final double share = greatest == 0 ? 0 : hours.idle(row, column) / greatest;
    return palette
        .of("heat-least")
        .interpolate(palette.of("heat-most"), FAINTEST + (1 - FAINTEST) * share);
  }

  private void cell(GraphicsContext g, int row, int column) {
    g.fillRoundRect(
        x(column) + GAP,
        y(row) + GAP,
        x(column + 1) - x(column) - GAP,
        y(row + 1) - y(row) - GAP,
        CORNER,
        CORNER);
  }

  private double x(int column) {
    return Math.rint(LEFT + column * cellWidth());
  }

  private double y(int row) {
    return Math.rint(row * cellHeight());
  }

  private void outline(GraphicsContext g, int row, int column, double width) {
    g.setStroke(palette.of("chart-cursor"));
    g.setLineWidth(width);
    g.strokeRoundRect(
        x(column) + GAP / 2,
        y(row) + GAP / 2,
        x(column + 1) - x(column),
        y(row + 1) - y(row),
        CORNER + 1,
        CORNER + 1);
  }

  private void labels(GraphicsContext g) {
    g.setFill(palette.of("chart-text"));
    g.setTextBaseline(VPos.CENTER);
    g.setTextAlign(TextAlignment.RIGHT);
    for (int row = 0; row < HoursOfWeek.DAYS; row++) {
      final String name =
          DayOfWeek.of(row + 1).getDisplayName(TextStyle.SHORT_STANDALONE, model.texts().locale());
      g.fillText(name, LEFT - 7, (row + 0.5) * cellHeight());
    }
    g.setTextAlign(TextAlignment.LEFT);
    for (int column = 0; column < HoursOfWeek.HOURS; column += LABELLED) {
      g.fillText(
          String.format(Locale.ROOT, "%02d", column),
          LEFT + column * cellWidth() + GAP,
          getHeight() - FOOT / 2 + 2);
    }
  }
}
