package io.lull.tray.capacity;

import io.lull.tray.export.FileChoice;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import io.lull.tray.ui.PageView;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** A question about the cluster's capacity at the top, its answer below. */
public final class CapacityView implements PageView {
  private static final List<String> COLUMNS =
      List.of(
          "column.change",
          "column.machines",
          "column.hours",
          "column.ratio",
          "column.wait",
          "column.unfinished");

  private final CapacityViewModel model;
  private final Texts texts;
  private final FileChoice files;
  private final VBox answer = new VBox();
  private final Parent root;

  public CapacityView(CapacityViewModel model, FileChoice files) {
    this.model = model;
    this.texts = model.texts();
    this.files = files;
    final Label about = PageElements.label(texts.say("about"), "lead");
    about.setWrapText(true);
    final Label notice = PageElements.prose(model.noticeProperty(), "quiet");
    answer.getStyleClass().add("page-part");
    this.root =
        PageElements.page(
            texts.say("title"),
            about,
            PageElements.only(notice, model.noticeProperty().isNotEmpty()),
            PageElements.only(question(), model.administersProperty()),
            answer);
    model.resultProperty().subscribe(this::show);
  }

  @Override
  public Parent node() {
    return root;
  }

  @Override
  public void shown() {
    model.look();
  }

  private Node question() {
    final CheckBox own = new CheckBox(texts.say("own-jobs"));
    own.setAccessibleText(texts.say("own-jobs"));
    own.selectedProperty().bindBidirectional(model.ownJobsProperty());
    return PageElements.section(
        texts.say("section.question"),
        PageElements.card(
            field("machines", model.machinesProperty(), model.machinesProblemProperty()),
            field("idle", model.idleProperty(), model.idleProblemProperty()),
            labelled("period", periods()),
            own,
            actions(),
            PageElements.only(
                PageElements.prose(model.problemProperty(), "problem"),
                model.problemProperty().isNotEmpty())));
  }

  private Node field(String key, StringProperty text, ObservableValue<String> wrong) {
    final TextField field = new TextField();
    field.textProperty().bindBidirectional(text);
    field.setPromptText(texts.say(key + ".prompt"));
    field.setAccessibleText(texts.say(key));
    field.setMaxWidth(Region.USE_PREF_SIZE);
    final Label problem = PageElements.prose(wrong, "problem", "small-text");
    return labelled(key, field, PageElements.only(problem, wrong.map(line -> !line.isEmpty())));
  }

  private VBox labelled(String key, Node... parts) {
    final Label about = PageElements.label(texts.say(key + ".about"), "row-detail");
    about.setWrapText(true);
    final VBox box = new VBox(PageElements.label(texts.say(key), "row-main"), about);
    box.getChildren().addAll(parts);
    box.getStyleClass().add("labelled");
    return box;
  }

  private Node periods() {
    final ToggleGroup group = new ToggleGroup();
    final HBox choices = new HBox();
    for (final int days : CapacityViewModel.PERIODS) {
      final ToggleButton choice = new ToggleButton(texts.say("period.days", days));
      choice.getStyleClass().addAll(side(days), "small");
      choice.setAccessibleText(texts.say("period.days", days));
      choice.setToggleGroup(group);
      choice.setSelected(model.daysProperty().get() == days);
      // A second click keeps it selected.
      choice.setOnAction(_ -> {
        model.daysProperty().set(days);
        choice.setSelected(true);
      });
      choices.getChildren().add(choice);
    }
    return choices;
  }

  private static String side(int days) {
    return days == CapacityViewModel.PERIODS.getFirst()
        ? "left-pill"
        : days == CapacityViewModel.PERIODS.getLast() ? "right-pill" : "center-pill";
  }

  private Node actions() {
    final Button calculate =
        PageElements.button(texts.say("calculate"), model::calculate, "accent");
    calculate
        .disableProperty()
        .bind(Bindings.or(model.readyProperty().not(), model.progressProperty().isNotEmpty()));
    final ProgressIndicator busy = new ProgressIndicator();
    busy.getStyleClass().add("small-progress");
    busy.setAccessibleText(texts.say("busy"));
    final Label step = PageElements.prose(model.progressProperty(), "quiet");
    final Button cancel = PageElements.button(texts.say("cancel"), model::cancel);
    final HBox under = new HBox(busy, step, cancel);
    under.setAlignment(Pos.CENTER_LEFT);
    under.getStyleClass().add("actions");
    final HBox actions =
        new HBox(calculate, PageElements.only(under, model.progressProperty().isNotEmpty()));
    actions.setAlignment(Pos.CENTER_LEFT);
    actions.getStyleClass().add("actions");
    return actions;
  }

  private void show(@Nullable CapacityResult result) {
    answer.getChildren().clear();
    if (result == null) {
      return;
    }
    final VBox words = new VBox();
    words.getStyleClass().add("sentences");
    for (final String sentence : result.sentences()) {
      final Label line = PageElements.label(sentence);
      line.setWrapText(true);
      words.getChildren().add(line);
    }
    answer
        .getChildren()
        .add(
            PageElements.section(
                texts.say("section.answer"),
                PageElements.card(words, bars(result), table(result), saving())));
  }

  private Node bars(CapacityResult result) {
    final double most =
        result.rows().stream()
            .mapToDouble(
                row -> Math.max(Math.abs(row.responsePercent()), Math.abs(row.hoursPercent())))
            .max()
            .orElse(1);
    final GridPane bars = new GridPane();
    bars.getStyleClass().add("capacity-bars");
    final ColumnConstraints wide = new ColumnConstraints();
    wide.setHgrow(Priority.ALWAYS);
    bars.getColumnConstraints().addAll(new ColumnConstraints(), wide);
    bars.add(legend(), 1, 0);
    for (int i = 1; i < result.rows().size(); i++) {
      final CapacityResult.Row row = result.rows().get(i);
      final VBox both =
          new VBox(
              bar(row.responsePercent(), most, "use-running"),
              bar(row.hoursPercent(), most, "use-available"));
      both.setAccessibleText(
          texts.say("bars.spoken", row.name(), row.responsePercent(), row.hoursPercent()));
      final Label name = PageElements.label(row.name(), "row-main");
      name.setMinWidth(Region.USE_PREF_SIZE);
      bars.addRow(i, name, both);
    }
    return bars;
  }

  private Node bar(double percent, double most, String style) {
    return new PercentBar(percent, most, texts.say("percent", percent), style);
  }

  private Node legend() {
    final HBox legend =
        new HBox(entry("use-running", "legend.response"), entry("use-available", "legend.hours"));
    legend.getStyleClass().add("legend");
    legend.setAlignment(Pos.CENTER_LEFT);
    return legend;
  }

  private Node entry(String style, String key) {
    final Region mark = new Region();
    mark.getStyleClass().addAll("legend-mark", style);
    final HBox entry = new HBox(mark, PageElements.label(texts.say(key), "legend-name"));
    entry.setAlignment(Pos.CENTER_LEFT);
    entry.getStyleClass().add("legend-entry");
    return entry;
  }

  private Node table(CapacityResult result) {
    final GridPane table = new GridPane();
    table.getStyleClass().add("capacity-table");
    for (int column = 0; column < COLUMNS.size(); column++) {
      place(table, PageElements.label(texts.say(COLUMNS.get(column)), "row-detail"), column, 0);
    }
    for (int i = 0; i < result.rows().size(); i++) {
      final CapacityResult.Row row = result.rows().get(i);
      final List<String> cells = model.row(row.name(), row.answer());
      for (int column = 0; column < cells.size(); column++) {
        place(table, PageElements.label(cells.get(column)), column, i + 1);
      }
    }
    return table;
  }

  private static void place(GridPane table, Label cell, int column, int row) {
    GridPane.setHalignment(cell, column == 0 ? HPos.LEFT : HPos.RIGHT);
    cell.setMinWidth(Region.USE_PREF_SIZE);
    table.add(cell, column, row);
  }

  private Node saving() {
    final Button page =
        PageElements.button(
            texts.say("save.report"),
            () ->
                files
                    .ask("capacity.html", texts.say("kind.html"))
                    .ifPresent(file -> model.save(file, true)));
    final Button table =
        PageElements.button(
            texts.say("save.csv"),
            () ->
                files
                    .ask("capacity.csv", texts.say("kind.csv"))
                    .ifPresent(file -> model.save(file, false)));
    final Label told = PageElements.prose(model.toldProperty(), "quiet");
    final HBox saving = new HBox(page, table, told);
    saving.setAlignment(Pos.CENTER_LEFT);
    saving.getStyleClass().add("actions");
    return saving;
  }
}
