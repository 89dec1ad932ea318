package io.lull.cli.top;

import io.lull.cli.text.Keyboard;
import io.lull.cli.text.LiveScreen;
import io.lull.cli.text.TerminalSize;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** The terminal of this process; restored even if the user interrupts the program. */
public final class TerminalConsole implements Console {
  private final Keyboard keyboard;
  private final LiveScreen screen;
  private final Thread hook;

  public TerminalConsole(PrintStream out) {
    this.keyboard = Keyboard.open();
    this.screen = new LiveScreen(out);
    this.hook = Thread.ofPlatform().name("top-goodbye").unstarted(this::restore);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public TerminalSize size() {
    return TerminalSize.now();
  }

  @Override
  public void draw(List<String> lines) {
    screen.draw(lines);
  }

  @Override
  public OptionalInt key(Duration patience) throws InterruptedException {
    return keyboard.key(patience);
  }

  @Override
  public void close() {
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The cleanup is running already.
    }
  }

  private void restore() {
    screen.close();
    keyboard.close();
  }
}
