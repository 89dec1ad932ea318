package io.lull.cli.top;

import io.lull.cli.text.TerminalSize;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Who looks at the live view: a screen and a keyboard. */
public interface Console extends AutoCloseable {
  TerminalSize size();

  void draw(List<String> lines);

  /** The next key; none when nobody pressed one for so long. */
  OptionalInt key(Duration patience) throws InterruptedException;

  /** Leaves the terminal as it was found. */
  @Override
  void close();
}
