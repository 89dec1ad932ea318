package io.lull.tray.preferences;

import io.lull.tray.notice.NoticeLevel;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/** The choices of this program, as a section of the page. */
final class ProgramSection {
  private final ProgramModel model;
  private final Texts texts;

  ProgramSection(ProgramModel model) {
    this.model = model;
    this.texts = model.texts();
  }

  Node node() {
    final Label problem = PageElements.prose(model.problemProperty(), "problem", "small-text");
    final VBox card =
        PageElements.card(
            SettingRow.row(
                texts.say("program.starts"),
                texts.say(model.startable() ? "program.starts.about" : "program.unknown"),
                starts()),
            SettingRow.row(
                texts.say("program.notices"), texts.say("program.notices.about"), notices()),
            PageElements.only(problem, model.problemProperty().isNotEmpty()));
    card.getStyleClass().add("settings");
    return PageElements.section(texts.say("section.program"), card);
  }

  private CheckBox starts() {
    final CheckBox box = new CheckBox();
    box.getStyleClass().add("starts");
    box.setDisable(!model.startable());
    box.setAccessibleText(texts.say("program.starts"));
    model.startsProperty().subscribe(box::setSelected);
    box.setOnAction(_ -> {
      model.start(box.isSelected());
      box.setSelected(model.startsProperty().get());
    });
    return box;
  }

  private ComboBox<NoticeLevel> notices() {
    final ComboBox<NoticeLevel> box = new ComboBox<>();
    box.getStyleClass().add("notices");
    box.getItems().setAll(NoticeLevel.values());
    box.setAccessibleText(texts.say("program.notices"));
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(NoticeLevel level) {
            return level == null ? "" : texts.say("notices." + level.key());
          }

          @Override
          public NoticeLevel fromString(String text) {
            throw new IllegalStateException("nothing is typed here");
          }
        });
    model.noticesProperty().subscribe(box::setValue);
    box.valueProperty()
        .subscribe((_, now) -> {
          if (now != null && now != model.noticesProperty().get()) {
            model.tell(now);
            box.setValue(model.noticesProperty().get());
          }
        });
    return box;
  }
}
