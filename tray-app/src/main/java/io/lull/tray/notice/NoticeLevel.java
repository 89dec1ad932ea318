package io.lull.tray.notice;

import java.util.Optional;
import java.util.stream.Stream;

/** How many notices a person wants. */
public enum NoticeLevel {
  NONE("none"),
  /** Problems, and the end of jobs that were submitted in this window. */
  NEEDED("needed"),
  /** Also the start and end of guests. */
  ALL("all");

  private final String key;

  NoticeLevel(String key) {
    this.key = key;
  }

  /** Its name in the file, and in texts. */
  public String key() {
    return key;
  }

  static Optional<NoticeLevel> of(String key) {
    return Stream.of(values()).filter(level -> level.key.equals(key)).findFirst();
  }
}
