package io.lull.tray.notice;

import java.util.Optional;
import java.util.stream.Stream;

/** How much a person wants to be told. */
public enum NoticeLevel {
  NONE("none"),
  /** What does not work, and the end of jobs that they have submitted by this window. */
  NEEDED("needed"),
  /** Also the coming and going of guests. */
  ALL("all");

  private final String key;

  NoticeLevel(String key) {
    this.key = key;
  }

  /** As it is kept, and in texts. */
  public String key() {
    return key;
  }

  static Optional<NoticeLevel> of(String key) {
    return Stream.of(values()).filter(level -> level.key.equals(key)).findFirst();
  }
}
