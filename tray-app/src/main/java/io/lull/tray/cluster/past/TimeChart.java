package io.lull.tray.cluster.past;

import io.lull.tray.chart.MachineUse;
import io.lull.tray.chart.Tick;
import io.lull.tray.ui.ChartFills;
import java.util.List;
import java.util.function.IntFunction;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;

/**
 * A drawing over a time axis, which mouse, wheel and keys move and zoom. Redrawn after a change, at
 * most once per frame.
 */
public abstract class TimeChart extends Region {
  /** Of the time axis below. */
  protected static final double FOOT = 20;

  private static final double FONT = 11;
  private static final double ZOOM = 0.8;
  private static final double WHEEL_ZOOM = 0.0025;

  /** The width of a label of the time axis. */
  private static final double LABEL = 76;

  private final ChartFills<MachineUse> inks =
      new ChartFills<>(
          MachineUse.class,
          MachineUse.OFFLINE,
          this::redraw,
          "chart-line",
          "chart-strong-line",
          "chart-text",
          "chart-cursor",
          "chart-focus");
  private final VisibleRangeModel sight;
  private final double left;
  private final IntFunction<List<Tick>> ticks;
  private final Canvas canvas = new Canvas();
  private double draggedFrom;
  private double cursor = Double.NaN;

  /**
   * @param left where the time axis begins
   * @param ticks the lines of that axis, at most this many
   */
  protected TimeChart(VisibleRangeModel sight, double left, IntFunction<List<Tick>> ticks) {
    this.sight = sight;
    this.left = left;
    this.ticks = ticks;
    getChildren().addAll(canvas, inks.palette());
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    getStyleClass().add("time-chart");
    setFocusTraversable(true);
    setOnMousePressed(this::press);
    setOnMouseDragged(this::drag);
    setOnMouseMoved(this::hover);
    setOnMouseExited(_ -> point(Double.NaN));
    setOnScroll(this::scroll);
    setOnKeyPressed(this::key);
    focusedProperty().subscribe(_ -> redraw());
  }

  /** Draws everything except the time axis and the pointer's line. */
  protected abstract void draw(GraphicsContext g, double width, double height);

  /** The pointer has moved. */
  protected abstract void pointed();

  /** The colours and patterns. */
  protected final ChartFills<MachineUse> inks() {
    return inks;
  }

  protected final void redraw() {
    requestLayout();
  }

  /** The pointer's position, from 0 at the left to 1 at the right; NaN: none. */
  protected final double cursor() {
    return cursor;
  }

  protected final double plotWidth() {
    return Math.max(1, getWidth() - left);
  }

  private void point(double part) {
    if (Double.compare(part, cursor) != 0) {
      cursor = part;
      pointed();
      redraw();
    }
  }

  private double part(double x) {
    return (x - left) / plotWidth();
  }

  private void press(MouseEvent event) {
    requestFocus();
    draggedFrom = event.getX();
  }

  private void drag(MouseEvent event) {
    final double by = event.getX() - draggedFrom;
    draggedFrom = event.getX();
    sight.pan(-by / plotWidth());
  }

  private void hover(MouseEvent event) {
    final double part = part(event.getX());
    point(part < 0 || part > 1 ? Double.NaN : part);
  }

  private void scroll(ScrollEvent event) {
    if (Math.abs(event.getDeltaX()) > Math.abs(event.getDeltaY())) {
      sight.pan(-event.getDeltaX() / plotWidth());
    } else {
      sight.zoom(Math.exp(-event.getDeltaY() * WHEEL_ZOOM), Math.clamp(part(event.getX()), 0, 1));
    }
    event.consume();
  }

  private void key(KeyEvent event) {
    final double anchor = Double.isNaN(cursor) ? 0.5 : cursor;
    switch (event.getCode()) {
      case LEFT, KP_LEFT -> arrow(event, -1);
      case RIGHT, KP_RIGHT -> arrow(event, 1);
      case UP, KP_UP -> upright(event, -1, anchor);
      case DOWN, KP_DOWN -> upright(event, 1, anchor);
      case PLUS, EQUALS, ADD -> sight.zoom(ZOOM, anchor);
      case MINUS, SUBTRACT -> sight.zoom(1 / ZOOM, anchor);
      case END, HOME -> sight.toNow();
      case ESCAPE -> point(Double.NaN);
      default -> {
        return;
      }
    }
    event.consume();
  }

  /** With Shift it moves the pointer; without, the range. */
  private void arrow(KeyEvent event, int direction) {
    if (event.isShiftDown()) {
      final double from = Double.isNaN(cursor) ? 1 : cursor;
      point(Math.clamp(from + direction * 0.02, 0, 0.999));
    } else {
      sight.step(direction);
    }
  }

  /** With Shift it moves the pointer up or down; without, it zooms. */
  private void upright(KeyEvent event, int direction, double anchor) {
    if (event.isShiftDown()) {
      pointAcross(direction);
    } else {
      sight.zoom(direction < 0 ? ZOOM : 1 / ZOOM, anchor);
    }
  }

  /**
   * The pointer moves to the row above or below; ignored by a chart without rows.
   *
   * @param rows below 0: upwards
   */
  protected void pointAcross(int rows) {}

  @Override
  protected void layoutChildren() {
    final double width = getWidth();
    final double height = getHeight();
    if (canvas.getWidth() != width || canvas.getHeight() != height) {
      canvas.setWidth(width);
      canvas.setHeight(height);
    }
    final GraphicsContext g = canvas.getGraphicsContext2D();
    g.clearRect(0, 0, width, height);
    g.setFont(inks.palette().font(FONT));
    if (width <= left || height <= FOOT) {
      return;
    }
    axis(g, width, height);
    draw(g, width, height - FOOT);
    cursor(g, height - FOOT);
    if (isFocused()) {
      g.setStroke(inks.of("chart-focus"));
      g.setLineWidth(2);
      g.strokeRoundRect(1, 1, width - 2, height - 2, 6, 6);
    }
  }

  private void cursor(GraphicsContext g, double height) {
    if (!Double.isNaN(cursor)) {
      final double x = Math.rint(left + cursor * plotWidth()) + 0.5;
      g.setStroke(inks.of("chart-cursor"));
      g.setLineWidth(1);
      g.strokeLine(x, 0, x, height);
    }
  }

  private void axis(GraphicsContext g, double width, double height) {
    g.setTextBaseline(VPos.CENTER);
    g.setTextAlign(TextAlignment.CENTER);
    g.setLineWidth(1);
    final Color line = inks.of("chart-line");
    final Color strong = inks.of("chart-strong-line");
    final Color text = inks.of("chart-text");
    for (final Tick tick : ticks.apply((int) (plotWidth() / LABEL))) {
      final double x = x((long) tick.at());
      g.setStroke(tick.strong() ? strong : line);
      g.strokeLine(x + 0.5, 0, x + 0.5, height - FOOT + 4);
      if (x > left + 14 && x < width - 18) {
        g.setFill(text);
        g.fillText(tick.label(), x, height - FOOT / 2 + 2);
      }
    }
  }

  /** The position of a time, on a whole pixel. */
  protected final double x(long atMillis) {
    return left + Math.rint(sight.sight().span().part(atMillis) * plotWidth());
  }
}
