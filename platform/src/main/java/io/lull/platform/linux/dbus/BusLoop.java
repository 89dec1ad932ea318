package io.lull.platform.linux.dbus;

import io.lull.platform.linux.server.ReconnectLoop;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Joins a bus, again after each loss, and follows services there, on its own thread. */
final class BusLoop implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);
  private static final Duration FIRST_RETRY = Duration.ofMillis(250);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);
  private static final String OWNER_CHANGED = "org.freedesktop.DBus.NameOwnerChanged";
  private static final String BUS = "org.freedesktop.DBus";

  private final BusAddress address;
  private final BusTimings pace;
  private final Clock clock;
  private final List<Followed> services;
  private final ReconnectLoop line;

  BusLoop(String name, BusAddress address, Clock clock, List<? extends BusService> services) {
    this(name, address, BusTimings.USUAL, clock, services);
  }

  BusLoop(
      String name,
      BusAddress address,
      BusTimings pace,
      Clock clock,
      List<? extends BusService> services) {
    this.address = address;
    this.pace = pace;
    this.clock = clock;
    this.services = services.stream().map(Followed::new).toList();
    this.line = new ReconnectLoop(name + " bus", this::hold, this::lost, LAST_RETRY, clock);
  }

  private static final class Followed {
    final BusService service;
    String owner = "";
    boolean well;
    long checkNanos;
    Duration retry = FIRST_RETRY;

    Followed(BusService service) {
      this.service = service;
    }
  }

  void start() {
    line.start();
  }

  @Override
  public void close() {
    line.close();
  }

  private void hold(ReconnectLoop opening) throws IOException {
    final BusConnection bus =
        opening.opened(new BusConnection(address, pace.answeredWithin(), clock));
    bus.greet();
    opening.works();
    follow(bus);
  }

  private void lost(String why) {
    services.forEach(f -> f.service.lost(why));
  }

  private static Duration later(Duration retry) {
    final Duration twice = retry.multipliedBy(2);
    return twice.compareTo(LAST_RETRY) < 0 ? twice : LAST_RETRY;
  }

  private void follow(BusConnection bus) throws IOException {
    for (final Followed f : services) {
      final String name = f.service.name();
      bus.match("type='signal',sender='" + BUS + "',member='NameOwnerChanged',arg0='" + name + "'");
      for (final String signals : f.service.signals()) {
        bus.match("type='signal',sender='" + name + "'," + signals);
      }
    }
    for (final Followed f : services) {
      f.well = false;
      f.owner = bus.ownerOf(f.service.name());
      if (f.owner.isEmpty()) {
        f.service.absent();
      } else {
        begin(f, bus);
      }
    }
    while (true) {
      final BusMessage signal = bus.next(nextDue() - clock.nanos());
      if (signal != null) {
        hear(bus, signal);
      }
      for (final Followed f : services) {
        afterTime(f, bus);
      }
    }
  }

  private void begin(Followed f, BusConnection bus) throws IOException {
    try {
      f.service.came(bus);
      f.well = true;
      f.retry = FIRST_RETRY;
      f.checkNanos = clock.nanos() + pace.checkEvery().toNanos();
    } catch (BusRefusal e) {
      trouble(f, e);
    }
  }

  private void trouble(Followed f, BusRefusal why) {
    f.well = false;
    f.service.lost(String.valueOf(why.getMessage()));
    f.checkNanos = clock.nanos() + f.retry.toNanos();
    f.retry = later(f.retry);
  }

  private long nextDue() {
    final long now = clock.nanos();
    long wait = LONGEST_WAIT.toNanos();
    for (final Followed f : services) {
      if (!f.owner.isEmpty()) {
        wait = Math.min(wait, f.checkNanos - now);
        if (f.well) {
          wait = Math.min(wait, f.service.dueNanos(now) - now);
        }
      }
    }
    return now + Math.max(0, wait);
  }

  private void afterTime(Followed f, BusConnection bus) throws IOException {
    if (f.owner.isEmpty()) {
      return;
    }
    try {
      final long now = clock.nanos();
      if (f.well && f.service.dueNanos(now) - now <= 0) {
        f.service.due(bus);
      }
      if (f.checkNanos - now <= 0) {
        if (f.well) {
          f.checkNanos = now + pace.checkEvery().toNanos();
          f.service.check(bus);
        } else {
          begin(f, bus);
        }
      }
    } catch (BusRefusal e) {
      trouble(f, e);
    }
  }

  /** Anybody may send anything to anybody: only the service itself is trusted. */
  private void hear(BusConnection bus, BusMessage signal) throws IOException {
    if (signal.sender().equals(BUS)) {
      if (signal.member().equals(OWNER_CHANGED)) {
        ownerChanged(bus, signal.body());
      }
      return;
    }
    for (final Followed f : services) {
      if (f.well && f.owner.equals(signal.sender())) {
        try {
          f.service.heard(bus, signal);
        } catch (BusRefusal e) {
          trouble(f, e);
        }
      }
    }
  }

  private void ownerChanged(BusConnection bus, List<Object> body) throws IOException {
    final String name = BusValues.text(BusValues.at(body, 0));
    final String owner = BusValues.text(BusValues.at(body, 2));
    for (final Followed f : services) {
      if (f.service.name().equals(name) && !f.owner.equals(owner)) {
        f.owner = owner;
        f.well = false;
        if (owner.isEmpty()) {
          f.service.left();
        } else {
          begin(f, bus);
        }
      }
    }
  }
}
