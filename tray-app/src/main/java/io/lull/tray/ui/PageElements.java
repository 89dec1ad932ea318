package io.lull.tray.ui;

import io.lull.tray.model.Tone;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The building blocks of pages, which give them a common look. */
public final class PageElements {
  private static final double PAGE_WIDTH = 720;

  private PageElements() {}

  /** A page: its title, and its parts, one below the other. */
  public static ScrollPane page(String title, Node... content) {
    return page(label(title, "page-title"), title, content);
  }

  /** A page with a head in addition to its title. */
  public static ScrollPane page(Node head, String title, Node... content) {
    final VBox column = new VBox(head);
    column.getChildren().addAll(content);
    column.getStyleClass().add("page");
    column.setMaxWidth(PAGE_WIDTH);
    final HBox centred = new HBox(column);
    centred.setAlignment(Pos.TOP_CENTER);
    HBox.setHgrow(column, Priority.ALWAYS);
    final ScrollPane scroll = new ScrollPane(centred);
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.getStyleClass().add("page-scroll");
    scroll.setAccessibleText(title);
    scroll.setFocusTraversable(false);
    return scroll;
  }

  /**
   * A page that uses the whole window, for large content.
   *
   * @param leastHeight below which it scrolls
   * @param beside the title
   */
  public static ScrollPane wholePage(
      String title, Node beside, double leastHeight, Node... content) {
    final HBox head = new HBox(label(title, "page-title"), spring(), beside);
    head.setAlignment(Pos.CENTER_LEFT);
    final VBox column = new VBox(head);
    column.getChildren().addAll(content);
    column.getStyleClass().addAll("page", "whole-page");
    column.setMinHeight(leastHeight);
    final ScrollPane scroll = new ScrollPane(column);
    scroll.setFitToWidth(true);
    scroll.setFitToHeight(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.getStyleClass().add("page-scroll");
    scroll.setAccessibleText(title);
    scroll.setFocusTraversable(false);
    return scroll;
  }

  /** Related parts on a common surface. */
  public static VBox card(Node... content) {
    final VBox card = new VBox(content);
    card.getStyleClass().add("card-surface");
    return card;
  }

  /** A heading, and its content. */
  public static VBox section(String heading, Node... content) {
    final VBox section = new VBox(label(heading, "section-title"));
    section.getChildren().addAll(content);
    section.getStyleClass().add("section");
    return section;
  }

  public static Label label(String text, String... styles) {
    final Label label = new Label(text);
    label.getStyleClass().addAll(styles);
    return label;
  }

  /** Text that wraps over several lines. */
  public static Label prose(ObservableValue<String> text, String... styles) {
    final Label label = label("", styles);
    label.textProperty().bind(text);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  public static Button button(String text, Runnable action, String... styles) {
    final Button button = new Button(text);
    button.getStyleClass().addAll(styles);
    button.setAccessibleText(text);
    button.setOnAction(_ -> action.run());
    return button;
  }

  /** A button that leads back. */
  public static Button back(String words, Runnable action) {
    final Button back = button("", action, "flat", "button-icon", "back");
    back.setGraphic(icon("fth-arrow-left"));
    back.setAccessibleText(words);
    return back;
  }

  /** The head of a page with a button that leads back. */
  public static HBox head(Node... parts) {
    final HBox head = new HBox(parts);
    head.setAlignment(Pos.CENTER_LEFT);
    head.getStyleClass().add("job-head");
    return head;
  }

  public static FontIcon icon(String literal, String... styles) {
    final FontIcon icon = new FontIcon(literal);
    icon.getStyleClass().addAll(styles);
    return icon;
  }

  /** Takes the room that is left. */
  public static Region spring() {
    final Region spring = new Region();
    HBox.setHgrow(spring, Priority.ALWAYS);
    VBox.setVgrow(spring, Priority.ALWAYS);
    return spring;
  }

  /** A dot whose colour shows a state; words beside it say the same. */
  public static Region dot(Tone tone) {
    final Region dot = new Region();
    dot.getStyleClass().add("tone-dot");
    tone(dot, tone);
    return dot;
  }

  /** Gives a node the style of a tone, and removes every other tone's. */
  public static void tone(Node node, Tone tone) {
    for (final Tone each : Tone.values()) {
      node.pseudoClassStateChanged(
          PseudoClass.getPseudoClass(each.name().toLowerCase(Locale.ROOT)), each == tone);
    }
  }

  /** One node for each element, rebuilt when the list has changed. */
  public static <T> void follow(ObservableList<T> list, Pane box, Function<T, Node> node) {
    final Runnable show =
        () -> box.getChildren().setAll(List.copyOf(list).stream().map(node).toList());
    list.addListener((ListChangeListener<T>) _ -> show.run());
    show.run();
  }

  /** A node that is visible only while this holds, and takes no room otherwise. */
  public static <N extends Node> N only(N node, ObservableValue<Boolean> when) {
    node.visibleProperty().bind(when);
    node.managedProperty().bind(when);
    return node;
  }
}
