package io.lull.tray.cluster.past;

import io.lull.tray.chart.MachineUse;
import io.lull.tray.chart.UseBucket;
import io.lull.tray.export.FileChoice;
import io.lull.tray.export.Png;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.SnapshotParameters;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;
import javafx.scene.transform.Scale;

/** The cluster over time: its chart above, the hours of the week below. */
public final class PastView {
  private static final int PICTURE_SCALE = 2;

  private final PastViewModel model;
  private final Texts texts;
  private final FileChoice files;
  private final Map<MachineUse, Label> numbers = new EnumMap<>(MachineUse.class);
  private final Label when = PageElements.label("", "chart-when");
  private final Label outcome = PageElements.label("", "row-detail");
  private final VBox chart;
  private final VBox root;

  public PastView(PastViewModel model, FileChoice files) {
    this.model = model;
    this.texts = model.texts();
    this.files = files;
    final StackView stack = new StackView(model, this::read);
    VBox.setVgrow(stack, Priority.ALWAYS);
    this.chart = new VBox(head(), stack);
    chart.getStyleClass().add("chart-box");
    VBox.setVgrow(chart, Priority.ALWAYS);
    final VBox over = PageElements.card(chart);
    over.getStyleClass().add("chart-card");
    VBox.setVgrow(over, Priority.ALWAYS);
    final Label problem = PageElements.prose(model.problemProperty(), "problem");
    PageElements.only(problem, problem.textProperty().isNotEmpty());
    this.root = new VBox(problem, over, hours());
    root.getStyleClass().add("past");
    read(Optional.empty());
  }

  public Node node() {
    return root;
  }

  private Node head() {
    final HBox legend = new HBox();
    legend.getStyleClass().add("legend");
    legend.setAlignment(Pos.CENTER_LEFT);
    // From the top of the stack down, as it is visible.
    for (final MachineUse use : List.of(MachineUse.values()).reversed()) {
      final Region mark = new Region();
      mark.getStyleClass().addAll("legend-mark", "use-" + use.key());
      final Label name = PageElements.label(texts.say("use." + use.key()), "legend-name");
      final Label number = PageElements.label("", "legend-length");
      number.setMinWidth(Region.USE_PREF_SIZE);
      name.setMinWidth(Region.USE_PREF_SIZE);
      numbers.put(use, number);
      final HBox entry = new HBox(mark, name, number);
      entry.setAlignment(Pos.CENTER_LEFT);
      entry.getStyleClass().add("legend-entry");
      legend.getChildren().add(entry);
    }
    legend.setMinWidth(Region.USE_PREF_SIZE);
    when.setWrapText(true);
    when.setTextAlignment(TextAlignment.RIGHT);
    when.setAlignment(Pos.CENTER_RIGHT);
    when.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(when, Priority.ALWAYS);
    final HBox head = new HBox(legend, when);
    head.setAlignment(Pos.CENTER_LEFT);
    head.getStyleClass().add("chart-head");
    return head;
  }

  /** The values under the pointer; else the mean of the visible range. */
  private void read(Optional<UseBucket> pointed) {
    final Optional<UseBucket> read = pointed.or(model.pictureProperty().get()::mean);
    numbers.forEach((use, label) ->
        label.setText(read.map(bucket -> model.number(bucket.of(use))).orElse("–")));
    when.setText(pointed.map(model::when).orElseGet(model::whenOnAverage));
  }

  private Node hours() {
    final Label best = PageElements.prose(model.bestProperty(), "best-hour");
    final Label reading = PageElements.label("", "chart-when");
    final HoursView hours = new HoursView(model, reading::setText);
    hours.getStyleClass().add("hours");
    final HBox head = new HBox(best, PageElements.spring(), reading);
    head.setAlignment(Pos.BASELINE_LEFT);
    final VBox card =
        PageElements.card(head, hours, PageElements.label(texts.say("hours.of"), "row-detail"));
    card.getStyleClass().add("chart-card");
    return card;
  }

  /** The exports. */
  public Node exports() {
    final MenuButton menu = new MenuButton(texts.say("export"));
    menu.setGraphic(PageElements.icon("fth-download"));
    menu.setAccessibleText(texts.say("export"));
    menu.getStyleClass().add("small");
    menu.setMinWidth(Region.USE_PREF_SIZE);
    menu.getItems()
        .addAll(item("export.png", this::exportPng), item("export.csv", this::exportCsv));
    final HBox box = new HBox(outcome, menu);
    box.setAlignment(Pos.CENTER_RIGHT);
    box.getStyleClass().add("actions");
    return box;
  }

  private MenuItem item(String key, Runnable action) {
    final MenuItem item = new MenuItem(texts.say(key));
    item.setOnAction(_ -> action.run());
    return item;
  }

  private void exportCsv() {
    files
        .ask("lull-availability.csv", texts.say("kind.csv"))
        .ifPresent(file -> model.export().text(file, model.csv(), outcome::setText));
  }

  private void exportPng() {
    files
        .ask("lull-availability.png", texts.say("kind.png"))
        .ifPresent(file -> {
          try {
            model.export().bytes(file, picture(), outcome::setText);
          } catch (IOException e) {
            outcome.setText(texts.say("not-exported", String.valueOf(e.getMessage())));
          }
        });
  }

  private byte[] picture() throws IOException {
    final SnapshotParameters parameters = new SnapshotParameters();
    parameters.setTransform(new Scale(PICTURE_SCALE, PICTURE_SCALE));
    parameters.setFill(
        root.getScene() != null && root.getScene().getFill() instanceof Color ground
            ? ground
            : Color.WHITE);
    return Png.of(chart.snapshot(parameters, null));
  }
}
