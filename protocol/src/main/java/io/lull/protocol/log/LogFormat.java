package io.lull.protocol.log;

import java.io.PrintStream;
import java.util.function.Supplier;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The format of the log that a program writes to standard error. */
public enum LogFormat {
  /** For people. */
  TEXT,

  /** For programs: one JSON object a line, and nothing else. */
  JSON;

  /**
   * @throws IllegalArgumentException with one line that says what there is
   */
  public static LogFormat parse(String word) {
    return switch (word) {
      case "text" -> TEXT;
      case "json" -> JSON;
      default -> throw new IllegalArgumentException("'" + word + "' must be text or json");
    };
  }

  /**
   * Has all that is logged from now on written so.
   *
   * @param node which node all lines are about that name no other; empty while it is not known, and
   *     where there is none
   */
  public void install(Supplier<String> node) {
    final Formatter formatter =
        switch (this) {
          case TEXT -> new VisibleLogFormatter();
          case JSON -> new JsonLogFormatter(node);
        };
    for (final Handler handler : Logger.getLogger("").getHandlers()) {
      handler.setFormatter(formatter);
    }
    if (this == TEXT) {
      return;
    }
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) ->
        Logger.getLogger(LogFormat.class.getName())
            .log(Level.SEVERE, "the thread " + thread.getName() + " has failed", failure));
  }

  /** Says why a program ends: as a line of its log, where that is for programs. */
  public void lastWord(PrintStream err, String line) {
    switch (this) {
      case TEXT -> err.println(line);
      case JSON -> Logger.getLogger(LogFormat.class.getName()).severe(line);
    }
  }
}
