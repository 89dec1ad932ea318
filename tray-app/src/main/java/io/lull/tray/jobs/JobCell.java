package io.lull.tray.jobs;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** A job in the queue's list; reused for one job after the other. */
final class JobCell extends ListCell<JobRow> {
  private static final double STATE_WIDTH = 150;
  private static final double WORKERS_WIDTH = 72;
  private static final double BAR_HEIGHT = 4;

  private final Texts texts;
  private final Label title = PageElements.label("", "queue-title");
  private final Label about = PageElements.label("", "row-detail");
  private final Region dot = new Region();
  private final Label state = PageElements.label("", "queue-state");
  private final ProgressBar bar = new ProgressBar();
  private final Label time = PageElements.label("", "row-detail");
  private final Label workers = PageElements.label("", "queue-workers");
  private final Tooltip closed = new Tooltip();
  private final HBox row;

  /**
   * @param open receives the job that is opened by the mouse
   */
  JobCell(Texts texts, Consumer<JobRow> open) {
    this.texts = texts;
    dot.getStyleClass().add("tone-dot");
    bar.getStyleClass().add("queue-bar");
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setMinHeight(BAR_HEIGHT);
    closed.setText(texts.say("private"));
    final VBox names = new VBox(title, about);
    names.setMinWidth(0);
    names.setPrefWidth(1);
    HBox.setHgrow(names, Priority.ALWAYS);
    final HBox how = new HBox(dot, state);
    how.setAlignment(Pos.CENTER_LEFT);
    how.getStyleClass().add("queue-how");
    final VBox course = new VBox(how, bar, time);
    course.setAlignment(Pos.CENTER_LEFT);
    course.getStyleClass().add("queue-course");
    course.setMinWidth(STATE_WIDTH);
    course.setPrefWidth(1);
    HBox.setHgrow(course, Priority.ALWAYS);
    workers.setMinWidth(WORKERS_WIDTH);
    workers.setAlignment(Pos.CENTER_RIGHT);
    row = new HBox(names, course, workers);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("queue-row");
    setPrefWidth(1);
    setOnMouseClicked(click -> {
      final JobRow item = getItem();
      if (item != null && click.getButton() == MouseButton.PRIMARY) {
        open.accept(item);
      }
    });
  }

  @Override
  protected void updateItem(@Nullable JobRow item, boolean empty) {
    super.updateItem(item, empty);
    if (empty || item == null) {
      setGraphic(null);
      setAccessibleText(null);
      setTooltip(null);
      return;
    }
    title.setText(item.title());
    about.setText(item.about());
    state.setText(item.state());
    PageElements.tone(dot, item.tone());
    PageElements.tone(bar, item.tone());
    bar.setProgress(Math.max(0, item.progress()));
    bar.setVisible(item.progress() >= 0);
    bar.setManaged(item.progress() >= 0);
    bar.setAccessibleText(item.far().isEmpty() ? item.state() : item.far());
    time.setText(item.time());
    workers.setText(item.workers());
    setTooltip(item.open() ? null : closed);
    setAccessibleText(
        texts.say("row", item.title(), item.about(), item.state(), item.workers(), item.time()));
    setGraphic(row);
  }
}
