package io.lull.platform.script;

import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.protocol.time.Clock;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The values of {@code --input} on a system: its own, and those that every system has. */
public final class InputChoices implements InputSources {
  private static final String SCRIPT = "script:";

  private final Clock clock;
  private final Map<String, Supplier<List<InputSource>>> choices = new LinkedHashMap<>();

  public InputChoices(Clock clock) {
    this.clock = clock;
  }

  /** Adds a choice of this system; messages list them in this order. */
  public InputChoices with(String choice, Supplier<List<InputSource>> open) {
    choices.put(choice, open);
    return this;
  }

  @Override
  public List<InputSource> open(String choice) {
    if (choice.startsWith(SCRIPT)) {
      return List.of(ScriptSource.open(Path.of(choice.substring(SCRIPT.length())), clock));
    }
    if (choice.equals("none")) {
      return List.of();
    }
    final Supplier<List<InputSource>> open = choices.get(choice);
    if (open == null) {
      throw new IllegalArgumentException(
          "'"
              + choice
              + "' is no input of this system: choose "
              + String.join(", ", choices.keySet())
              + ", script:FILE or none");
    }
    return open.get();
  }
}
