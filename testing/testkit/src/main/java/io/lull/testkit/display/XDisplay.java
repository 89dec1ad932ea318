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
  private static final Duration INPUT = Duration.ofSeconds(10);

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

  public static XDisplay open() {
    // -displayfd: the server itself finds a free number and says which, on its standard output
    final RunningProgram server =
        RunningProgram.named("Xvfb")
            .command(
                List.of(
                    "Xvfb",
                    "-displayfd",
                    "1",
                    "-screen",
                    "0",
                    "1000x800x24",
                    "-nolisten",
                    "tcp",
                    "-noreset"))
            .toleratingAnyLog()
            .start();
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

  /** The server dies, as when the owner's session crashes. */
  public void kill() {
    server.kill();
  }

  @Override
  public void close() {
    server.close();
  }

  private void xdotool(String... arguments) {
    final List<String> command = new ArrayList<>(List.of("xdotool"));
    command.addAll(List.of(arguments));
    Tools.run(INPUT, Map.of("DISPLAY", name), command);
  }
}
