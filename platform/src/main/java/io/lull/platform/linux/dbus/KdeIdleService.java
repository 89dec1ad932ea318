package io.lull.platform.linux.dbus;

import io.lull.platform.input.Coverage;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * KDE's screen locker, whose idle time must be polled. One that counts in seconds, as some do,
 * never seems idle: an error in the owner's favour.
 */
final class KdeIdleService implements BusService {
  private static final String SERVICE = "org.freedesktop.ScreenSaver";
  private static final BusCall QUESTION =
      new BusCall(SERVICE, "/ScreenSaver", SERVICE, "GetSessionIdleTime");
  private static final long ASK_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  private final SourceReporter voice;
  private final Clock clock;
  private final IdleTime idle;
  private long askAt;

  KdeIdleService(SourceReporter voice, Set<Coverage> coverage, Clock clock) {
    this.voice = voice;
    this.clock = clock;
    this.idle =
        new IdleTime(voice, coverage, clock, "KDE's idle time, asked once a second", QUESTION);
  }

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
    askAt = idle.begin(bus) + ASK_EVERY_NANOS;
  }

  @Override
  public void heard(BusConnection bus, BusMessage signal) {}

  @Override
  public long dueNanos(long now) {
    return askAt;
  }

  @Override
  public void due(BusConnection bus) throws IOException {
    askAt = clock.nanos() + ASK_EVERY_NANOS;
    idle.look(bus);
  }

  @Override
  public void check(BusConnection bus) {
    // It is polled far more often than it needs a check.
  }
}
