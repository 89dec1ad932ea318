package io.lull.tray.submit;

import io.lull.tray.ui.PageElements;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The fields of the form, drawn. */
final class FormFields {
  private static final double FIELD_WIDTH = 190;
  private static final double NUMBER_WIDTH = 72;
  private static final int ROWS = 3;

  private FormFields() {}

  /** Its label at the left, its text at the right. */
  static Node row(FieldModel field) {
    final TextField typed = new TextField();
    typed.setPrefWidth(FIELD_WIDTH);
    typed.setMinWidth(FIELD_WIDTH);
    bind(typed, field);
    final HBox row = new HBox(words(field), typed);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("setting-row");
    return row;
  }

  /** A long field, below its label. */
  static Node wide(FieldModel field, boolean lines, Node... beside) {
    final TextInputControl typed = lines ? area() : new TextField();
    bind(typed, field);
    HBox.setHgrow(typed, Priority.ALWAYS);
    final HBox line = new HBox(typed);
    line.getChildren().addAll(beside);
    line.getStyleClass().add("actions");
    final VBox box = new VBox(words(field), line);
    box.getStyleClass().add("labelled");
    return box;
  }

  private static TextArea area() {
    final TextArea area = new TextArea();
    area.setPrefRowCount(ROWS);
    return area;
  }

  /** A short field, whose label is elsewhere. */
  static TextField number(FieldModel field) {
    final TextField typed = new TextField();
    typed.setPrefWidth(NUMBER_WIDTH);
    bind(typed, field);
    return typed;
  }

  private static void bind(TextInputControl typed, FieldModel field) {
    typed.textProperty().bindBidirectional(field.valueProperty());
    typed.setPromptText(field.prompt());
    typed.setAccessibleText(
        field.about().isEmpty() ? field.title() : field.title() + ": " + field.about());
    typed.getStyleClass().add("typed-" + field.key());
  }

  private static VBox words(FieldModel field) {
    final VBox words = new VBox(PageElements.label(field.title(), "row-main"));
    if (!field.about().isEmpty()) {
      final Label about = PageElements.label(field.about(), "row-detail");
      about.setWrapText(true);
      words.getChildren().add(about);
    }
    words.getChildren().add(problem(field.problemProperty()));
    words.getStyleClass().add("setting-words");
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    return words;
  }

  static Node problem(ObservableValue<String> wrong) {
    final Label problem = PageElements.prose(wrong, "problem", "small-text");
    return PageElements.only(problem, wrong.map(line -> !line.isEmpty()));
  }
}
