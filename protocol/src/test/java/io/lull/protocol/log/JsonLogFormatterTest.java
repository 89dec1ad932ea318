package io.lull.protocol.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class JsonLogFormatterTest {
  private static final String TIME = "{\"time\":\"2026-03-04T05:06:07.080Z\",";

  private final JsonLogFormatter formatter = new JsonLogFormatter(() -> "");
  private final AtomicReference<String> line = new AtomicReference<>("");

  private static LogRecord logged(Level level, String message) {
    final LogRecord logged = new LogRecord(level, message);
    logged.setLoggerName("io.lull.Part");
    logged.setInstant(Instant.parse("2026-03-04T05:06:07.080Z"));
    logged.setLongThreadID(Long.MAX_VALUE);
    return logged;
  }

  @Test
  void aRecordIsOneLine() {
    assertThat(formatter.format(logged(Level.INFO, "two\nlines")))
        .isEqualTo(
            TIME
                + "\"level\":\"info\",\"logger\":\"io.lull.Part\",\"message\":\"two\\nlines\","
                + "\"thread\":\"thread 9223372036854775807\"}\n");
  }

  @Test
  void theThreadIsNamedThatLogs() {
    final LogRecord logged = logged(Level.INFO, "here");
    logged.setLongThreadID(Thread.currentThread().threadId());
    assertThat(formatter.format(logged))
        .contains("\"thread\":\"" + Thread.currentThread().getName() + "\"");
  }

  @Test
  void levelsHaveTheNamesThatCollectorsKnow() {
    assertThat(formatter.format(logged(Level.SEVERE, ""))).contains("\"level\":\"error\"");
    assertThat(formatter.format(logged(Level.WARNING, ""))).contains("\"level\":\"warn\"");
    assertThat(formatter.format(logged(Level.FINE, ""))).contains("\"level\":\"debug\"");
    assertThat(formatter.format(logged(Level.FINEST, ""))).contains("\"level\":\"trace\"");
  }

  @Test
  void whatItIsAboutIsSaidWhileTheWorkIsDoneAndNoLonger() {
    LogContext.ofNode(
        "ws1",
        () ->
            LogContext.ofWorker(
                "J7-w2", () -> line.set(formatter.format(logged(Level.INFO, "both")))));
    assertThat(line.get()).endsWith("\"job\":\"J7\",\"node\":\"ws1\"}\n");

    assertThat(formatter.format(logged(Level.INFO, "none"))).doesNotContain("job", "node");
  }

  @Test
  void whatStartsInTheMidstOfWorkIsNotAboutIt() throws InterruptedException {
    LogContext.ofJob(
        "J7",
        () -> {
          final Thread other =
              Thread.ofPlatform()
                  .start(() -> line.set(formatter.format(logged(Level.INFO, "later"))));
          try {
            other.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    assertThat(line.get()).contains("later").doesNotContain("J7");
  }

  @Test
  void aNodesOwnLinesNameItAndThoseOfAnotherThatOther() {
    final JsonLogFormatter own = new JsonLogFormatter(() -> "ws1");
    assertThat(own.format(logged(Level.INFO, ""))).endsWith("\"node\":\"ws1\"}\n");
    LogContext.ofNode("ws2", () -> line.set(own.format(logged(Level.INFO, ""))));
    assertThat(line.get()).endsWith("\"node\":\"ws2\"}\n");
  }

  @Test
  void whatWasThrownIsTold() {
    final LogRecord logged = logged(Level.SEVERE, "it failed");
    logged.setThrown(new IOException("the disk is \"full\""));
    assertThat(formatter.format(logged))
        .contains(
            "\"error\":{\"type\":\"java.io.IOException\","
                + "\"message\":\"the disk is \\\"full\\\"\","
                + "\"trace\":\"java.io.IOException: the disk is \\\"full\\\"\\n\\tat ")
        .endsWith("}}\n")
        .hasLineCount(1);
  }

  @Test
  void anEndlessTraceIsCutOff() {
    Throwable deep = new IllegalStateException("0");
    for (int i = 1; i < 2_000; i++) {
      deep = new IllegalStateException(String.valueOf(i), deep);
    }
    final LogRecord logged = logged(Level.SEVERE, "it failed");
    logged.setThrown(deep);
    assertThat(formatter.format(logged)).hasSizeLessThan(20_000).endsWith("\"}}\n");
  }

  @Test
  void aFormatIsTextOrJson() {
    assertThat(LogFormat.parse("json")).isEqualTo(LogFormat.JSON);
    assertThat(LogFormat.parse("text")).isEqualTo(LogFormat.TEXT);
    assertThatThrownBy(() -> LogFormat.parse("xml"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'xml' must be text or json");
  }
}
