package io.lull.tray.preferences;

import io.lull.tray.text.Texts;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** The names of values that are chosen from a list. */
final class ChoiceWords extends StringConverter<String> {
  private static final String ABOVE = "above ";

  private final Texts texts;

  ChoiceWords(Texts texts) {
    this.texts = texts;
  }

  @Override
  public String toString(@Nullable String value) {
    if (value == null) {
      return "";
    }
    if (value.startsWith(ABOVE)) {
      return texts.say(
          "value.above", new ValueWords(texts).percent(value.substring(ABOVE.length())));
    }
    return texts.knows("value." + value) ? texts.say("value." + value) : value;
  }

  @Override
  public String fromString(String words) {
    return words;
  }
}
