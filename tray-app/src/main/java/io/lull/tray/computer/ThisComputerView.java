package io.lull.tray.computer;

import io.lull.tray.agent.AgentWords;
import io.lull.tray.agent.PauseLength;
import io.lull.tray.model.Tone;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageView;
import io.lull.tray.ui.Pieces;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The page of this computer. */
public final class ThisComputerView implements PageView {
  /** Of each, before what is left is shared out. */
  private static final double FIGURE_WIDTH = 180;

  private final ThisComputerViewModel model;
  private final Texts texts;
  private final Parent root;

  public ThisComputerView(ThisComputerViewModel model) {
    this.model = model;
    this.texts = model.texts();
    this.root =
        Pieces.page(texts.say("title"), state(), warnings(), use(), given(), returns(), eyes());
  }

  @Override
  public void shown() {
    model.inSight(true);
  }

  @Override
  public void hidden() {
    model.inSight(false);
  }

  @Override
  public Parent node() {
    return root;
  }

  private Node state() {
    final Region mark = new Region();
    mark.getStyleClass().add("state-mark");
    final Label headline = Pieces.prose(words(AgentWords.Words::headline), "headline");
    final Label reason = Pieces.prose(words(AgentWords.Words::reason), "reason");
    final Label next = Pieces.prose(words(AgentWords.Words::next), "next");
    Pieces.only(next, next.textProperty().isNotEmpty());
    final VBox sentences = new VBox(headline, reason, next);
    sentences.getStyleClass().add("sentences");
    HBox.setHgrow(sentences, Priority.ALWAYS);
    final HBox row = new HBox(mark, sentences, pause(), resume());
    row.getStyleClass().add("state-row");
    final Label problem = Pieces.prose(model.problemProperty(), "problem");
    Pieces.only(problem, problem.textProperty().isNotEmpty());
    final VBox card = Pieces.card(row, problem);
    card.getStyleClass().add("state-card");
    model
        .stateProperty()
        .subscribe(words -> {
          Pieces.tone(mark, words.tone());
          Pieces.tone(card, words.tone());
        });
    return card;
  }

  private ObservableValue<String> words(Function<AgentWords.Words, String> part) {
    return model.stateProperty().map(part);
  }

  private Node pause() {
    final MenuButton pause = new MenuButton(texts.say("pause"));
    pause.setGraphic(Pieces.icon("fth-pause"));
    pause.setAccessibleText(texts.say("pause"));
    model
        .guestProperty()
        .subscribe(guest ->
            pause
                .getItems()
                .setAll(
                    PauseLength.offered(guest).stream()
                        .map(length -> item(length.key(), () -> model.pause(length)))
                        .toList()));
    pause.setMinWidth(Region.USE_PREF_SIZE);
    return Pieces.only(
        pause, Bindings.and(model.presentProperty(), model.resumingProperty().isEmpty()));
  }

  private MenuItem item(String key, Runnable action) {
    final MenuItem item = new MenuItem(texts.say(key));
    item.setOnAction(_ -> action.run());
    return item;
  }

  private Node resume() {
    final Button resume = Pieces.button("", model::resume, "accent");
    resume
        .textProperty()
        .bind(model.resumingProperty().map(words -> words.isEmpty() ? texts.say("resume") : words));
    resume.accessibleTextProperty().bind(resume.textProperty());
    resume.setGraphic(Pieces.icon("fth-play"));
    resume.setMinWidth(Region.USE_PREF_SIZE);
    return Pieces.only(
        resume, Bindings.and(model.presentProperty(), model.resumingProperty().isNotEmpty()));
  }

  private Node warnings() {
    final VBox box = new VBox();
    box.getStyleClass().add("warnings");
    Pieces.follow(model.warnings(), box, ThisComputerView::warning);
    return Pieces.only(box, Bindings.isNotEmpty(model.warnings()));
  }

  private static Node warning(String text) {
    final Label label = Pieces.label(text, "warning-line");
    label.setGraphic(Pieces.icon("fth-alert-triangle"));
    label.setWrapText(true);
    return label;
  }

  private Node use() {
    return shownOncePresent(
        Pieces.card(new TimelineView(texts, model.phrases(), model.useProperty()).node()));
  }

  private Node given() {
    final HBox figures = new HBox();
    figures.getStyleClass().add("figures");
    model
        .givenProperty()
        .subscribe(given ->
            figures
                .getChildren()
                .setAll(
                    figure(given.hours(), given.hoursOf()),
                    figure(given.jobs(), given.jobsOf()),
                    figure(given.people(), given.peopleOf())));
    return Pieces.only(
        Pieces.section(texts.say("given"), Pieces.card(figures)),
        model.givenProperty().isNotEqualTo(Given.NOTHING));
  }

  private static Node figure(String number, String of) {
    final Label caption = Pieces.label(of, "figure-of");
    caption.setWrapText(true);
    final VBox figure = new VBox(Pieces.label(number, "figure"), caption);
    figure.getStyleClass().add("figure-box");
    figure.setPrefWidth(FIGURE_WIDTH);
    HBox.setHgrow(figure, Priority.ALWAYS);
    return figure;
  }

  private Node returns() {
    final VBox rows = new VBox();
    rows.getStyleClass().add("rows");
    Pieces.follow(model.returns(), rows, ThisComputerView::row);
    Pieces.only(rows, Bindings.isNotEmpty(model.returns()));
    final Label none = Pieces.label(texts.say("returns.none"), "quiet");
    Pieces.only(none, Bindings.isEmpty(model.returns()));
    return shownOncePresent(Pieces.section(texts.say("returns"), Pieces.card(rows, none)));
  }

  private static Node row(Return each) {
    final Label when = Pieces.label(each.when(), "row-when");
    when.setMinWidth(Region.USE_PREF_SIZE);
    final Label why = Pieces.label(each.why(), "row-main");
    final Label how = Pieces.label(each.how(), "row-detail");
    why.setWrapText(true);
    how.setWrapText(true);
    final VBox words = new VBox(why, how);
    HBox.setHgrow(words, Priority.ALWAYS);
    final HBox row = new HBox(words, Pieces.spring(), when);
    row.getStyleClass().add("row");
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  private Node eyes() {
    final VBox rows = new VBox();
    rows.getStyleClass().add("rows");
    Pieces.follow(model.eyes(), rows, this::row);
    Pieces.only(rows, Bindings.isNotEmpty(model.eyes()));
    final Label none = Pieces.label(texts.say("sources.none"), "quiet");
    Pieces.only(none, Bindings.isEmpty(model.eyes()));
    return shownOncePresent(Pieces.section(texts.say("sources"), Pieces.card(rows, none)));
  }

  private Node row(Eye eye) {
    final Region dot = Pieces.dot(eye.works() ? Tone.GOOD : Tone.BAD);
    dot.setAccessibleText(texts.say(eye.works() ? "source.works" : "source.lost"));
    final Label name = Pieces.label(eye.name(), "row-main");
    final Label detail = Pieces.label(eye.detail(), "row-detail");
    detail.setWrapText(true);
    Pieces.only(detail, detail.textProperty().isNotEmpty());
    final VBox words = new VBox(name, detail);
    HBox.setHgrow(words, Priority.ALWAYS);
    final Label last = Pieces.label(eye.last(), "row-when");
    last.setMinWidth(Region.USE_PREF_SIZE);
    final HBox row = new HBox(dot, words, last);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("row");
    return row;
  }

  private Node shownOncePresent(Node node) {
    return Pieces.only(node, model.givenProperty().isNotEqualTo(Given.NOTHING));
  }
}
