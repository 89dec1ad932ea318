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

  /** Which of its signals are wanted: match rules without type and sender. */
  List<String> signals();

  /** There was none when the bus was joined. */
  void absent();

  /** It is there, or again, or another in its stead: asks for all that signals will change. */
  void came(BusConnection bus) throws IOException;

  /** One of its signals. */
  void heard(BusConnection bus, BusMessage signal) throws IOException;

  /** Now and then: a question that only a living service answers. */
  void check(BusConnection bus) throws IOException;

  /** It has left the bus in good order. */
  default void left() {
    lost(name() + " has left the bus");
  }

  /** It stands still, says what is not understood, or the bus is gone. */
  void lost(String why);

  /** When it wants to be called though nothing happens. */
  default long dueNanos(long now) {
    return now + Long.MAX_VALUE / 4;
  }

  /** That time has come. */
  default void due(BusConnection bus) throws IOException {}
}
