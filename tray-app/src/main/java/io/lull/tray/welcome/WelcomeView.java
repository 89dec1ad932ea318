package io.lull.tray.welcome;

import io.lull.tray.preferences.PresetCards;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import io.lull.tray.ui.PageView;
import javafx.beans.binding.Bindings;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** The first start, on one page from top to bottom. */
public final class WelcomeView implements PageView {
  private final WelcomeViewModel model;
  private final Texts texts;
  private final Parent root;

  public WelcomeView(WelcomeViewModel model) {
    this.model = model;
    this.texts = model.texts();
    final Label about = PageElements.label(texts.say("about"), "lead");
    about.setWrapText(true);
    this.root = PageElements.page(texts.say("title"), about, join(), behave(), finish());
  }

  @Override
  public Parent node() {
    return root;
  }

  @Override
  public void shown() {
    model.look();
  }

  private Node join() {
    final Button join = PageElements.button(texts.say("join"), model::join, "accent");
    join.setDefaultButton(true);
    join.disableProperty()
        .bind(
            Bindings.or(
                model.readyProperty().not(),
                Bindings.or(model.joiningProperty(), model.joinedProperty().isNotEmpty())));
    final ProgressIndicator under = new ProgressIndicator();
    under.setAccessibleText(texts.say("joining"));
    under.getStyleClass().add("small-progress");
    PageElements.only(under, model.joiningProperty());
    final Label joined = PageElements.prose(model.joinedProperty(), "joined");
    joined.setGraphic(PageElements.icon("fth-check", "joined-mark"));
    PageElements.only(joined, model.joinedProperty().isNotEmpty());
    final HBox actions = new HBox(join, under, joined);
    actions.setAlignment(Pos.CENTER_LEFT);
    actions.getStyleClass().add("actions");
    return PageElements.section(
        texts.say("section.join"),
        PageElements.card(
            field("coordinator", model.coordinatorProperty(), model.coordinatorProblemProperty()),
            field("token", model.tokenProperty(), model.tokenProblemProperty()),
            problem(model.problemProperty()),
            actions));
  }

  private Node field(String key, StringProperty text, ObservableValue<String> wrong) {
    final TextField field = new TextField();
    field.textProperty().bindBidirectional(text);
    field.setPromptText(texts.say(key + ".prompt"));
    field.setAccessibleText(texts.say(key));
    field.disableProperty().bind(model.joinedProperty().isNotEmpty());
    final Label about = PageElements.label(texts.say(key + ".about"), "row-detail");
    about.setWrapText(true);
    final VBox box =
        new VBox(PageElements.label(texts.say(key), "row-main"), about, field, problem(wrong));
    box.getStyleClass().add("labelled");
    return box;
  }

  private static Node problem(ObservableValue<String> wrong) {
    final Label problem = PageElements.prose(wrong, "problem", "small-text");
    return PageElements.only(problem, wrong.map(line -> !line.isEmpty()));
  }

  private Node behave() {
    final Label told = PageElements.prose(model.preferences().toldProperty(), "quiet");
    PageElements.only(told, model.preferences().toldProperty().isNotEmpty());
    final Label absent = PageElements.label(model.preferences().texts().say("absent"), "quiet");
    absent.setWrapText(true);
    PageElements.only(absent, model.preferences().presentProperty().not());
    return PageElements.section(
        texts.say("section.behave"),
        PresetCards.of(model.preferences(), model::take),
        told,
        absent);
  }

  private Node finish() {
    final Button done = PageElements.button("", model::finish);
    done.textProperty()
        .bind(
            Bindings.when(model.joinedProperty().isEmpty())
                .then(texts.say("later"))
                .otherwise(texts.say("done")));
    done.accessibleTextProperty().bind(done.textProperty());
    return done;
  }
}
