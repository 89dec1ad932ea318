package io.lull.platform.linux.wayland;

import java.time.Duration;

/**
 * How long is waited for what in a Wayland session.
 *
 * @param silence the compositor tells when one of this length has begun, and when it has ended
 * @param tellAgain while no silence begins, the owner's activity is told as often
 * @param signOfLifeEvery tells a compositor that stands still from an owner who does
 * @param answeredWithin a compositor that takes longer stands still
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
