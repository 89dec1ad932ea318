package io.lull.agent.watcher;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.session.SessionMessages;
import java.util.function.Consumer;

/**
 * The computer's own input devices until their watcher connects: unobserved, so that somebody
 * counts as present.
 */
final class AwaitedDevices implements InputSource {
  @Override
  public String name() {
    return Watcher.DEVICES;
  }

  @Override
  public void start(Consumer<InputSignal> sink) {
    for (final String source : SessionMessages.DEVICE_SOURCES) {
      sink.accept(new InputSignal.Lost(source, "its watcher has not connected yet"));
    }
  }

  @Override
  public void close() {
    // It has no thread.
  }
}
