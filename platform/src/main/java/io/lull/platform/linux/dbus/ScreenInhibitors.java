package io.lull.platform.linux.dbus;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engagement;
import java.util.List;
import java.util.Set;

/** Which programs keep the screen from going dark, each told when it begins and when it ends. */
final class ScreenInhibitors {
  private static final int MAX_WORDS = 80;

  private final SourceReporter voice;
  private Set<String> told = Set.of();

  ScreenInhibitors(SourceReporter voice) {
    this.voice = voice;
  }

  /** What was told counts no more. */
  void forgotten() {
    told = Set.of();
  }

  /**
   * @param by the programs, as {@link #words} puts them
   */
  void now(List<String> by) {
    final Set<String> before = told;
    told = Set.copyOf(by);
    // Those that begin come first, so that one which takes over from another leaves no gap.
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
