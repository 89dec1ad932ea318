package io.lull.tray.cluster.past;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.EnumMap;
import java.util.Map;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** Selects the length of the visible period, with buttons to move and zoom without a mouse. */
public final class RangeBar {
  private static final double ZOOM = 0.5;

  private final VisibleRangeModel sight;
  private final Texts texts;
  private final Map<RangePreset, ToggleButton> ranges = new EnumMap<>(RangePreset.class);
  private final HBox root = new HBox();

  public RangeBar(VisibleRangeModel sight, Texts texts) {
    this.sight = sight;
    this.texts = texts;
    final HBox choices = new HBox();
    for (final RangePreset range : RangePreset.values()) {
      final ToggleButton button = new ToggleButton(texts.say("range." + range.key()));
      button.getStyleClass().addAll(side(range), "small");
      button.setAccessibleText(texts.say("range.spoken", texts.say("range." + range.key())));
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.setOnAction(_ -> {
        sight.show(range);
        chosen();
      });
      ranges.put(range, button);
      choices.getChildren().add(button);
    }
    final HBox steps =
        new HBox(
            tool("earlier", "fth-chevron-left", () -> sight.step(-2)),
            tool("later", "fth-chevron-right", () -> sight.step(2)),
            tool("zoom-in", "fth-zoom-in", () -> sight.zoom(ZOOM, 0.5)),
            tool("zoom-out", "fth-zoom-out", () -> sight.zoom(1 / ZOOM, 0.5)));
    steps.setAlignment(Pos.CENTER_LEFT);
    root.getChildren().addAll(choices, steps);
    root.setAlignment(Pos.CENTER_LEFT);
    root.getStyleClass().add("range-bar");
    sight.sightProperty().subscribe(this::chosen);
    chosen();
  }

  private static String side(RangePreset range) {
    return switch (range) {
      case HOUR -> "left-pill";
      case YEAR -> "right-pill";
      default -> "center-pill";
    };
  }

  private Button tool(String key, String icon, Runnable action) {
    final Button button = new Button();
    button.setGraphic(PageElements.icon(icon));
    button.getStyleClass().addAll("button-icon", "flat", "small");
    button.setAccessibleText(texts.say(key));
    button.setTooltip(new Tooltip(texts.say(key)));
    button.setOnAction(_ -> action.run());
    return button;
  }

  private void chosen() {
    ranges.forEach((range, button) -> button.setSelected(sight.shows(range)));
  }

  public Node node() {
    return root;
  }
}
