package io.lull.tray.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;

/** A job's number of workers over time, and marks for its events. */
final class JobTimelinePane extends Pane {
  private static final double HEIGHT = 96;
  private static final double MARK = 8;

  private final Pane area = new Pane();
  private final Pane marks = new Pane();
  private final List<Tooltip> tooltips = new ArrayList<>();
  private JobTimeline shown = JobTimeline.NOTHING;

  JobTimelinePane() {
    getStyleClass().add("course");
    area.getStyleClass().add("course-area");
    getChildren().addAll(area, marks);
    setMinHeight(HEIGHT);
    setPrefHeight(HEIGHT);
  }

  void show(JobTimeline now) {
    shown = now;
    fit(
        area,
        now.spans().size(),
        () -> {
          final Region span = new Region();
          span.getStyleClass().add("course-span");
          return span;
        });
    fit(marks, now.marks().size(), Region::new);
    while (tooltips.size() < now.marks().size()) {
      tooltips.add(new Tooltip());
    }
    for (int i = 0; i < now.marks().size(); i++) {
      final JobTimeline.Mark mark = now.marks().get(i);
      final Region drawn = (Region) marks.getChildren().get(i);
      final String kind = mark.kind().name().toLowerCase(Locale.ROOT);
      if (!drawn.getStyleClass().contains(kind)) {
        drawn.getStyleClass().setAll("course-mark", kind);
      }
      final Tooltip tooltip = tooltips.get(i);
      if (!mark.words().equals(tooltip.getText())) {
        tooltip.setText(mark.words());
        Tooltip.install(drawn, tooltip);
      }
    }
    requestLayout();
  }

  /** Reuses what exists already. */
  private static void fit(Pane pane, int size, Supplier<Region> maker) {
    if (pane.getChildren().size() > size) {
      pane.getChildren().remove(size, pane.getChildren().size());
    }
    while (pane.getChildren().size() < size) {
      final Region made = maker.get();
      // It is laid out here, not by the pane that contains it.
      made.setManaged(false);
      pane.getChildren().add(made);
    }
  }

  @Override
  protected void layoutChildren() {
    final double height = getHeight() - MARK * 2;
    area.resizeRelocate(0, 0, getWidth(), height);
    marks.resizeRelocate(0, height, getWidth(), MARK * 2);
    for (int i = 0; i < shown.spans().size(); i++) {
      final JobTimeline.Span span = shown.spans().get(i);
      final double left = Math.floor(span.from() * getWidth());
      final double right = Math.max(left + 1, Math.floor(span.until() * getWidth()));
      final double tall = height * span.workers() / Math.max(1, shown.most());
      area.getChildren().get(i).resizeRelocate(left, height - tall, right - left, tall);
    }
    for (int i = 0; i < shown.marks().size(); i++) {
      final double at = shown.marks().get(i).at() * (getWidth() - MARK);
      marks.getChildren().get(i).resizeRelocate(at, MARK / 2 + 1, MARK, MARK);
    }
  }

  /** A sample of a mark, for the legend. */
  static Region sample(JobTimeline.Kind kind) {
    final Region mark = new Region();
    mark.getStyleClass().addAll("course-mark", kind.name().toLowerCase(Locale.ROOT));
    mark.setMinSize(MARK, MARK);
    mark.setMaxSize(MARK, MARK);
    return mark;
  }
}
