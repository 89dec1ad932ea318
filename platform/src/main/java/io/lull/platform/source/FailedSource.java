package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import java.util.function.Consumer;

/** Stands where a source was looked for in vain, so that the owner can be told why. */
public record FailedSource(String name, String why) implements InputSource {
  @Override
  public void start(Consumer<InputSignal> sink) {
    sink.accept(new InputSignal.Lost(name, why));
  }

  @Override
  public void close() {}
}
