package io.lull.tray.computer;

import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Rectangle;

/** The day as a strip, and the month as a column per day. */
final class TimelineView {
  private static final double MONTH_HEIGHT = 72;
  private static final double CORNER = 8;
  private static final int[] HOURS = {0, 6, 12, 18, 24};

  private final Texts texts;
  private final Phrases phrases;
  private final VBox root = new VBox();
  private final HBox legend = new HBox();
  private final StackPane picture = new StackPane();
  private final ToggleGroup which = new ToggleGroup();
  private final ToggleButton today;
  private UseOverTime shown = UseOverTime.NOTHING;

  TimelineView(Texts texts, Phrases phrases, ObservableValue<UseOverTime> use) {
    this.texts = texts;
    this.phrases = phrases;
    this.today = choice("today", "left-pill");
    final ToggleButton month = choice("month", "right-pill");
    today.setSelected(true);
    final HBox choices = new HBox(today, month);
    final HBox head = new HBox(legend, PageElements.spring(), choices);
    head.setAlignment(Pos.CENTER_LEFT);
    legend.getStyleClass().add("legend");
    legend.setAlignment(Pos.CENTER_LEFT);
    root.getStyleClass().add("timeline");
    root.getChildren().addAll(head, picture);
    which
        .selectedToggleProperty()
        .subscribe((before, now) -> {
          if (now == null && before != null) {
            which.selectToggle(before);
          } else {
            draw();
          }
        });
    use.subscribe(now -> {
      shown = now;
      draw();
    });
  }

  Node node() {
    return root;
  }

  private ToggleButton choice(String key, String side) {
    final ToggleButton button = new ToggleButton(texts.say(key));
    button.getStyleClass().addAll(side, "small");
    button.setToggleGroup(which);
    button.setAccessibleText(texts.say(key));
    return button;
  }

  private void draw() {
    final boolean day = today.isSelected();
    final Map<ComputerUse, Double> seconds = day ? shown.todaySeconds() : shown.monthSeconds();
    legend.getChildren().clear();
    for (final ComputerUse use : ComputerUse.values()) {
      legend.getChildren().add(entry(use, seconds.getOrDefault(use, 0.0)));
    }
    picture.getChildren().setAll(day ? day() : month());
    picture.setAccessibleText(
        texts.say(
            "timeline.summary",
            texts.say(day ? "today" : "month"),
            length(seconds.getOrDefault(ComputerUse.OWNER, 0.0)),
            length(seconds.getOrDefault(ComputerUse.IDLE, 0.0)),
            length(seconds.getOrDefault(ComputerUse.GUEST, 0.0))));
  }

  private String length(double seconds) {
    return today.isSelected()
        ? phrases.lasting(Duration.ofMinutes(Math.round(seconds / 60)))
        : phrases.hours(seconds);
  }

  private Node entry(ComputerUse use, double seconds) {
    final Region mark = new Region();
    mark.getStyleClass().addAll("legend-mark", use.key());
    final Label name = PageElements.label(texts.say("legend." + use.key()), "legend-name");
    final Label length = PageElements.label(length(seconds), "legend-length");
    final HBox entry = new HBox(mark, name, length);
    entry.setAlignment(Pos.CENTER_LEFT);
    entry.getStyleClass().add("legend-entry");
    return entry;
  }

  private Node day() {
    final Pane strip = new Strip(shown);
    final HBox hours = new HBox();
    for (int i = 0; i < HOURS.length; i++) {
      hours
          .getChildren()
          .add(PageElements.label(String.format(Locale.ROOT, "%02d", HOURS[i]), "hour"));
      if (i + 1 < HOURS.length) {
        hours.getChildren().add(PageElements.spring());
      }
    }
    final VBox day = new VBox(strip, hours);
    day.getStyleClass().add("day");
    return day;
  }

  private Node month() {
    final HBox columns = new HBox();
    columns.getStyleClass().add("month");
    for (final UseOverTime.Day day : shown.month()) {
      columns.getChildren().add(column(day));
    }
    return columns;
  }

  private static Node column(UseOverTime.Day day) {
    final VBox bar = new VBox();
    bar.getStyleClass().add("month-bar");
    bar.setMinHeight(MONTH_HEIGHT);
    bar.setMaxHeight(MONTH_HEIGHT);
    bar.setAlignment(Pos.BOTTOM_CENTER);
    for (final ComputerUse use : ComputerUse.values()) {
      final Region part = new Region();
      part.getStyleClass().addAll("part", use.key());
      final double height = day.shares().getOrDefault(use, 0.0) * MONTH_HEIGHT;
      part.setMinHeight(height);
      part.setMaxHeight(height);
      bar.getChildren().add(part);
    }
    final int number = day.date().getDayOfMonth();
    final Label label =
        PageElements.label(number % 5 == 1 ? Integer.toString(number) : " ", "hour");
    label.setMinWidth(0);
    label.setEllipsisString("");
    final VBox column = new VBox(bar, label);
    column.setAlignment(Pos.TOP_CENTER);
    column.setPrefWidth(1);
    column.getStyleClass().add("month-column");
    HBox.setHgrow(column, Priority.ALWAYS);
    return column;
  }

  /** The spans at their places in the day, for any width. */
  private static final class Strip extends Pane {
    private final UseOverTime use;

    Strip(UseOverTime use) {
      this.use = use;
      getStyleClass().add("strip");
      final Rectangle clip = new Rectangle();
      clip.setArcWidth(CORNER);
      clip.setArcHeight(CORNER);
      clip.widthProperty().bind(widthProperty());
      clip.heightProperty().bind(heightProperty());
      setClip(clip);
      use.today()
          .forEach(span -> {
            final Region part = new Region();
            part.getStyleClass().addAll("part", span.use().key());
            getChildren().add(part);
          });
    }

    @Override
    protected void layoutChildren() {
      for (int i = 0; i < use.today().size(); i++) {
        final UseOverTime.Span span = use.today().get(i);
        final double from = Math.floor(span.from() * getWidth());
        final double until = Math.max(from + 1, Math.floor(span.until() * getWidth()));
        getChildren().get(i).resizeRelocate(from, 0, until - from, getHeight());
      }
    }
  }
}
