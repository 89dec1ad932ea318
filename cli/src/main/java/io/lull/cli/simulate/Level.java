package io.lull.cli.simulate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How closely a simulation follows what would happen. */
public enum Level {
  /** Whole changes at a constant cost. */
  FAST("whole changes at a constant cost"),
  /** Each host and each message, by the code that runs live. */
  EXACT("each host and each message, by the code that runs live");

  private final String about;

  Level(String about) {
    this.about = about;
  }

  public static Optional<Level> named(String name) {
    return Arrays.stream(values()).filter(each -> each.title().equals(name)).findFirst();
  }

  /** As it is named on the command line and in reports. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** In a clause. */
  String about() {
    return about;
  }
}
