package io.lull.tray.submit;

import java.util.Locale;

/** What a job runs. */
public enum Kind {
  APP,
  PROGRAM,
  COMMAND;

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
