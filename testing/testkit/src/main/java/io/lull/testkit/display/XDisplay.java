package io.lull.testkit.display;

import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An X server without a screen that anybody sees, on a free display number of its own. */
public final class XDisplay implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);
  private static final Duration INPUT = Duration.ofSeconds(30);
  private static final int MANY_LETTERS = 1_000;

  private final RunningProgram server;
  private final String name;

  private XDisplay(RunningProgram server, String name) {
    this.server = server;
    this.name = name;
  }

  /** Why there can be none here; empty: there can. */
  public static Optional<String> unavailable() {
    return Tools.missing("Xvfb", "xdotool");
  }

  /**
   * @param options of the server; a display such as {@code :5} is taken instead of a free one
   */
  public static XDisplay open(String... options) {
    // -displayfd: the server itself finds a free number and says which, on its standard output
    final List<String> command = new ArrayList<>(List.of("Xvfb", "-displayfd", "1"));
    command.addAll(List.of("-screen", "0", "1000x800x24", "-nolisten", "tcp", "-noreset"));
    command.addAll(List.of(options));
    final RunningProgram server =
        RunningProgram.named("Xvfb").command(command).toleratingAnyLog().start();
    try {
      return new XDisplay(server, ":" + server.awaitLine("\\d+", START).strip());
    } catch (AssertionError e) {
      server.close();
      throw e;
    }
  }

  /** As {@code DISPLAY} has it. */
  public String name() {
    return name;
  }

  /** Presses and releases a key, such as {@code a} or {@code Return}. */
  public void key(String key) {
    xdotool("key", key);
  }

  public void moveMouse(int x, int y) {
    xdotool("mousemove", Integer.toString(x), Integer.toString(y));
  }

  /** 1 is the left button. */
  public void click(int button) {
    xdotool("click", Integer.toString(button));
  }

  public void moveMouseBy(int x, int y) {
    xdotool("mousemove_relative", "--", Integer.toString(x), Integer.toString(y));
  }

  /** Types a letter again and again, until closed. */
  public RunningProgram typing(Duration every) {
    return RunningProgram.named("xdotool")
        .command(
            List.of(
                "xdotool",
                "type",
                "--delay",
                Long.toString(every.toMillis()),
                "a".repeat(MANY_LETTERS)))
        .environment("DISPLAY", name)
        .toleratingAnyLog()
        .start();
  }

  /** The server dies, as when the owner's session crashes. */
  public void kill() {
    server.kill();
  }

  /** It stands still, as a stopped process does. */
  public void freeze() {
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    Tools.run(INPUT, List.of("kill", "-" + name, Long.toString(server.pid())));
  }

  @Override
  public void close() {
    server.close();
  }

  /** Commands of {@code xdotool}, one after another. */
  public void xdotool(String... words) {
    final List<String> command = new ArrayList<>(List.of("xdotool"));
    command.addAll(List.of(words));
    Tools.run(INPUT, Map.of("DISPLAY", name), command);
  }
}
