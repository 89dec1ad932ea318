package io.lull.platform.linux.wayland;

import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A compositor's reports about silence at its seats, which come and go: its start and its end. At a
 * seat whose silence has not started, somebody is active.
 */
final class SeatIdle {
  private static final int MAX_GLOBALS = 1024;
  private static final int MAX_SEATS = 32;
  private static final int BIND = 0;
  private static final int ADDED = 0;
  private static final int REMOVED = 1;
  private static final String SEAT = "wl_seat";
  private static final int SEAT_VERSION = 5;
  private static final int RELEASE_SEAT = 3;

  private final WaylandConnection connection;
  private final WaylandTimings pace;
  private final Clock clock;
  private final LongConsumer active;
  private final int registry;
  private final Map<Integer, Global> globals = new HashMap<>();
  private final Map<Integer, Seat> seats = new HashMap<>();
  private IdleProtocol.@Nullable Offer offer;
  private int notifier;
  private long tellDue;

  private static final class Seat {
    final int id;
    final int version;
    final int notification;
    boolean silent;

    Seat(int id, int version, int notification) {
      this.id = id;
      this.version = version;
      this.notification = notification;
    }
  }

  /**
   * @param active receives each time at which somebody is known to be active
   */
  private SeatIdle(
      WaylandConnection connection, WaylandTimings pace, Clock clock, LongConsumer active)
      throws IOException {
    this.connection = connection;
    this.pace = pace;
    this.clock = clock;
    this.active = active;
    this.registry = connection.registry();
  }

  /**
   * Starts all available reports.
   *
   * @throws IOException if the compositor does not report idleness
   */
  static SeatIdle open(
      WaylandConnection connection, WaylandTimings pace, Clock clock, LongConsumer active)
      throws IOException {
    final SeatIdle opened = new SeatIdle(connection, pace, clock, active);
    opened.awaitAnswer();
    opened.offer =
        IdleProtocol.best(opened.globals.values())
            .orElseThrow(
                () -> new IOException("the Wayland compositor tells programs nothing of idleness"));
    opened.notifier = opened.bind(opened.offer.global(), opened.offer.protocol().version());
    for (final Global global : opened.globals.values()) {
      opened.addSeat(global);
    }
    opened.requireSeat();
    opened.awaitAnswer();
    return opened;
  }

  /** For people. */
  String detail() {
    return offer().protocol().detail();
  }

  private IdleProtocol.Offer offer() {
    if (offer == null) {
      throw new IllegalStateException("not opened");
    }
    return offer;
  }

  private void awaitAnswer() throws IOException {
    connection.ask();
    while (!connection.answered()) {
      final WaylandMessage message = connection.next(pace.answeredWithin().toNanos());
      if (message != null) {
        take(message);
      }
    }
  }

  private int bind(Global global, int version) throws IOException {
    final int id = connection.newId();
    connection.send(
        new WaylandMessage.Writer(registry, BIND)
            .number(global.name())
            .text(global.kind())
            .number(version)
            .number(id));
    return id;
  }

  private void addSeat(Global global) throws IOException {
    if (!global.kind().equals(SEAT)) {
      return;
    }
    if (seats.size() == MAX_SEATS) {
      throw new IOException("the Wayland compositor has more than " + MAX_SEATS + " seats");
    }
    final int version = Math.min(SEAT_VERSION, global.version());
    final int seat = bind(global, version);
    final int notification = connection.newId();
    final int silenceMillis = Math.toIntExact(pace.silence().toMillis());
    connection.send(offer().protocol().create(notifier, notification, silenceMillis, seat));
    seats.put(global.name(), new Seat(seat, version, notification));
    tellDue = clock.nanos() + pace.tellAgain().toNanos();
  }

  private void requireSeat() throws IOException {
    if (seats.isEmpty()) {
      throw new IOException("the Wayland compositor has no seat whose input it could tell of");
    }
  }

  /** Reports activity; returns only by an exception. */
  void watch() throws IOException {
    long askDue = clock.nanos() + pace.signOfLifeEvery().toNanos();
    while (true) {
      final long now = clock.nanos();
      final boolean somebody = seats.values().stream().anyMatch(seat -> !seat.silent);
      if (somebody && now - tellDue >= 0) {
        tell(now);
      }
      if (now - askDue >= 0) {
        askDue = now + pace.signOfLifeEvery().toNanos();
        if (connection.answered()) {
          connection.ask();
        }
      }
      final WaylandMessage message =
          connection.next((somebody ? Math.min(askDue, tellDue) : askDue) - now);
      if (message != null) {
        take(message);
      }
    }
  }

  private void tell(long nanos) {
    active.accept(nanos);
    tellDue = nanos + pace.tellAgain().toNanos();
  }

  private void take(WaylandMessage message) throws IOException {
    if (message.object() == registry) {
      offered(message);
      return;
    }
    for (final Seat seat : seats.values()) {
      if (seat.notification == message.object()) {
        if (message.opcode() == IdleProtocol.SILENT) {
          seat.silent = true;
        } else if (message.opcode() == IdleProtocol.RESUMED) {
          seat.silent = false;
          tell(clock.nanos());
        }
      }
    }
  }

  private void offered(WaylandMessage message) throws IOException {
    final int name = message.number();
    if (message.opcode() == ADDED) {
      final Global global = new Global(name, message.text(), message.number());
      if (globals.size() == MAX_GLOBALS) {
        throw new IOException("the Wayland compositor offers more than can be remembered");
      }
      globals.put(name, global);
      if (offer != null) {
        addSeat(global);
      }
    } else if (message.opcode() == REMOVED) {
      globals.remove(name);
      if (offer != null && offer.global().name() == name) {
        throw new IOException("the Wayland compositor tells nothing of idleness any more");
      }
      final Seat seat = seats.remove(name);
      if (seat != null) {
        leave(seat);
        requireSeat();
      }
    }
  }

  private void leave(Seat seat) throws IOException {
    connection.send(new WaylandMessage.Writer(seat.notification, IdleProtocol.DESTROY));
    if (seat.version >= SEAT_VERSION) {
      connection.send(new WaylandMessage.Writer(seat.id, RELEASE_SEAT));
    }
  }
}
