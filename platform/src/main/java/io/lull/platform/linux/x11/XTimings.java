package io.lull.platform.linux.x11;

import java.time.Duration;

/**
 * How long is waited for what at an X display.
 *
 * @param silence the server's alarm rings with the input that ends one of this length
 * @param askAgain between two questions for the idle time while the owner is active
 * @param rest of a watch that has no alarm: after what it told, or between two questions
 * @param askWhenIdle tells a server that stands still from an owner who does
 * @param answeredWithin a server that takes longer stands still
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
