package io.lull.platform.linux.dbus;

import io.lull.platform.input.Coverage;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The idle monitor of GNOME's compositor. A watch for activity fires once, at the first event;
 * while activity continues it is set again and again, and during silence it waits, which costs
 * nothing.
 */
final class MutterIdleService implements BusService {
  private static final String SERVICE = "org.gnome.Mutter.IdleMonitor";
  private static final String FIRED = SERVICE + ".WatchFired";
  private static final long REST_NANOS = Duration.ofMillis(500).toNanos();

  private final SourceReporter voice;
  private final Clock clock;
  private final IdleTime idle;
  private long watch;
  private boolean resting;
  private long restUntil;

  MutterIdleService(SourceReporter voice, Set<Coverage> coverage, Clock clock) {
    this.voice = voice;
    this.clock = clock;
    this.idle =
        new IdleTime(
            voice,
            coverage,
            clock,
            "the idle monitor of GNOME's compositor",
            method("GetIdletime"));
  }

  private static BusCall method(String name) {
    return new BusCall(SERVICE, "/org/gnome/Mutter/IdleMonitor/Core", SERVICE, name);
  }

  @Override
  public String name() {
    return SERVICE;
  }

  @Override
  public List<String> signals() {
    return List.of("interface='" + SERVICE + "',member='WatchFired'");
  }

  @Override
  public void absent() {
    voice.lost("no GNOME compositor is on the bus of this session");
  }

  @Override
  public void lost(String why) {
    voice.lost(why);
  }

  @Override
  public void came(BusConnection bus) throws IOException {
    setWatch(bus);
    idle.begin(bus);
  }

  @Override
  public void heard(BusConnection bus, BusMessage signal) throws IOException {
    if (signal.member().equals(FIRED)
        && !resting
        && BusValues.number(BusValues.at(signal.body(), 0)) == watch) {
      final long now = clock.nanos();
      idle.input(now);
      resting = true;
      restUntil = now + REST_NANOS;
    }
  }

  @Override
  public long dueNanos(long now) {
    return resting ? restUntil : BusService.super.dueNanos(now);
  }

  @Override
  public void due(BusConnection bus) throws IOException {
    setWatch(bus);
    check(bus);
  }

  @Override
  public void check(BusConnection bus) throws IOException {
    idle.look(bus);
  }

  private void setWatch(BusConnection bus) throws IOException {
    watch = BusValues.number(bus.ask(method("AddUserActiveWatch")));
    resting = false;
  }
}
