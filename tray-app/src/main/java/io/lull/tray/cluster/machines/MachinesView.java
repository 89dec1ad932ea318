package io.lull.tray.cluster.machines;

import io.lull.tray.chart.MachineUse;
import io.lull.tray.export.FileChoice;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.collections.transformation.SortedList;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The table of machines, its filters, and the actions for the selected one. */
public final class MachinesView {
  private static final double ROW = 34;
  private static final double SEARCH = 110;
  private static final Map<Column, Double> WIDTHS =
      new EnumMap<>(
          Map.of(
              Column.NAME, 130.0,
              Column.STATE, 130.0,
              Column.SINCE, 110.0,
              Column.JOB, 70.0,
              Column.CORES, 62.0,
              Column.MEMORY, 96.0,
              Column.LABELS, 138.0));

  private final MachinesViewModel model;
  private final ObservableValue<Boolean> administers;
  private final Texts texts;
  private final FileChoice files;
  private final Label outcome = PageElements.label("", "row-detail");
  private final TableView<MachineRow> table = new TableView<>();
  private final VBox root;

  /**
   * @param administers whether this person may drain machines
   */
  public MachinesView(
      MachinesViewModel model, ObservableValue<Boolean> administers, FileChoice files) {
    this.model = model;
    this.administers = administers;
    this.texts = model.texts();
    this.files = files;
    final Label problem = PageElements.prose(model.problemProperty(), "problem");
    PageElements.only(problem, problem.textProperty().isNotEmpty());
    table();
    this.root = new VBox(head(), problem, table, chosen());
    root.getStyleClass().add("machines");
    VBox.setVgrow(table, Priority.ALWAYS);
  }

  public Node node() {
    return root;
  }

  private Node head() {
    final TextField search = new TextField();
    search.setPromptText(texts.say("search.short"));
    search.setAccessibleText(texts.say("search"));
    search.textProperty().bindBidirectional(model.textProperty());
    search.setPrefColumnCount(12);
    search.setMinWidth(SEARCH);
    final HBox chips = new HBox(chip(Optional.empty()));
    for (final MachineUse use : MachineUse.values()) {
      chips.getChildren().add(chip(Optional.of(use)));
    }
    chips.getStyleClass().add("chips");
    chips.setAlignment(Pos.CENTER_LEFT);
    final HBox head = new HBox(chips, PageElements.spring(), search);
    head.setAlignment(Pos.CENTER_LEFT);
    head.getStyleClass().add("actions");
    return head;
  }

  private Node chip(Optional<MachineUse> use) {
    final String name = texts.say(use.map(each -> "use." + each.key()).orElse("use.all"));
    final ToggleButton chip = new ToggleButton();
    chip.getStyleClass().addAll("chip", "small");
    chip.setMinWidth(Region.USE_PREF_SIZE);
    use.ifPresent(each -> {
      final Region mark = new Region();
      mark.getStyleClass().addAll("legend-mark", "use-" + each.key());
      chip.setGraphic(mark);
    });
    chip.textProperty()
        .bind(
            model
                .countsProperty()
                .map(counts ->
                    texts.say(
                        "chip",
                        name,
                        use.map(each -> counts.getOrDefault(each, 0))
                            .orElseGet(() ->
                                counts.values().stream().mapToInt(Integer::intValue).sum()))));
    chip.accessibleTextProperty().bind(chip.textProperty());
    chip.setOnAction(_ -> {
      model.useProperty().set(use);
      chip.setSelected(true);
    });
    model.useProperty().subscribe(now -> chip.setSelected(now.equals(use)));
    return chip;
  }

  private void table() {
    final SortedList<MachineRow> sorted = new SortedList<>(model.found());
    sorted.comparatorProperty().bind(table.comparatorProperty());
    for (final Column column : Column.values()) {
      table.getColumns().add(column(column));
    }
    table.setItems(sorted);
    table.getSortOrder().add(table.getColumns().getFirst());
    table.setFixedCellSize(ROW);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setAccessibleText(texts.say("machines"));
    final Label nothing = PageElements.label(texts.say("machines.none"), "quiet");
    table.setPlaceholder(nothing);
    table.setRowFactory(_ -> row());
    table.getStyleClass().addAll("striped", "machine-table");
  }

  private TableColumn<MachineRow, Machine> column(Column column) {
    final TableColumn<MachineRow, Machine> made =
        new TableColumn<>(texts.say("column." + column.key()));
    made.setCellValueFactory(cell -> cell.getValue().machineProperty());
    made.setCellFactory(_ -> new MachineCell(column));
    made.setComparator(column.order());
    made.setPrefWidth(WIDTHS.getOrDefault(column, 100.0));
    made.setMinWidth(48);
    made.setReorderable(false);
    return made;
  }

  private TableRow<MachineRow> row() {
    final TableRow<MachineRow> row = new TableRow<>();
    row.accessibleTextProperty()
        .bind(
            row.itemProperty()
                .flatMap(MachineRow::machineProperty)
                .map(model::spoken)
                .orElse(texts.say("row.empty")));
    final MenuItem drain = new MenuItem();
    drain.textProperty().bind(row.itemProperty().flatMap(this::drainText).orElse(""));
    drain.setOnAction(_ -> toggle(row.getItem().machine()));
    final ContextMenu menu = new ContextMenu(drain);
    row.contextMenuProperty()
        .bind(
            Bindings.createObjectBinding(
                () -> administers.getValue() && !row.isEmpty() ? menu : null,
                administers,
                row.emptyProperty()));
    return row;
  }

  private ObservableValue<String> drainText(MachineRow row) {
    return row.machineProperty()
        .map(machine -> texts.say(machine.drained() ? "undrain" : "drain", machine.name()));
  }

  private void toggle(Machine machine) {
    model.drain(machine, !machine.drained());
  }

  /** The details and actions of the selected machine. */
  private Node chosen() {
    final ObservableValue<MachineRow> row = table.getSelectionModel().selectedItemProperty();
    final ObservableValue<Machine> machine = row.flatMap(MachineRow::machineProperty);
    final Label reason =
        PageElements.prose(
            machine
                .map(each -> texts.say("reason", each.name(), each.reason()))
                .orElse(texts.say("choose")),
            "row-detail");
    HBox.setHgrow(reason, Priority.ALWAYS);
    final Button drain = PageElements.button("", () -> toggle(row.getValue().machine()), "small");
    drain.textProperty().bind(row.flatMap(this::drainText).orElse(texts.say("drain", "")));
    drain.accessibleTextProperty().bind(drain.textProperty());
    drain.setMinWidth(Region.USE_PREF_SIZE);
    PageElements.only(
        drain,
        Bindings.createBooleanBinding(
            () -> administers.getValue() && row.getValue() != null, administers, row));
    final Button csv = PageElements.button(texts.say("export.csv"), this::exportCsv, "small");
    csv.setGraphic(PageElements.icon("fth-download"));
    csv.setMinWidth(Region.USE_PREF_SIZE);
    final HBox line = new HBox(reason, PageElements.spring(), outcome, drain, csv);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getStyleClass().add("actions");
    return line;
  }

  private void exportCsv() {
    files
        .ask("lull-machines.csv", texts.say("kind.csv"))
        .ifPresent(file -> model.export().text(file, model.csv(), outcome::setText));
  }
}
