package io.lull.tray.job;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** The end of a job's log. */
final class LogBox {
  private static final int ROWS = 9;

  private LogBox() {}

  static Node of(LogViewModel model, Texts texts) {
    final TextArea text = new TextArea();
    text.setEditable(false);
    text.setPrefRowCount(ROWS);
    text.getStyleClass().addAll("mono", "log");
    text.setAccessibleText(texts.say("log"));
    model
        .textProperty()
        .subscribe(now -> {
          final double at = text.getScrollTop();
          text.setText(now);
          if (model.followingProperty().get()) {
            text.positionCaret(now.length());
            text.setScrollTop(Double.MAX_VALUE);
          } else {
            text.setScrollTop(at);
          }
        });
    PageElements.only(text, model.textProperty().isNotEmpty());
    final Label none = PageElements.prose(model.problemProperty(), "quiet");
    PageElements.only(
        none, Bindings.and(model.textProperty().isEmpty(), model.problemProperty().isNotEmpty()));
    final ToggleButton follow = new ToggleButton(texts.say("log.follow"));
    follow.getStyleClass().add("small");
    follow.setAccessibleText(texts.say("log.follow"));
    follow.selectedProperty().bindBidirectional(model.followingProperty());
    PageElements.only(follow, model.textProperty().isNotEmpty());
    final HBox head =
        new HBox(
            PageElements.label(texts.say("log"), "section-title"), PageElements.spring(), follow);
    head.setAlignment(Pos.CENTER_LEFT);
    final var section = new VBox(head, PageElements.card(text, none));
    section.getStyleClass().add("section");
    return PageElements.only(
        section,
        Bindings.or(model.textProperty().isNotEmpty(), model.problemProperty().isNotEmpty()));
  }
}
