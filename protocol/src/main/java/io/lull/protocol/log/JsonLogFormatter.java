package io.lull.protocol.log;

import io.lull.protocol.text.JsonLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * A line of JSON for each record: {@code time}, {@code level}, {@code logger}, {@code message},
 * {@code thread}, {@code job} and {@code node} where it is about one, {@code error} where something
 * was thrown. The handler must write in the thread that logs, as the context is that thread's.
 */
final class JsonLogFormatter extends Formatter {
  /** A trace that is longer is cut off: a line must fit into what collects logs. */
  private static final int MOST_TRACE_CHARS = 16_000;

  /** Milliseconds always, so that lines of one second sort as they were written. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Supplier<String> ownNode;

  JsonLogFormatter(Supplier<String> ownNode) {
    this.ownNode = ownNode;
  }

  @Override
  public String format(LogRecord logged) {
    final JsonLine line =
        new JsonLine()
            .put("time", TIME.format(Instant.ofEpochMilli(logged.getMillis())))
            .put("level", level(logged.getLevel()))
            .put("logger", logged.getLoggerName() == null ? "" : logged.getLoggerName())
            .put("message", String.valueOf(formatMessage(logged)))
            .put("thread", thread(logged.getLongThreadID()));
    LogContext.job().filter(job -> !job.isEmpty()).ifPresent(job -> line.put("job", job));
    LogContext.node()
        .or(() -> Optional.of(ownNode.get()))
        .filter(node -> !node.isEmpty())
        .ifPresent(node -> line.put("node", node));
    final Throwable thrown = logged.getThrown();
    if (thrown != null) {
      line.put("error", error(thrown));
    }
    return line + "\n";
  }

  private static JsonLine error(Throwable thrown) {
    final StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    final String text = trace.toString();
    return new JsonLine()
        .put("type", thrown.getClass().getName())
        .put("message", String.valueOf(thrown.getMessage()))
        .put("trace", text.substring(0, Math.min(text.length(), MOST_TRACE_CHARS)));
  }

  private static String level(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return "error";
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return "warn";
    }
    if (level.intValue() >= Level.INFO.intValue()) {
      return "info";
    }
    return level.intValue() >= Level.FINE.intValue() ? "debug" : "trace";
  }

  private static String thread(long id) {
    final Thread current = Thread.currentThread();
    return current.threadId() == id && !current.getName().isEmpty()
        ? current.getName()
        : "thread " + id;
  }
}
