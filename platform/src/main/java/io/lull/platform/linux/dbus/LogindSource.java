package io.lull.platform.linux.dbus;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.protocol.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/**
 * What logind tells: who is logged in, whose screen is locked, that the machine was asleep, which
 * programs keep the screen on.
 */
public final class LogindSource implements InputSource {
  private final SourceVoice voice = new SourceVoice("logind");
  private final BusLoop loop;

  /** How far the idle hints of sessions are believed. */
  public enum Hints {
    /**
     * That a session is idle no more is a sign of its owner; that it is not idle says nothing, for
     * many desktops never set the hint.
     */
    AS_SIGNS,
    /** They tell all there is to know, because somebody has chosen so. */
    ALONE
  }

  /**
   * @param bus of the system
   */
  public LogindSource(BusAddress bus, Hints hints, Clock clock) {
    this(bus, hints, BusPace.USUAL, clock);
  }

  LogindSource(BusAddress bus, Hints hints, BusPace pace, Clock clock) {
    this.loop =
        new BusLoop("logind", bus, pace, clock, List.of(new LogindService(voice, hints, clock)));
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
