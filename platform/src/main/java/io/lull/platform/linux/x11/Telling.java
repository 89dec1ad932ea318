package io.lull.platform.linux.x11;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.protocol.time.Clock;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a watch needs in order to tell what it sees.
 *
 * @param time of the server, as ours
 * @param working to be run before the source says that it works
 */
record Telling(
    String source,
    Set<Coverage> coverage,
    XPace pace,
    Clock clock,
    ServerTime time,
    Consumer<InputSignal> sink,
    Runnable working) {

  /**
   * @param how for people
   */
  void works(String how, long lastInputNanos) {
    working.run();
    sink.accept(new InputSignal.Working(source, how + " of " + source, lastInputNanos, coverage));
  }

  void active(long nanos, InputSignal.Kind kind, int movedPixels) {
    sink.accept(new InputSignal.Activity(source, nanos, kind, movedPixels));
  }
}
