package io.lull.tray.job;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;

/** The dialogs below a job's head before a change; Escape closes them. */
final class JobQuestions {
  private final JobViewModel model;
  private final Texts texts;
  private final Node afterwards;

  /**
   * @param afterwards gets the focus when a dialog closes
   */
  JobQuestions(JobViewModel model, Node afterwards) {
    this.afterwards = afterwards;
    this.model = model;
    this.texts = model.texts();
  }

  /** Asks whether to cancel the job. */
  Node cancel() {
    final Button yes =
        PageElements.button(texts.say("cancel.yes"), model::cancel, "danger", "cancel-yes");
    final Button no =
        PageElements.button(texts.say("cancel.no"), () -> model.cancelAskedProperty().set(false));
    final HBox question =
        question(
            () -> model.cancelAskedProperty().set(false),
            PageElements.label(texts.say("cancel.sure")),
            PageElements.spring(),
            no,
            yes);
    model
        .cancelAskedProperty()
        .subscribe(asked -> {
          (asked ? no : afterwards).requestFocus();
        });
    return PageElements.only(question, model.cancelAskedProperty());
  }

  /** Escape closes the dialog, and not the whole page. */
  private static HBox question(Runnable back, Node... parts) {
    final HBox question = new HBox(parts);
    question.setAlignment(Pos.CENTER_LEFT);
    question.getStyleClass().add("question");
    question.addEventHandler(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (key.getCode() == KeyCode.ESCAPE) {
            back.run();
            key.consume();
          }
        });
    return question;
  }

  /** Asks for the number of workers. */
  Node resize() {
    final ResizeModel resize = model.resize();
    final TextField number = new TextField();
    number.setPrefColumnCount(4);
    number.textProperty().bindBidirectional(resize.numberProperty());
    number.setAccessibleText(texts.say("resize.ask"));
    number.setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.ENTER) {
        resize.choose();
        key.consume();
      }
    });
    final Button choose = PageElements.button(texts.say("resize.choose"), resize::choose, "accent");
    choose.disableProperty().bind(resize.problemProperty().isNotEmpty());
    final Button forget = PageElements.button(texts.say("resize.forget"), resize::forget);
    final Label range = PageElements.label("", "row-detail");
    range.textProperty().bind(resize.rangeProperty());
    resize
        .problemProperty()
        .subscribe(problem ->
            range
                .getStyleClass()
                .setAll(
                    problem.isEmpty()
                        ? List.of("label", "row-detail")
                        : List.of("label", "problem", "small-text")));
    final HBox question =
        question(
            resize::forget,
            PageElements.label(texts.say("resize.ask")),
            number,
            range,
            PageElements.spring(),
            forget,
            choose);
    resize
        .askedProperty()
        .subscribe(asked -> {
          (asked ? number : afterwards).requestFocus();
          number.selectAll();
        });
    return PageElements.only(question, resize.askedProperty());
  }
}
