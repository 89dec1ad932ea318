package io.lull.platform.linux.x11;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real X server on a free display, gone when closed. */
final class Xvfb implements AutoCloseable {
  private final Process process;
  private final String display;

  private Xvfb(Process process, String display) {
    this.process = process;
    this.display = display;
  }

  /** Skips the test, loudly, where there is none. */
  static Xvfb start(String... more) {
    try {
      final List<String> command =
          new ArrayList<>(
              List.of(
                  "Xvfb",
                  "-displayfd",
                  "1",
                  "-noreset",
                  "-nolisten",
                  "tcp",
                  "-screen",
                  "0",
                  "320x240x24"));
      command.addAll(List.of(more));
      final Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      final BufferedReader out = process.inputReader();
      final String number = out.readLine();
      if (number == null) {
        throw new IOException("Xvfb ended with " + process.waitFor());
      }
      return new Xvfb(process, ":" + number.strip());
    } catch (IOException e) {
      System.err.println("SKIPPED: no Xvfb here (" + e.getMessage() + ")");
      Assumptions.abort("no Xvfb");
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  String display() {
    return display;
  }

  void xdotool(String... arguments) throws IOException, InterruptedException {
    final List<String> command = new ArrayList<>(List.of("xdotool"));
    command.addAll(List.of(arguments));
    final ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("DISPLAY", display);
    final Process tool =
        builder
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!tool.waitFor(20, TimeUnit.SECONDS) || tool.exitValue() != 0) {
      tool.destroyForcibly();
      throw new IOException(command + " failed");
    }
  }

  /** A key every so often, until closed. */
  Typist typing(Duration every) throws IOException {
    final ProcessBuilder builder =
        new ProcessBuilder(
            "xdotool", "type", "--delay", Long.toString(every.toMillis()), "a".repeat(1_000));
    builder.environment().put("DISPLAY", display);
    final Process tool =
        builder
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return () -> {
      tool.destroyForcibly();
      tool.onExit().join();
    };
  }

  interface Typist extends AutoCloseable {
    @Override
    void close();
  }

  /** It stands still, as a stopped process does. */
  void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    final Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("no signal " + name);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
