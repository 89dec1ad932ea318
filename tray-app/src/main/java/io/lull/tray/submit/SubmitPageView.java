package io.lull.tray.submit;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import io.lull.tray.ui.PageView;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;

/** The page of a new job. */
public final class SubmitPageView implements PageView {
  private static final PseudoClass WRONG = PseudoClass.getPseudoClass("wrong");
  private static final int TEXT_ROWS = 4;
  private static final KeyCombination SUBMIT =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);

  private final SubmitViewModel model;
  private final FormModel form;
  private final Texts texts;
  private final Consumer<String> done;
  private final BorderPane root = new BorderPane();
  private final Button leave;

  /**
   * @param done receives the new job
   * @param back leads to the queue
   */
  public SubmitPageView(SubmitViewModel model, Consumer<String> done, Runnable back) {
    this.model = model;
    this.form = model.form();
    this.texts = model.texts();
    this.done = done;
    this.leave = PageElements.back(texts.say("back"), back);
    root.setCenter(
        PageElements.page(
            PageElements.head(leave, PageElements.label(texts.say("title"), "page-title")),
            texts.say("title"),
            file(),
            runs(),
            inputs(),
            workers(),
            more(),
            same()));
    root.setBottom(bottom());
    DropZone.accept(root, model::add);
    // Not with Enter alone, which ends a line in some fields and is easily pressed by mistake.
    root.addEventHandler(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (SUBMIT.match(key)) {
            model.submit(done);
            key.consume();
          }
        });
  }

  @Override
  public Parent node() {
    return root;
  }

  @Override
  public void shown() {
    model.inSight(true);
    leave.requestFocus();
  }

  @Override
  public void hidden() {
    model.inSight(false);
  }

  /** Fills the form from a file. */
  public void read(Path specification) {
    model.read(specification);
  }

  private Node file() {
    final Label told = PageElements.prose(model.fileProperty(), "file-told");
    model.fileWrongProperty().subscribe(wrong -> told.pseudoClassStateChanged(WRONG, wrong));
    return PageElements.only(told, model.fileProperty().isNotEmpty());
  }

  private Node runs() {
    final ToggleGroup group = new ToggleGroup();
    final HBox kinds = new HBox();
    for (final Kind kind : Kind.values()) {
      final ToggleButton button = new ToggleButton(texts.say("kind." + kind.key()));
      button
          .getStyleClass()
          .add(
              kind == Kind.APP ? "left-pill" : kind == Kind.COMMAND ? "right-pill" : "center-pill");
      button.setAccessibleText(button.getText());
      button.setToggleGroup(group);
      button.setUserData(kind);
      kinds.getChildren().add(button);
    }
    group
        .selectedToggleProperty()
        .subscribe((before, now) -> {
          if (now == null && before != null) {
            group.selectToggle(before);
          } else if (now != null && now.getUserData() instanceof Kind kind) {
            form.kindProperty().set(kind);
          }
        });
    form.kindProperty()
        .subscribe(kind ->
            group.getToggles().stream()
                .filter(toggle -> toggle.getUserData() == kind)
                .forEach(group::selectToggle));
    final VBox card = PageElements.card(kinds, application(), program(), command());
    card.getStyleClass().add("settings");
    return PageElements.section(texts.say("section.runs"), card);
  }

  private <N extends Node> N onlyFor(Kind kind, N node) {
    return PageElements.only(node, form.kindProperty().isEqualTo(kind));
  }

  private Node application() {
    final ComboBox<String> names = new ComboBox<>();
    names.getItems().setAll(form.applications());
    names.setAccessibleText(texts.say("application"));
    form.applicationName().subscribe(names::setValue);
    names
        .valueProperty()
        .subscribe((before, now) -> {
          if (now != null && !now.equals(before)) {
            form.choose(now);
          }
        });
    final Label description = PageElements.prose(model.description(), "row-detail");
    HBox.setHgrow(description, Priority.ALWAYS);
    description.setMaxWidth(Double.MAX_VALUE);
    final HBox chosen = new HBox(names, description);
    chosen.setAlignment(Pos.CENTER_LEFT);
    chosen.getStyleClass().add("setting-row");
    names.setMinWidth(Region.USE_PREF_SIZE);
    final VBox parameters = new VBox();
    parameters.getStyleClass().add("form-rows");
    PageElements.follow(form.parameters(), parameters, FormFields::row);
    final VBox box = new VBox(chosen, parameters);
    box.getStyleClass().add("settings");
    return onlyFor(Kind.APP, box);
  }

  private Node program() {
    final Button choose = PageElements.button(texts.say("choose-jar"), this::chooseJar);
    choose.setMinWidth(Region.USE_PREF_SIZE);
    final VBox box =
        new VBox(
            FormFields.wide(form.field("jar"), false, choose),
            FormFields.wide(form.field("main"), false),
            FormFields.wide(form.ownParameters(), true));
    box.getStyleClass().add("settings");
    return onlyFor(Kind.PROGRAM, box);
  }

  private void chooseJar() {
    final FileChooser chooser = new FileChooser();
    chooser.setTitle(texts.say("choose-jar"));
    chooser
        .getExtensionFilters()
        .add(new FileChooser.ExtensionFilter(texts.say("jar-kind"), "*.jar"));
    Optional.ofNullable(chooser.showOpenDialog(root.getScene().getWindow()))
        .map(File::toPath)
        .ifPresent(jar -> model.add(List.of(jar)));
  }

  private Node command() {
    final VBox rest = new VBox();
    rest.getStyleClass().add("form-rows");
    form.fields(Kind.COMMAND).stream()
        .filter(field -> !field.key().equals("command"))
        .forEach(field -> rest.getChildren().add(FormFields.row(field)));
    final VBox box = new VBox(FormFields.wide(form.field("command"), false), rest);
    box.getStyleClass().add("settings");
    return onlyFor(Kind.COMMAND, box);
  }

  private Node inputs() {
    final VBox rows = new VBox();
    rows.getStyleClass().add("rows");
    PageElements.follow(form.inputs(), rows, this::input);
    PageElements.only(rows, Bindings.isNotEmpty(form.inputs()));
    final Label takes = PageElements.prose(model.takes(), "row-detail");
    PageElements.only(
        takes,
        Bindings.and(form.kindProperty().isEqualTo(Kind.APP), takes.textProperty().isNotEmpty()));
    return PageElements.section(
        texts.say("section.inputs"),
        PageElements.card(
            DropZone.of(texts, model::add),
            rows,
            FormFields.problem(form.inputsProblemProperty()),
            takes));
  }

  private Node input(InputFile file) {
    final Label name = PageElements.label(file.name(), "row-main");
    name.setGraphic(PageElements.icon("fth-file"));
    final Button remove =
        PageElements.button("", () -> form.remove(file), "flat", "button-icon", "small");
    remove.setGraphic(PageElements.icon("fth-x"));
    remove.setAccessibleText(texts.say("remove", file.name()));
    final HBox row =
        new HBox(
            name, PageElements.label(file.size(), "row-detail"), PageElements.spring(), remove);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("row");
    return row;
  }

  private Node workers() {
    final TextField least = FormFields.number(form.least());
    final TextField greatest = FormFields.number(form.greatest());
    final Label free = PageElements.label("", "row-detail");
    free.textProperty().bind(model.freeProperty());
    final HBox range =
        new HBox(
            PageElements.label(texts.say("from")),
            least,
            PageElements.label(texts.say("to")),
            greatest,
            free);
    range.setAlignment(Pos.CENTER_LEFT);
    range.getStyleClass().add("actions");
    final Label priorities = PageElements.label("", "row-detail");
    priorities.textProperty().bind(model.prioritiesProperty());
    PageElements.only(priorities, priorities.textProperty().isNotEmpty());
    final VBox card =
        PageElements.card(
            new VBox(range, FormFields.problem(form.workersProblemProperty())),
            FormFields.row(form.field("name")),
            FormFields.row(form.field("priority")),
            priorities);
    card.getStyleClass().add("settings");
    return PageElements.section(texts.say("section.workers"), card);
  }

  private Node more() {
    final ToggleButton show = new ToggleButton(texts.say("more"));
    show.setAccessibleText(texts.say("more"));
    show.getStyleClass().addAll("flat", "small");
    show.setGraphic(PageElements.icon("fth-sliders"));
    show.selectedProperty().bindBidirectional(form.moreProperty());
    final VBox rows = new VBox();
    form.moreFields().forEach(field -> rows.getChildren().add(FormFields.row(field)));
    rows.getStyleClass().addAll("card-surface", "settings");
    PageElements.only(rows, form.moreProperty());
    final VBox section = new VBox(show, rows);
    section.getStyleClass().add("section");
    return section;
  }

  /** The equivalent command or file, to copy. */
  private Node same() {
    final ToggleGroup group = new ToggleGroup();
    final ToggleButton line = which("same.command", "left-pill", group);
    final ToggleButton yaml = which("same.file", "right-pill", group);
    line.setSelected(true);
    final TextArea text = new TextArea();
    text.setEditable(false);
    text.setWrapText(true);
    text.setPrefRowCount(TEXT_ROWS);
    text.getStyleClass().add("mono");
    text.setAccessibleText(texts.say("same"));
    text.textProperty()
        .bind(
            Bindings.when(yaml.selectedProperty())
                .then(model.specificationProperty())
                .otherwise(model.commandProperty()));
    group
        .selectedToggleProperty()
        .subscribe((before, now) -> {
          if (now == null && before != null) {
            group.selectToggle(before);
          }
        });
    final Button copy =
        PageElements.button(
            texts.say("copy"),
            () -> {
              final ClipboardContent content = new ClipboardContent();
              content.putString(text.getText());
              Clipboard.getSystemClipboard().setContent(content);
            },
            "small");
    copy.setGraphic(PageElements.icon("fth-copy"));
    final HBox tools = new HBox(new HBox(line, yaml), PageElements.spring(), copy);
    tools.setAlignment(Pos.CENTER_LEFT);
    return PageElements.section(texts.say("same"), PageElements.card(tools, text));
  }

  private ToggleButton which(String key, String side, ToggleGroup group) {
    final ToggleButton button = new ToggleButton(texts.say(key));
    button.getStyleClass().addAll(side, "small");
    button.setToggleGroup(group);
    button.setAccessibleText(texts.say(key));
    return button;
  }

  private Node bottom() {
    final SendingModel sending = model.sending();
    final var underWay = sending.sendingProperty().isNotEqualTo(Sending.NOTHING);
    final Label missing = PageElements.prose(model.missingProperty(), "quiet");
    PageElements.only(
        missing, Bindings.and(model.missingProperty().isNotEmpty(), Bindings.not(underWay)));
    final Label line = PageElements.prose(sending.sendingProperty().map(Sending::line));
    final ProgressBar bar = new ProgressBar();
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(texts.say("sending"));
    bar.getStyleClass().add("sending-progress");
    bar.progressProperty().bind(sending.sendingProperty().map(now -> Math.max(0, now.progress())));
    final VBox way = PageElements.only(new VBox(line, bar), underWay);
    way.getStyleClass().add("setting-words");
    final VBox words =
        new VBox(
            missing,
            way,
            FormFields.problem(form.problemProperty()),
            FormFields.problem(sending.problemProperty()));
    words.setAlignment(Pos.CENTER_LEFT);
    HBox.setHgrow(words, Priority.ALWAYS);
    final Button stop = PageElements.button(texts.say("stop"), sending::stop, "stop-sending");
    stop.setMinWidth(Region.USE_PREF_SIZE);
    PageElements.only(stop, sending.sendingProperty().map(Sending::stoppable));
    final Button submit =
        PageElements.button(texts.say("submit"), () -> model.submit(done), "accent", "submit-job");
    submit.setMinWidth(Region.USE_PREF_SIZE);
    submit.disableProperty().bind(Bindings.or(Bindings.not(model.readyProperty()), underWay));
    final HBox bottom = new HBox(words, stop, submit);
    bottom.setAlignment(Pos.CENTER_LEFT);
    bottom.getStyleClass().add("undo-bar");
    return bottom;
  }
}
