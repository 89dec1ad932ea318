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
 * The owner of a KDE session, by the idle time that its screen locker knows. That tells nothing by
 * itself and must be asked: only for sessions in which nothing better works.
 */
public final class KdeIdleSource implements InputSource {
  private static final String SERVICE = "org.freedesktop.ScreenSaver";
  private static final long ASK_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  private final SourceVoice voice = new SourceVoice("kde");
  private final Set<Coverage> coverage;
  private final Clock clock;
  private final BusLoop loop;

  /**
   * @param bus of the session
   */
  public KdeIdleSource(BusAddress bus, Set<Coverage> coverage, Clock clock) {
    this(bus, coverage, BusPace.USUAL, clock);
  }

  KdeIdleSource(BusAddress bus, Set<Coverage> coverage, BusPace pace, Clock clock) {
    this.coverage = Set.copyOf(coverage);
    this.clock = clock;
    this.loop = new BusLoop("kde", bus, pace, clock, List.of(new Saver()));
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

  private final class Saver implements BusService {
    private final IdleCount count = new IdleCount();
    private long askAt;

    @Override
    public String name() {
      return SERVICE;
    }

    @Override
    public List<String> signals() {
      return List.of();
    }

    @Override
    public void absent() {
      voice.lost("no screen locker is on the bus of this session");
    }

    @Override
    public void lost(String why) {
      voice.lost(why);
    }

    @Override
    public void came(BusConnection bus) throws IOException {
      final long asked = clock.nanos();
      count.begin(asked, idleMillis(bus));
      askAt = asked + ASK_EVERY_NANOS;
      voice.working("KDE's idle time, asked once a second", count.lastInputNanos(), coverage);
    }

    @Override
    public void heard(BusConnection bus, BusMessage signal) {}

    @Override
    public long dueNanos(long now) {
      return askAt;
    }

    @Override
    public void due(BusConnection bus) throws IOException {
      final long asked = clock.nanos();
      askAt = asked + ASK_EVERY_NANOS;
      if (count.tells(asked, idleMillis(bus))) {
        voice.active(count.lastInputNanos());
      }
    }

    @Override
    public void check(BusConnection bus) {
      // It is asked far more often than it need be checked.
    }

    /** A locker that counts in seconds, as some do, seems never idle: that errs for the owner. */
    private long idleMillis(BusConnection bus) throws IOException {
      return BusValues.number(
          bus.ask(new BusCall(SERVICE, "/ScreenSaver", SERVICE, "GetSessionIdleTime")));
    }
  }
}
