package io.lull.platform.linux.x11;

import java.time.Duration;

/**
 * The timeouts of an X display.
 *
 * @param silence the length of a silence after which the alarm reports input
 * @param askAgain between two polls of the idle time while the owner is active
 * @param rest of a watch without an alarm: after a report, or between two polls
 * @param askWhenIdle how often to query during silence, since a silent server may have stopped
 * @param answeredWithin a longer time counts as no answer
 */
record XTimings(
    Duration silence,
    Duration askAgain,
    Duration rest,
    Duration askWhenIdle,
    Duration answeredWithin) {
  static final XTimings USUAL =
      new XTimings(
          Duration.ofMillis(250),
          Duration.ofMillis(900),
          Duration.ofMillis(500),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5));
}
