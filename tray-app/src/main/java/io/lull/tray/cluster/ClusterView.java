package io.lull.tray.cluster;

import io.lull.tray.cluster.lanes.LanesView;
import io.lull.tray.cluster.machines.MachinesView;
import io.lull.tray.cluster.past.PastView;
import io.lull.tray.cluster.past.RangeBar;
import io.lull.tray.export.FileChoice;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import io.lull.tray.ui.PageView;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** The page of the cluster: its three parts, one of which is visible. */
public final class ClusterView implements PageView {
  private static final double LEAST_HEIGHT = 560;

  /** The parts. */
  private enum Part {
    TIME("left-pill"),
    MACHINES("center-pill"),
    LANES("right-pill");

    private final String side;

    Part(String side) {
      this.side = side;
    }

    String key() {
      return "part." + name().toLowerCase(Locale.ROOT);
    }
  }

  private final ClusterViewModel model;
  private final Texts texts;
  private final FileChoice files;
  private final Runnable join;
  private final ReadOnlyObjectWrapper<Part> part = new ReadOnlyObjectWrapper<>(Part.TIME);
  private final Map<Part, Node> made = new EnumMap<>(Part.class);
  private final StackPane content = new StackPane();
  private final ScrollPane root;

  /**
   * @param join opens the page that joins a grid
   */
  public ClusterView(ClusterViewModel model, FileChoice files, Runnable join) {
    this.model = model;
    this.texts = model.texts();
    this.files = files;
    this.join = join;
    final Label problem = PageElements.prose(model.problemProperty(), "problem");
    PageElements.only(problem, problem.textProperty().isNotEmpty());
    VBox.setVgrow(content, Priority.ALWAYS);
    content.setAlignment(Pos.TOP_LEFT);
    final Label headline = PageElements.prose(model.headlineProperty(), "lead");
    this.root =
        PageElements.wholePage(
            texts.say("title"), parts(), LEAST_HEIGHT, headline, problem, content);
    model.presenceProperty().subscribe(this::show);
    part.subscribe(this::show);
    show();
    model
        .administersProperty()
        .subscribe(administers -> {
          if (!administers && part.get() == Part.LANES) {
            part.set(Part.TIME);
          }
        });
  }

  @Override
  public Parent node() {
    return root;
  }

  @Override
  public void shown() {
    model.inSight(true);
  }

  @Override
  public void hidden() {
    model.inSight(false);
  }

  private Node parts() {
    final HBox parts = new HBox();
    for (final Part each : Part.values()) {
      parts.getChildren().add(choice(each));
    }
    parts.setAlignment(Pos.CENTER_RIGHT);
    return PageElements.only(
        parts, model.presenceProperty().map(presence -> presence == ContentState.SHOWN));
  }

  private Node choice(Part each) {
    final ToggleButton button = new ToggleButton(texts.say(each.key()));
    button.getStyleClass().addAll(each.side, "small");
    button.setAccessibleText(texts.say(each.key()));
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> {
      part.set(each);
      button.setSelected(true);
    });
    part.subscribe(now -> button.setSelected(now == each));
    if (each == Part.LANES) {
      PageElements.only(button, model.administersProperty());
    }
    if (each == Part.MACHINES) {
      model
          .administersProperty()
          .subscribe(administers ->
              button
                  .getStyleClass()
                  .set(
                      button.getStyleClass().size() - 2,
                      administers ? "center-pill" : "right-pill"));
    }
    return button;
  }

  private void show() {
    model.lanes().open(part.get() == Part.LANES);
    content
        .getChildren()
        .setAll(
            model.presenceProperty().get() == ContentState.SHOWN
                ? made.computeIfAbsent(part.get(), this::make)
                : instead(model.presenceProperty().get()));
  }

  private Node make(Part which) {
    return switch (which) {
      case TIME -> {
        final PastView past = new PastView(model.past(), files);
        yield overTime(past.node(), past.exports());
      }
      case MACHINES ->
          new MachinesView(model.machines(), model.administersProperty(), files).node();
      case LANES -> overTime(new LanesView(model.lanes()).node(), PageElements.spring());
    };
  }

  private Node overTime(Node what, Node beside) {
    final HBox bar =
        new HBox(new RangeBar(model.past().sight(), texts).node(), PageElements.spring(), beside);
    bar.setAlignment(Pos.CENTER_LEFT);
    VBox.setVgrow(what, Priority.ALWAYS);
    final VBox box = new VBox(bar, what);
    box.getStyleClass().add("over-time");
    return box;
  }

  /** What the person must do to see something. */
  private Node instead(ContentState presence) {
    final String key = "instead." + presence.name().toLowerCase(Locale.ROOT);
    final Label what = PageElements.label("", "reason");
    what.setWrapText(true);
    what.setMinHeight(Region.USE_PREF_SIZE);
    if (presence == ContentState.MISSING) {
      what.textProperty().bind(model.obstacleProperty().map(line -> texts.say(key, line)));
    } else {
      what.setText(texts.say(key));
    }
    final VBox card = PageElements.card(what);
    card.setMaxHeight(Region.USE_PREF_SIZE);
    final String command = key + ".command";
    if (texts.knows(command)) {
      final Label line = PageElements.label(texts.say(command), "command-line");
      line.setWrapText(true);
      card.getChildren().add(line);
    }
    if (presence == ContentState.STRANGER) {
      final HBox actions = new HBox(PageElements.button(texts.say("join"), join, "accent"));
      actions.getStyleClass().add("actions");
      card.getChildren().add(actions);
    }
    return card;
  }
}
