package io.lull.platform.linux.dbus;

import java.time.Duration;

/**
 * How long is waited for what at a bus.
 *
 * @param checkEvery tells a service that stands still from one that has nothing to tell
 * @param answeredWithin whoever takes longer stands still
 */
record BusTimings(Duration checkEvery, Duration answeredWithin) {
  static final BusTimings USUAL = new BusTimings(Duration.ofSeconds(30), Duration.ofSeconds(5));
}
