package io.lull.platform.linux.dbus;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The owner of a GNOME session, by the idle monitor of its compositor. A watch for activity fires
 * once, at the first event; while activity goes on it is set again and again, and when silence
 * comes it waits, which costs nothing.
 */
public final class MutterIdleSource implements InputSource {
  private static final String SERVICE = "org.gnome.Mutter.IdleMonitor";
  private static final String FIRED = SERVICE + ".WatchFired";
  private static final long REST_NANOS = Duration.ofMillis(500).toNanos();

  private final SourceVoice voice = new SourceVoice("mutter");
  private final Set<Coverage> coverage;
  private final Clock clock;
  private final BusLoop loop;

  /**
   * @param bus of the session
   */
  public MutterIdleSource(BusAddress bus, Set<Coverage> coverage, Clock clock) {
    this(bus, coverage, BusPace.USUAL, clock);
  }

  MutterIdleSource(BusAddress bus, Set<Coverage> coverage, BusPace pace, Clock clock) {
    this.coverage = Set.copyOf(coverage);
    this.clock = clock;
    this.loop = new BusLoop("mutter", bus, pace, clock, List.of(new Monitor()));
  }

  @Override
  public String name() {
    return voice.name();
  }

  @Override
  public void start(Consumer<InputSignal> sink) {
    voice.to(sink);
    loop.start();
  }

  @Override
  public void close() {
    loop.close();
  }

  private final class Monitor implements BusService {
    private final IdleCount count = new IdleCount();
    private long watch;
    private boolean resting;
    private long restUntil;

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
      final long asked = clock.nanos();
      count.begin(asked, idleMillis(bus));
      voice.working("the idle monitor of GNOME's compositor", count.lastInputNanos(), coverage);
    }

    @Override
    public void heard(BusConnection bus, BusMessage signal) throws IOException {
      if (signal.member().equals(FIRED)
          && !resting
          && BusValues.number(BusValues.at(signal.body(), 0)) == watch) {
        final long now = clock.nanos();
        voice.active(now);
        count.input(now);
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
      final long asked = clock.nanos();
      if (count.tells(asked, idleMillis(bus))) {
        voice.active(count.lastInputNanos());
      }
    }

    private void setWatch(BusConnection bus) throws IOException {
      watch = BusValues.number(bus.ask(method("AddUserActiveWatch")));
      resting = false;
    }

    private long idleMillis(BusConnection bus) throws IOException {
      return BusValues.number(bus.ask(method("GetIdletime")));
    }

    private static BusCall method(String name) {
      return new BusCall(SERVICE, "/org/gnome/Mutter/IdleMonitor/Core", SERVICE, name);
    }
  }
}
