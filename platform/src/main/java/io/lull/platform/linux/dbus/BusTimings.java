package io.lull.platform.linux.dbus;

import java.time.Duration;

/**
 * The timeouts of a bus.
 *
 * @param checkEvery finds a service that does not respond any more
 * @param answeredWithin a longer time counts as no answer
 */
record BusTimings(Duration checkEvery, Duration answeredWithin) {
  static final BusTimings USUAL = new BusTimings(Duration.ofSeconds(30), Duration.ofSeconds(5));
}
