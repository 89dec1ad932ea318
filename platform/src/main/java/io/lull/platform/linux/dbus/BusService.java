package io.lull.platform.linux.dbus;

import java.io.IOException;
import java.util.List;

/**
 * One service of a bus, as a source follows it. All calls come on one thread; a {@link BusRefusal}
 * means that the service is lost until a later {@link #came} succeeds.
 */
interface BusService {
  /** Its well-known name. */
  String name();

  /** The signals to subscribe to: match rules without type and sender. */
  List<String> signals();

  /** The service did not exist when the bus was joined. */
  void absent();

  /**
   * The service exists, exists again, or was replaced: queries everything that signals will update.
   */
  void came(BusConnection bus) throws IOException;

  /** One of its signals. */
  void heard(BusConnection bus, BusMessage signal) throws IOException;

  /** A regular query that only a working service answers. */
  void check(BusConnection bus) throws IOException;

  /** The service has left the bus regularly. */
  default void left() {
    lost(name() + " has left the bus");
  }

  /** The service does not respond, sends malformed messages, or the bus is gone. */
  void lost(String why);

  /** When it needs a call even if nothing happens. */
  default long dueNanos(long now) {
    return now + Long.MAX_VALUE / 4;
  }

  /** That time has come. */
  default void due(BusConnection bus) throws IOException {}
}
