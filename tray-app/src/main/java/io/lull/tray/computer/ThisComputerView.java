package io.lull.tray.computer;

import io.lull.tray.agent.AgentWords;
import io.lull.tray.agent.PauseLength;
import io.lull.tray.model.Tone;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import io.lull.tray.ui.PageView;
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
  /** The minimum of each, before the rest is divided. */
  private static final double FIGURE_WIDTH = 180;

  private final ThisComputerViewModel model;
  private final Texts texts;
  private final Parent root;

  public ThisComputerView(ThisComputerViewModel model) {
    this.model = model;
    this.texts = model.texts();
    this.root =
        PageElements.page(
            texts.say("title"), state(), warnings(), use(), given(), returns(), eyes());
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
    final Label headline = PageElements.prose(words(AgentWords.Words::headline), "headline");
    final Label reason = PageElements.prose(words(AgentWords.Words::reason), "reason");
    final Label next = PageElements.prose(words(AgentWords.Words::next), "next");
    PageElements.only(next, next.textProperty().isNotEmpty());
    final VBox sentences = new VBox(headline, reason, next);
    sentences.getStyleClass().add("sentences");
    HBox.setHgrow(sentences, Priority.ALWAYS);
    final HBox row = new HBox(mark, sentences, pause(), resume());
    row.getStyleClass().add("state-row");
    final Label problem = PageElements.prose(model.problemProperty(), "problem");
    PageElements.only(problem, problem.textProperty().isNotEmpty());
    final VBox card = PageElements.card(row, problem);
    card.getStyleClass().add("state-card");
    model
        .stateProperty()
        .subscribe(words -> {
          PageElements.tone(mark, words.tone());
          PageElements.tone(card, words.tone());
        });
    return card;
  }

  private ObservableValue<String> words(Function<AgentWords.Words, String> part) {
    return model.stateProperty().map(part);
  }

  private Node pause() {
    final MenuButton pause = new MenuButton(texts.say("pause"));
    pause.setGraphic(PageElements.icon("fth-pause"));
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
    return PageElements.only(
        pause, Bindings.and(model.presentProperty(), model.resumingProperty().isEmpty()));
  }

  private MenuItem item(String key, Runnable action) {
    final MenuItem item = new MenuItem(texts.say(key));
    item.setOnAction(_ -> action.run());
    return item;
  }

  private Node resume() {
    final Button resume = PageElements.button("", model::resume, "accent");
    resume
        .textProperty()
        .bind(model.resumingProperty().map(words -> words.isEmpty() ? texts.say("resume") : words));
    resume.accessibleTextProperty().bind(resume.textProperty());
    resume.setGraphic(PageElements.icon("fth-play"));
    resume.setMinWidth(Region.USE_PREF_SIZE);
    return PageElements.only(
        resume, Bindings.and(model.presentProperty(), model.resumingProperty().isNotEmpty()));
  }

  private Node warnings() {
    final VBox box = new VBox();
    box.getStyleClass().add("warnings");
    PageElements.follow(model.warnings(), box, ThisComputerView::warning);
    return PageElements.only(box, Bindings.isNotEmpty(model.warnings()));
  }

  private static Node warning(String text) {
    final Label label = PageElements.label(text, "warning-line");
    label.setGraphic(PageElements.icon("fth-alert-triangle"));
    label.setWrapText(true);
    return label;
  }

  private Node use() {
    return shownOncePresent(
        PageElements.card(new TimelineView(texts, model.phrases(), model.useProperty()).node()));
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
    return PageElements.only(
        PageElements.section(texts.say("given"), PageElements.card(figures)),
        model.givenProperty().isNotEqualTo(Contribution.NOTHING));
  }

  private static Node figure(String number, String of) {
    final Label caption = PageElements.label(of, "figure-of");
    caption.setWrapText(true);
    final VBox figure = new VBox(PageElements.label(number, "figure"), caption);
    figure.getStyleClass().add("figure-box");
    figure.setPrefWidth(FIGURE_WIDTH);
    HBox.setHgrow(figure, Priority.ALWAYS);
    return figure;
  }

  private Node returns() {
    final VBox rows = new VBox();
    rows.getStyleClass().add("rows");
    PageElements.follow(model.returns(), rows, ThisComputerView::row);
    PageElements.only(rows, Bindings.isNotEmpty(model.returns()));
    final Label none = PageElements.label(texts.say("returns.none"), "quiet");
    PageElements.only(none, Bindings.isEmpty(model.returns()));
    return shownOncePresent(
        PageElements.section(texts.say("returns"), PageElements.card(rows, none)));
  }

  private static Node row(OwnerReturn each) {
    final Label when = PageElements.label(each.when(), "row-when");
    when.setMinWidth(Region.USE_PREF_SIZE);
    final Label why = PageElements.label(each.why(), "row-main");
    final Label how = PageElements.label(each.how(), "row-detail");
    why.setWrapText(true);
    how.setWrapText(true);
    final VBox words = new VBox(why, how);
    HBox.setHgrow(words, Priority.ALWAYS);
    final HBox row = new HBox(words, PageElements.spring(), when);
    row.getStyleClass().add("row");
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  private Node eyes() {
    final VBox rows = new VBox();
    rows.getStyleClass().add("rows");
    PageElements.follow(model.eyes(), rows, this::row);
    PageElements.only(rows, Bindings.isNotEmpty(model.eyes()));
    final Label none = PageElements.label(texts.say("sources.none"), "quiet");
    PageElements.only(none, Bindings.isEmpty(model.eyes()));
    return shownOncePresent(
        PageElements.section(texts.say("sources"), PageElements.card(rows, none)));
  }

  private Node row(PresenceSource eye) {
    final Region dot = PageElements.dot(eye.works() ? Tone.GOOD : Tone.BAD);
    dot.setAccessibleText(texts.say(eye.works() ? "source.works" : "source.lost"));
    final Label name = PageElements.label(eye.name(), "row-main");
    final Label detail = PageElements.label(eye.detail(), "row-detail");
    detail.setWrapText(true);
    PageElements.only(detail, detail.textProperty().isNotEmpty());
    final VBox words = new VBox(name, detail);
    HBox.setHgrow(words, Priority.ALWAYS);
    final Label last = PageElements.label(eye.last(), "row-when");
    last.setMinWidth(Region.USE_PREF_SIZE);
    final HBox row = new HBox(dot, words, last);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("row");
    return row;
  }

  private Node shownOncePresent(Node node) {
    return PageElements.only(node, model.givenProperty().isNotEqualTo(Contribution.NOTHING));
  }
}
