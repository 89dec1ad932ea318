package io.lull.platform.linux.dbus;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engagement;
import java.util.List;

/** Which programs keep the screen from going dark, told when it changes. */
final class KeptOn {
  private static final int MAX_WORDS = 80;

  private final SourceVoice voice;
  private List<String> told = List.of();

  KeptOn(SourceVoice voice) {
    this.voice = voice;
  }

  /**
   * @param by the programs, as {@link #words} puts them
   */
  void now(List<String> by) {
    if (!told.equals(by)) {
      told = List.copyOf(by);
      final String all =
          by.isEmpty()
              ? ""
              : by.size() == 1
                  ? by.getFirst()
                  : by.getFirst() + " and " + (by.size() - 1) + " more";
      voice.say(
          new InputSignal.Engaged(voice.name(), Engagement.SCREEN_KEPT_ON, all, !by.isEmpty()));
    }
  }

  /** For people, whatever a program calls itself. */
  static String words(String who, String why) {
    final String plain =
        (why.isBlank() ? who : who + ": " + why).replaceAll("[\\p{C}\\s]+", " ").strip();
    if (plain.codePointCount(0, plain.length()) <= MAX_WORDS) {
      return plain;
    }
    return plain.substring(0, plain.offsetByCodePoints(0, MAX_WORDS - 1)) + "…";
  }
}
