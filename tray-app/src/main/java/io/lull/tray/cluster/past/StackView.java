package io.lull.tray.cluster.past;

import io.lull.tray.chart.MachineUse;
import io.lull.tray.chart.Scale;
import io.lull.tray.chart.Tick;
import io.lull.tray.chart.UseBucket;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.TextAlignment;

/** How many nodes were in which use, stacked. */
final class StackView extends TimeChart {
  private static final double LEFT = 34;
  private static final double TOP = 8;

  private final PastViewModel model;
  private final Consumer<Optional<UseBucket>> pointed;

  /**
   * @param pointed receives what is under the pointer
   */
  StackView(PastViewModel model, Consumer<Optional<UseBucket>> pointed) {
    super(model.sight(), LEFT, model::ticks);
    this.model = model;
    this.pointed = pointed;
    getStyleClass().add("stack-chart");
    model
        .pictureProperty()
        .subscribe(_ -> {
          pointed();
          redraw();
        });
  }

  @Override
  protected void pointed() {
    final ChartContent picture = model.pictureProperty().get();
    final Optional<UseBucket> read =
        Double.isNaN(cursor()) ? Optional.empty() : picture.at(picture.span().at(cursor()));
    setAccessibleText(read.map(model::reading).orElseGet(model::summary));
    pointed.accept(read);
  }

  @Override
  protected void draw(GraphicsContext g, double width, double height) {
    final ChartContent picture = model.pictureProperty().get();
    final Scale scale = picture.scale();
    numbers(g, scale, width, height);
    for (final UseBucket bucket : picture.buckets()) {
      column(g, bucket, scale, height);
    }
  }

  private static double y(double nodes, Scale scale, double height) {
    return Math.rint(height - nodes / scale.top() * (height - TOP));
  }

  private void numbers(GraphicsContext g, Scale scale, double width, double height) {
    g.setTextAlign(TextAlignment.RIGHT);
    g.setTextBaseline(VPos.CENTER);
    g.setLineWidth(1);
    for (final Tick tick : scale.ticks()) {
      final double y = y(tick.at(), scale, height);
      g.setStroke(inks().of(tick.strong() ? "chart-strong-line" : "chart-line"));
      g.strokeLine(LEFT, y + 0.5, width, y + 0.5);
      g.setFill(inks().of("chart-text"));
      g.fillText(tick.label(), LEFT - 7, y);
    }
  }

  private void column(GraphicsContext g, UseBucket bucket, Scale scale, double height) {
    final double from = Math.max(LEFT, x(bucket.fromMillis()));
    final double until = Math.min(LEFT + plotWidth(), x(bucket.untilMillis()));
    if (until <= from) {
      return;
    }
    double below = 0;
    for (final MachineUse use : MachineUse.values()) {
      final double nodes = bucket.of(use);
      if (nodes > 0) {
        final double bottom = y(below, scale, height);
        final double top = y(below + nodes, scale, height);
        below += nodes;
        g.setFill(inks().fill(use));
        g.fillRect(from, top, until - from, bottom - top);
      }
    }
  }
}
