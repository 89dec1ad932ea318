package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import java.util.function.Consumer;

/** Replaces a source that cannot exist, and tells the owner why. */
public record FailedSource(String name, String why) implements InputSource {
  @Override
  public void start(Consumer<InputSignal> sink) {
    sink.accept(new InputSignal.Lost(name, why));
  }

  @Override
  public void close() {}
}
