package io.lull.tray.preferences;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableBooleanValue;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** A setting in a row: its meaning, its value, and the error of what is typed. */
final class SettingRow {
  private static final double FIELD_WIDTH = 150;
  private static final double CHOICE_WIDTH = 190;

  private final Texts texts;
  private final ObservableBooleanValue present;

  /**
   * @param present enabled while it holds
   */
  SettingRow(Texts texts, ObservableBooleanValue present) {
    this.texts = texts;
    this.present = present;
  }

  /** A setting that is typed. */
  Node field(SettingModel setting) {
    final TextField field = new TextField();
    field.setPrefWidth(FIELD_WIDTH);
    setting
        .valueProperty()
        .subscribe(now -> {
          if (!field.isFocused()) {
            field.setText(now);
          }
        });
    field
        .textProperty()
        .subscribe((before, now) -> {
          if (field.isFocused()) {
            setting.type(now);
          }
        });
    field.setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.ENTER) {
        setting.choose(field.getText());
      } else if (key.getCode() == KeyCode.ESCAPE) {
        setting.forget();
        field.setText(setting.valueProperty().get());
      }
    });
    field
        .focusedProperty()
        .subscribe((before, now) -> {
          if (before != null && before && !now) {
            leave(setting, field);
          }
        });
    return row(setting, field);
  }

  /** A valid value is set; an invalid one is reset. */
  private static void leave(SettingModel setting, TextField field) {
    if (setting.problemProperty().get().isEmpty()) {
      setting.choose(field.getText());
    } else {
      setting.forget();
      field.setText(setting.valueProperty().get());
    }
  }

  /** A setting with few values. */
  Node choice(SettingModel setting, List<String> values) {
    final ComboBox<String> box = new ComboBox<>();
    box.getItems().setAll(values);
    box.setPrefWidth(CHOICE_WIDTH);
    box.setConverter(new ChoiceWords(texts));
    setting
        .valueProperty()
        .subscribe(now -> {
          if (!now.isEmpty() && !box.getItems().contains(now)) {
            box.getItems().add(now);
          }
          box.setValue(now.isEmpty() ? null : now);
        });
    box.valueProperty()
        .subscribe((before, now) -> {
          if (now != null && !now.equals(setting.kept())) {
            setting.choose(now);
          }
        });
    return row(setting, box);
  }

  private Node row(SettingModel setting, Control control) {
    final String title = texts.say("key." + setting.key());
    control.setAccessibleText(title);
    control.accessibleHelpProperty().bind(help(setting));
    control.disableProperty().bind(Bindings.or(Bindings.not(present), setting.lockedProperty()));
    final Tooltip range = new Tooltip();
    range.textProperty().bind(setting.rangeProperty());
    control.setTooltip(range);
    final Label name = PageElements.label(title, "row-main");
    final Label about = PageElements.label(texts.say("about." + setting.key()), "row-detail");
    about.setWrapText(true);
    about.setMinHeight(Region.USE_PREF_SIZE);
    return row(new VBox(name, about, problem(setting), limits(setting, texts)), control);
  }

  /** A choice that is not the agent's. */
  static Node row(String title, String detail, Control control) {
    final Label about = PageElements.label(detail, "row-detail");
    about.setWrapText(true);
    about.setMinHeight(Region.USE_PREF_SIZE);
    return row(new VBox(PageElements.label(title, "row-main"), about), control);
  }

  private static Node row(VBox words, Control control) {
    words.getStyleClass().add("setting-words");
    HBox.setHgrow(words, Priority.ALWAYS);
    words.setMinWidth(0);
    control.setMinWidth(Region.USE_PREF_SIZE);
    final HBox row = new HBox(words, control);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("setting-row");
    return row;
  }

  /** The error of what is typed; else who restricts it; else the allowed values. */
  private ObservableValue<String> help(SettingModel setting) {
    return Bindings.createStringBinding(
        () ->
            Stream.of(
                    setting.problemProperty().get(), limits(setting), setting.rangeProperty().get())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse(""),
        setting.problemProperty(),
        setting.limitsProperty(),
        setting.lockedProperty(),
        setting.rangeProperty());
  }

  private String limits(SettingModel setting) {
    final String limits = setting.limitsProperty().get();
    return limits.isEmpty()
        ? ""
        : texts.say(setting.lockedProperty().get() ? "locked" : "bounded", limits);
  }

  static Node problem(SettingModel setting) {
    final Label problem = PageElements.prose(setting.problemProperty(), "problem", "small-text");
    return PageElements.only(problem, setting.problemProperty().isNotEmpty());
  }

  /** Who restricts it, and why. */
  static Node limits(SettingModel setting, Texts texts) {
    final Label limits = PageElements.label("", "limits", "small-text");
    limits
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () ->
                    texts.say(
                        setting.lockedProperty().get() ? "locked" : "bounded",
                        setting.limitsProperty().get()),
                setting.limitsProperty(),
                setting.lockedProperty()));
    limits.setGraphic(PageElements.icon("fth-lock", "lock"));
    limits.setWrapText(true);
    return PageElements.only(limits, setting.limitsProperty().isNotEmpty());
  }
}
