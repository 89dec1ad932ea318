package io.lull.tray.jobs;

import io.lull.tray.jobs.EmptyState.Then;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The queue, with its buttons for a new job. */
final class JobsView {
  private final JobsViewModel model;
  private final Texts texts;
  private final Ways ways;
  private final BorderPane root = new BorderPane();
  private final ListView<JobRow> list = new ListView<>();

  /**
   * Its links.
   *
   * @param open a job
   * @param form for a new one
   * @param file with a specification
   * @param join a grid
   */
  record Ways(Consumer<String> open, Runnable form, Runnable file, Runnable join) {}

  JobsView(JobsViewModel model, Ways ways) {
    this.model = model;
    this.texts = model.texts();
    this.ways = ways;
    final Label old = PageElements.prose(model.oldProperty(), "warning-line");
    old.setGraphic(PageElements.icon("fth-alert-triangle"));
    PageElements.only(old, old.textProperty().isNotEmpty());
    final VBox top = new VBox(head(), tools(), old);
    top.getStyleClass().add("queue-top");
    root.setTop(top);
    root.setCenter(new StackPane(list(), notice()));
    root.getStyleClass().add("queue-page");
  }

  Node node() {
    return root;
  }

  /** Takes the keyboard focus. */
  void focus() {
    list.requestFocus();
  }

  private Node head() {
    final HBox head =
        new HBox(
            PageElements.label(texts.say("title"), "page-title"),
            PageElements.spring(),
            file(),
            form());
    head.setAlignment(Pos.CENTER_LEFT);
    head.getStyleClass().add("actions");
    return head;
  }

  private Button form() {
    final Button button = PageElements.button(texts.say("new"), ways.form(), "accent", "new-job");
    button.setGraphic(PageElements.icon("fth-plus"));
    button.setMinWidth(Region.USE_PREF_SIZE);
    return button;
  }

  private Button file() {
    final Button button = PageElements.button(texts.say("from-file"), ways.file());
    button.setGraphic(PageElements.icon("fth-file-text"));
    button.setMinWidth(Region.USE_PREF_SIZE);
    return button;
  }

  private Node tools() {
    final ToggleGroup group = new ToggleGroup();
    final ToggleButton present = choice("present", "left-pill", group);
    final ToggleButton all = choice("all", "right-pill", group);
    group
        .selectedToggleProperty()
        .subscribe((before, now) -> {
          if (now == null && before != null) {
            group.selectToggle(before);
          } else {
            model.endedProperty().set(all.isSelected());
          }
        });
    (model.endedProperty().get() ? all : present).setSelected(true);
    final TextField filter = new TextField();
    filter.textProperty().bindBidirectional(model.filterProperty());
    filter.setPromptText(texts.say("filter"));
    filter.setAccessibleText(texts.say("filter"));
    filter.getStyleClass().add("filter");
    filter.setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.ESCAPE) {
        filter.clear();
      } else if (key.getCode() == KeyCode.DOWN) {
        list.requestFocus();
      }
    });
    final HBox tools = new HBox(new HBox(present, all), PageElements.spring(), filter);
    tools.setAlignment(Pos.CENTER_LEFT);
    return tools;
  }

  private ToggleButton choice(String key, String side, ToggleGroup group) {
    final ToggleButton button = new ToggleButton(texts.say(key));
    button.getStyleClass().addAll(side, "small");
    button.setToggleGroup(group);
    button.setAccessibleText(texts.say(key));
    button.setMinWidth(Region.USE_PREF_SIZE);
    return button;
  }

  private Node list() {
    list.setItems(model.rows());
    list.setCellFactory(_ -> new JobCell(texts, this::open));
    list.getStyleClass().add("queue");
    list.setAccessibleText(texts.say("list"));
    list.setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.ENTER) {
        open(list.getSelectionModel().getSelectedItem());
        key.consume();
      }
    });
    return PageElements.only(list, Bindings.isNotEmpty(model.rows()));
  }

  private void open(@Nullable JobRow row) {
    if (row != null && row.open()) {
      ways.open().accept(row.id());
    }
  }

  private ObservableValue<Boolean> follows(Then then) {
    return model.noticeProperty().map(notice -> notice.then() == then);
  }

  private Node notice() {
    final Label headline = PageElements.label("", "headline");
    final Label about = PageElements.label("", "quiet");
    about.setWrapText(true);
    about.getStyleClass().add("notice-about");
    final ProgressIndicator waits = new ProgressIndicator();
    waits.getStyleClass().add("small-progress");
    waits.setAccessibleText(texts.say("loading"));
    PageElements.only(waits, follows(Then.WAITING));
    final HBox start = new HBox(file(), form());
    start.setAlignment(Pos.CENTER);
    start.getStyleClass().add("actions");
    PageElements.only(start, follows(Then.START));
    final Button join =
        PageElements.only(
            PageElements.button(texts.say("join"), ways.join(), "accent"), follows(Then.JOIN));
    final VBox notice =
        new VBox(
            PageElements.icon("fth-layers", "notice-mark"), waits, headline, about, start, join);
    notice.setAlignment(Pos.CENTER);
    notice.getStyleClass().add("notice");
    model
        .noticeProperty()
        .subscribe(now -> {
          headline.setText(now.headline());
          about.setText(now.about());
          about.setVisible(!now.about().isEmpty());
          about.setManaged(!now.about().isEmpty());
        });
    return PageElements.only(notice, model.noticeProperty().isNotEqualTo(EmptyState.NONE));
  }
}
