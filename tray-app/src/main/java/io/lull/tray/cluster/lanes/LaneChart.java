package io.lull.tray.cluster.lanes;

import io.lull.tray.chart.Span;
import io.lull.tray.cluster.past.TimeChart;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.TextAlignment;

/** A lane for each machine, one below the other. */
final class LaneChart extends TimeChart {
  private static final double LEFT = 108;
  private static final double LANE = 19;
  private static final double BAR = 13;
  private static final int LETTERS = 16;

  private final LanesViewModel model;
  private final Consumer<String> reading;
  private int pointedRow;

  LaneChart(LanesViewModel model, Consumer<String> reading) {
    super(model.sight(), LEFT, model::ticks);
    this.model = model;
    this.reading = reading;
    model
        .rowsProperty()
        .subscribe(rows -> {
          setPrefHeight(rows.size() * LANE + FOOT + 2);
          setMinHeight(USE_PREF_SIZE);
          pointed();
          redraw();
        });
    model.sight().sightProperty().subscribe(_ -> redraw());
    addEventHandler(
        MouseEvent.MOUSE_MOVED,
        event -> {
          pointedRow = (int) (event.getY() / LANE);
          pointed();
        });
  }

  @Override
  protected void pointed() {
    final List<LaneRow> rows = model.rowsProperty().get();
    final String words =
        Double.isNaN(cursor()) || pointedRow >= rows.size()
            ? ""
            : model.reading(rows.get(pointedRow), model.sight().sight().span().at(cursor()));
    setAccessibleText(words.isEmpty() ? model.texts().say("lanes.summary", rows.size()) : words);
    reading.accept(words);
  }

  @Override
  protected void pointAcross(int rows) {
    pointedRow =
        Math.clamp(pointedRow + rows, 0, Math.max(0, model.rowsProperty().get().size() - 1));
    pointed();
    redraw();
  }

  @Override
  protected void draw(GraphicsContext g, double width, double height) {
    final List<LaneRow> rows = model.rowsProperty().get();
    final Span span = model.sight().sight().span();
    g.setTextBaseline(VPos.CENTER);
    g.setTextAlign(TextAlignment.LEFT);
    for (int r = 0; r < rows.size(); r++) {
      final double middle = Math.rint((r + 0.5) * LANE);
      g.setFill(
          inks().of(r == pointedRow && !Double.isNaN(cursor()) ? "chart-cursor" : "chart-text"));
      g.fillText(name(rows.get(r).node()), 0, middle);
      for (final LaneRow.Part part : rows.get(r).parts()) {
        if (span.overlaps(part.fromMillis(), part.untilMillis())) {
          bar(g, part, middle, width);
        }
      }
    }
  }

  private void bar(GraphicsContext g, LaneRow.Part part, double middle, double width) {
    final double from = Math.max(LEFT, x(part.fromMillis()));
    final double until = Math.min(width, Math.max(from + 1, x(part.untilMillis())));
    g.setFill(inks().fill(part.use()));
    g.fillRect(from, middle - Math.floor(BAR / 2), until - from, BAR);
  }

  private static String name(String node) {
    return node.length() > LETTERS ? node.substring(0, LETTERS - 1) + "…" : node;
  }
}
