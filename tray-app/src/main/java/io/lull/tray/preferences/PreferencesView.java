package io.lull.tray.preferences;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import io.lull.tray.ui.PageView;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The page of preferences. */
public final class PreferencesView implements PageView {
  private static final KeyCombination UNDO =
      new KeyCodeCombination(KeyCode.Z, KeyCombination.SHORTCUT_DOWN);

  private final PreferencesViewModel model;
  private final Texts texts;
  private final SettingRow rows;
  private final BorderPane root = new BorderPane();

  /**
   * @param program the choices for this program itself
   */
  public PreferencesView(PreferencesViewModel model, ProgramModel program) {
    this.model = model;
    this.texts = model.texts();
    this.rows = new SettingRow(texts, model.presentProperty());
    root.setCenter(
        PageElements.page(
            texts.say("title"),
            absent(),
            presets(),
            section("away", field("idle-after"), field("cpu-threshold"), field("cpu-window")),
            policy(),
            week(),
            section(
                "power",
                choice("on-battery", List.of("never", "above 0.3", "above 0.6", "always")),
                choice("on-power-saver", List.of("never", "always")),
                field("max-temperature")),
            section(
                "much",
                field("max-cores"),
                field("max-memory"),
                field("max-disk"),
                field("max-network")),
            section("who", field("exclusive-programs"), field("welcome")),
            new ProgramSection(program).node()));
    root.setBottom(undo());
    root.addEventHandler(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (UNDO.match(key)) {
            model.undo();
            key.consume();
          }
        });
  }

  @Override
  public Parent node() {
    return root;
  }

  private Node field(String key) {
    return rows.field(model.setting(key));
  }

  private Node choice(String key, List<String> values) {
    return rows.choice(model.setting(key), values);
  }

  private Node section(String key, Node... settings) {
    final VBox card = PageElements.card(settings);
    card.getStyleClass().add("settings");
    return PageElements.section(texts.say("section." + key), card);
  }

  private Node absent() {
    final Label absent = PageElements.label(texts.say("absent"), "warning-line");
    absent.setGraphic(PageElements.icon("fth-alert-triangle"));
    absent.setWrapText(true);
    return PageElements.only(absent, model.presentProperty().not());
  }

  private Node presets() {
    return PageElements.section(texts.say("section.presets"), PresetCards.of(model, model::take));
  }

  /** Three ways to leave, each explained from the affected person's view. */
  private Node policy() {
    final SettingModel policy = model.setting("policy");
    final ToggleGroup group = new ToggleGroup();
    final VBox choices = new VBox();
    choices.getStyleClass().add("policies");
    for (final String value : List.of("gentle", "strict", "linger")) {
      choices.getChildren().add(policy(policy, group, value));
    }
    choices
        .disableProperty()
        .bind(Bindings.or(Bindings.not(model.presentProperty()), policy.lockedProperty()));
    return section(
        "back",
        new VBox(choices, SettingRow.problem(policy), SettingRow.limits(policy, texts)),
        field("grace"));
  }

  private Node policy(SettingModel policy, ToggleGroup group, String value) {
    final RadioButton button = new RadioButton(texts.say("policy." + value));
    button.setToggleGroup(group);
    button.getStyleClass().add("policy-name");
    final Label about = PageElements.label(texts.say("policy." + value + ".about"), "row-detail");
    about.setWrapText(true);
    about.setMinHeight(Region.USE_PREF_SIZE);
    about.getStyleClass().add("policy-about");
    button.setAccessibleText(button.getText() + ": " + about.getText());
    button.setOnAction(_ -> policy.choose(value));
    policy
        .valueProperty()
        .subscribe(now -> {
          if (now.equals(value)) {
            group.selectToggle(button);
          }
        });
    return new VBox(button, about);
  }

  private Node week() {
    final SettingModel schedule = model.setting("schedule");
    final WeekModel week = new WeekModel(schedule, texts);
    final Label about = PageElements.label(texts.say("about.schedule"), "row-detail");
    about.setWrapText(true);
    final Label kept = PageElements.prose(schedule.valueProperty(), "week-text");
    final Label remark = PageElements.prose(week.remarkProperty(), "problem", "small-text");
    PageElements.only(remark, week.remarkProperty().isNotEmpty());
    final Node board = new WeekView(week, texts).node();
    board.disableProperty().bind(Bindings.not(model.presentProperty()));
    return section(
        "week",
        about,
        board,
        kept,
        remark,
        SettingRow.problem(schedule),
        SettingRow.limits(schedule, texts));
  }

  private Node undo() {
    final Label told = PageElements.prose(model.toldProperty());
    final Label problem = PageElements.prose(model.problemProperty(), "problem");
    PageElements.only(problem, model.problemProperty().isNotEmpty());
    final VBox words = new VBox(told, problem);
    HBox.setHgrow(words, Priority.ALWAYS);
    final Button undo = PageElements.button(texts.say("undo"), model::undo);
    undo.setGraphic(PageElements.icon("fth-rotate-ccw"));
    undo.setMinWidth(Region.USE_PREF_SIZE);
    PageElements.only(undo, model.undoableProperty());
    final HBox bar = new HBox(words, undo);
    bar.setAlignment(Pos.CENTER_LEFT);
    bar.getStyleClass().add("undo-bar");
    return PageElements.only(bar, model.toldProperty().isNotEmpty());
  }
}
