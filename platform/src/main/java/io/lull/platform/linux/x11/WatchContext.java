package io.lull.platform.linux.x11;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.linux.server.ServerSource;
import io.lull.protocol.time.Clock;
import java.util.Set;

/**
 * What a watch needs for its reports.
 *
 * @param time converts the server's times
 */
record WatchContext(
    String source,
    Set<Coverage> coverage,
    XTimings pace,
    Clock clock,
    ServerTime time,
    ServerSource.Voice voice) {

  /**
   * @param how for people
   */
  void works(String how, long lastInputNanos) {
    voice.working(how + " of " + source, lastInputNanos, coverage);
  }

  void active(long nanos, InputSignal.Kind kind, int movedPixels) {
    voice.say(new InputSignal.Activity(source, nanos, kind, movedPixels));
  }
}
