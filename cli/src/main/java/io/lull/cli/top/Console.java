package io.lull.cli.top;

import io.lull.cli.text.TerminalSize;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** The screen and keyboard of the live view. */
public interface Console extends AutoCloseable {
  TerminalSize size();

  void draw(List<String> lines);

  /** The next key; empty: none in this time. */
  OptionalInt key(Duration patience) throws InterruptedException;

  /** Restores the terminal. */
  @Override
  void close();
}
