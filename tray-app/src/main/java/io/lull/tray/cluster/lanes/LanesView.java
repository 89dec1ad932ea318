package io.lull.tray.cluster.lanes;

import io.lull.tray.chart.MachineUse;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The machines one by one: lanes above, events below. */
public final class LanesView {
  private static final double EVENT_ROW = 32;

  private final LanesViewModel model;
  private final Texts texts;
  private final VBox root;

  public LanesView(LanesViewModel model) {
    this.model = model;
    this.texts = model.texts();
    final Label reading = PageElements.label("", "chart-when");
    final LaneChart chart = new LaneChart(model, reading::setText);
    final HBox foot = new HBox(legend(), PageElements.spring(), reading);
    foot.setAlignment(Pos.CENTER_LEFT);
    final Label problem = PageElements.prose(model.problemProperty(), "problem");
    PageElements.only(problem, problem.textProperty().isNotEmpty());
    final VBox lanes = PageElements.card(head(), problem, chart, foot);
    lanes.getStyleClass().add("chart-card");
    final VBox events = PageElements.section(texts.say("events"), events());
    VBox.setVgrow(events, Priority.ALWAYS);
    this.root = new VBox(lanes, events);
    root.getStyleClass().add("past");
  }

  public Node node() {
    return root;
  }

  private Node head() {
    final TextField search = new TextField();
    search.setPromptText(texts.say("search.name"));
    search.setAccessibleText(texts.say("search.name"));
    search.textProperty().bindBidirectional(model.textProperty());
    search.setPrefColumnCount(12);
    final Label page = PageElements.label("", "row-detail");
    page.textProperty().bind(model.pageProperty());
    final HBox head =
        new HBox(
            search,
            PageElements.spring(),
            page,
            turn("lanes.before", "fth-chevron-up", -1, model.beforeProperty()),
            turn("lanes.after", "fth-chevron-down", 1, model.afterProperty()));
    head.setAlignment(Pos.CENTER_LEFT);
    head.getStyleClass().add("actions");
    return head;
  }

  private Button turn(String key, String icon, int pages, ReadOnlyBooleanProperty more) {
    final Button button = new Button();
    button.setGraphic(PageElements.icon(icon));
    button.getStyleClass().addAll("button-icon", "flat", "small");
    button.setAccessibleText(texts.say(key));
    button.setOnAction(_ -> model.turn(pages));
    button.disableProperty().bind(more.not());
    return button;
  }

  private Node legend() {
    final HBox legend = new HBox();
    legend.getStyleClass().add("legend");
    for (final MachineUse use : List.of(MachineUse.values())) {
      final Region mark = new Region();
      mark.getStyleClass().addAll("legend-mark", "use-" + use.key());
      final HBox entry =
          new HBox(mark, PageElements.label(texts.say("use." + use.key()), "legend-name"));
      entry.setAlignment(Pos.CENTER_LEFT);
      entry.getStyleClass().add("legend-entry");
      legend.getChildren().add(entry);
    }
    return legend;
  }

  private Node events() {
    final ListView<LaneEvent> list = new ListView<>(model.happenings());
    list.setFixedCellSize(EVENT_ROW);
    list.setAccessibleText(texts.say("events"));
    list.setPlaceholder(PageElements.label(texts.say("events.none"), "quiet"));
    list.setCellFactory(_ -> new EventCell());
    list.setMinHeight(4 * EVENT_ROW);
    list.getStyleClass().add("events");
    VBox.setVgrow(list, Priority.ALWAYS);
    return list;
  }

  /** One event. */
  private final class EventCell extends ListCell<LaneEvent> {
    @Override
    protected void updateItem(@Nullable LaneEvent event, boolean empty) {
      super.updateItem(event, empty);
      if (empty || event == null) {
        setGraphic(null);
        setAccessibleText(texts.say("row.empty"));
        return;
      }
      final Label node = PageElements.label(event.node(), "event-node");
      final HBox row =
          new HBox(
              PageElements.dot(event.tone()),
              node,
              PageElements.label(event.what()),
              PageElements.spring(),
              PageElements.label(event.when(), "row-when"));
      row.setAlignment(Pos.CENTER_LEFT);
      row.getStyleClass().add("row");
      setGraphic(row);
      setAccessibleText(texts.say("event.spoken", event.when(), event.node(), event.what()));
    }
  }
}
