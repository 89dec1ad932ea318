package io.lull.platform.linux.wayland;

import java.time.Duration;

/**
 * The timeouts of a Wayland session.
 *
 * @param silence the length after which the compositor reports silence
 * @param tellAgain how often activity is reported while no silence starts
 * @param signOfLifeEvery how often to ping, since a silent compositor may have stopped
 * @param answeredWithin a longer time counts as no answer
 */
record WaylandTimings(
    Duration silence, Duration tellAgain, Duration signOfLifeEvery, Duration answeredWithin) {
  static final WaylandTimings USUAL =
      new WaylandTimings(
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5));
}
