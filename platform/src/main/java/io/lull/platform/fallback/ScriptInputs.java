package io.lull.platform.fallback;

import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.script.ScriptSource;
import io.lull.platform.source.BlindSource;
import io.lull.protocol.time.Clock;
import java.nio.file.Path;
import java.util.List;

/** Where no source of the system's own is known: only scripts, else the owner counts as present. */
public final class ScriptInputs implements InputSources {
  private final Clock clock;

  public ScriptInputs(Clock clock) {
    this.clock = clock;
  }

  @Override
  public List<InputSource> open(String choice) {
    if (choice.startsWith("script:")) {
      return List.of(ScriptSource.open(Path.of(choice.substring("script:".length())), clock));
    }
    return switch (choice) {
      case "none" -> List.of();
      case "auto" ->
          List.of(new BlindSource("auto", "this version cannot see input on this system"));
      default ->
          throw new IllegalArgumentException(
              "'" + choice + "' is no input of this system: choose auto, script:FILE or none");
    };
  }
}
