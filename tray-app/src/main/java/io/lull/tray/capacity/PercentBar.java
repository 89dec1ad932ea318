package io.lull.tray.capacity;

import javafx.geometry.HPos;
import javafx.geometry.VPos;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;

/** A bar to the left of a middle line for less, to the right for more, with its number. */
final class PercentBar extends Pane {
  private static final double HEIGHT = 14;
  private static final double GAP = 6;

  /** Kept free beside the longest bar, for its number. */
  private static final double WORDS = 64;

  private final double percent;
  private final double most;
  private final Region bar = new Region();
  private final Region line = new Region();
  private final Label number;

  /**
   * @param most the longest bar of all has so much
   * @param style of the bar
   */
  PercentBar(double percent, double most, String words, String style) {
    this.percent = percent;
    this.most = Math.max(1, most);
    this.number = new Label(words);
    number.getStyleClass().add("chart-when");
    bar.getStyleClass().addAll("percent-bar", style);
    line.getStyleClass().add("chart-strong-line");
    setMinHeight(HEIGHT + GAP);
    setPrefHeight(HEIGHT + GAP);
    getChildren().addAll(bar, line, number);
  }

  @Override
  protected void layoutChildren() {
    final double middle = Math.floor(getWidth() / 2);
    final double room = Math.max(0, middle - WORDS);
    final double length = Math.min(room, Math.max(1, Math.abs(percent) / most * room));
    bar.resizeRelocate(percent < 0 ? middle - length : middle, GAP / 2, length, HEIGHT);
    line.resizeRelocate(middle, 0, 1, getHeight());
    final double width = number.prefWidth(-1);
    layoutInArea(
        number,
        percent < 0 ? middle - length - GAP - width : middle + length + GAP,
        0,
        width,
        getHeight(),
        0,
        HPos.LEFT,
        VPos.CENTER);
  }
}
