package io.lull.platform.fallback;

import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.script.InputChoices;
import io.lull.platform.source.FailedSource;
import io.lull.protocol.time.Clock;
import java.util.List;

/** Input of a system that Lull cannot observe: without a script the owner counts as present. */
public final class ScriptInputs implements InputSources {
  private final InputChoices choices;

  public ScriptInputs(Clock clock) {
    this.choices =
        new InputChoices(clock)
            .with(
                "auto",
                () ->
                    List.of(
                        new FailedSource("auto", "this version cannot see input on this system")));
  }

  @Override
  public List<InputSource> open(String choice) {
    return choices.open(choice);
  }
}
