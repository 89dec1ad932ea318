package io.lull.tray.preferences;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The presets side by side, each with its meaning. */
public final class PresetCards {
  private static final double WIDTH = 148;
  private static final double HEIGHT = 96;

  /** Around its text. */
  private static final double FRAME = 28;

  private static final PseudoClass CHOSEN = PseudoClass.getPseudoClass("chosen");

  private PresetCards() {}

  /**
   * @param taken receives the chosen one
   */
  public static Node of(PreferencesViewModel model, Consumer<Preset> taken) {
    final FlowPane cards = new FlowPane();
    cards.getStyleClass().add("presets");
    for (final Preset preset : Preset.values()) {
      final Button card = card(preset, model.texts());
      card.setOnAction(_ -> taken.accept(preset));
      card.disableProperty().bind(model.presentProperty().not());
      model
          .presetProperty()
          .subscribe(now -> {
            final boolean chosen = now.equals(Optional.of(preset));
            card.pseudoClassStateChanged(CHOSEN, chosen);
            card.setAccessibleText(
                model
                    .texts()
                    .say(
                        chosen ? "preset.spoken.chosen" : "preset.spoken",
                        spoken(preset, model.texts())));
          });
      cards.getChildren().add(card);
    }
    return cards;
  }

  private static Object[] spoken(Preset preset, Texts texts) {
    return new Object[] {
      texts.say("preset." + preset.key()), texts.say("preset." + preset.key() + ".about")
    };
  }

  private static Button card(Preset preset, Texts texts) {
    final Label name = PageElements.label(texts.say("preset." + preset.key()), "preset-name");
    final Label about =
        PageElements.label(texts.say("preset." + preset.key() + ".about"), "row-detail");
    about.setWrapText(true);
    about.setMinHeight(Region.USE_PREF_SIZE);
    about.setPrefWidth(WIDTH - FRAME);
    final VBox words = new VBox(name, about);
    words.getStyleClass().add("preset-words");
    final Button card = new Button();
    card.setGraphic(words);
    card.getStyleClass().addAll("preset", "flat");
    card.setPrefSize(WIDTH, HEIGHT);
    card.setMinSize(WIDTH, HEIGHT);
    return card;
  }
}
