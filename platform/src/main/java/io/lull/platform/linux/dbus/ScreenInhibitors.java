package io.lull.platform.linux.dbus;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engagement;
import java.util.List;
import java.util.Set;

/** Which programs keep the screen on, each reported at its begin and its end. */
final class ScreenInhibitors {
  private static final int MAX_WORDS = 80;

  private final SourceReporter voice;
  private Set<String> told = Set.of();

  ScreenInhibitors(SourceReporter voice) {
    this.voice = voice;
  }

  /** Everything reported so far is obsolete. */
  void forgotten() {
    told = Set.of();
  }

  /**
   * @param by the programs, as {@link #words} formats them
   */
  void now(List<String> by) {
    final Set<String> before = told;
    told = Set.copyOf(by);
    // New ones come first, so that a program that takes over from another leaves no gap.
    told.stream().filter(each -> !before.contains(each)).sorted().forEach(each -> say(each, true));
    before.stream().filter(each -> !told.contains(each)).sorted().forEach(each -> say(each, false));
  }

  private void say(String by, boolean on) {
    voice.say(new InputSignal.Engaged(voice.name(), Engagement.SCREEN_KEPT_ON, by, on));
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
