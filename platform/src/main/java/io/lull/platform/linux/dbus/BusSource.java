package io.lull.platform.linux.dbus;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.protocol.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A source that follows services on a bus; the services know what to query, and what the answers
 * mean.
 */
public final class BusSource implements InputSource {
  private final SourceReporter voice;
  private final BusLoop loop;

  private BusSource(
      SourceReporter voice,
      BusAddress bus,
      BusTimings pace,
      Clock clock,
      List<? extends BusService> services) {
    this.voice = voice;
    this.loop = new BusLoop(voice.name(), bus, pace, clock, services);
  }

  /**
   * Who is logged in, whose screen is locked, that the machine slept, which programs keep the
   * screen on.
   *
   * @param bus of the system
   */
  public static InputSource logind(BusAddress bus, LogindHints hints, Clock clock) {
    return logind(bus, hints, BusTimings.USUAL, clock);
  }

  static InputSource logind(BusAddress bus, LogindHints hints, BusTimings pace, Clock clock) {
    final SourceReporter voice = new SourceReporter("logind");
    return new BusSource(voice, bus, pace, clock, List.of(new LogindService(voice, hints, clock)));
  }

  /**
   * What a desktop reports beside input: that its screen is locked, and which programs keep the
   * screen on.
   *
   * @param bus of the session
   */
  public static InputSource desktop(BusAddress bus, Clock clock) {
    return desktop(bus, BusTimings.USUAL, clock);
  }

  static InputSource desktop(BusAddress bus, BusTimings pace, Clock clock) {
    final SourceReporter voice = new SourceReporter("desktop");
    return new BusSource(voice, bus, pace, clock, new Desktop(voice, clock).services());
  }

  /**
   * The owner of a GNOME session, by the idle monitor of its compositor.
   *
   * @param bus of the session
   */
  public static InputSource mutterIdle(BusAddress bus, Set<Coverage> coverage, Clock clock) {
    return mutterIdle(bus, coverage, BusTimings.USUAL, clock);
  }

  static InputSource mutterIdle(
      BusAddress bus, Set<Coverage> coverage, BusTimings pace, Clock clock) {
    final SourceReporter voice = new SourceReporter("mutter");
    return new BusSource(
        voice, bus, pace, clock, List.of(new MutterIdleService(voice, coverage, clock)));
  }

  /**
   * The owner of a KDE session, by its screen locker's idle time, which must be polled: only for
   * sessions without a better source.
   *
   * @param bus of the session
   */
  public static InputSource kdeIdle(BusAddress bus, Set<Coverage> coverage, Clock clock) {
    return kdeIdle(bus, coverage, BusTimings.USUAL, clock);
  }

  static InputSource kdeIdle(BusAddress bus, Set<Coverage> coverage, BusTimings pace, Clock clock) {
    final SourceReporter voice = new SourceReporter("kde");
    return new BusSource(
        voice, bus, pace, clock, List.of(new KdeIdleService(voice, coverage, clock)));
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
}
