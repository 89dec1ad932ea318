package io.lull.platform.linux.wayland;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.server.ServerSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The owner in a Wayland session, by its compositor's reports of idleness. No compositor tells
 * which device was used or how far a pointer moved.
 */
public final class WaylandInput implements ServerSource.Watch {
  private final Path socket;
  private final Set<Coverage> coverage;
  private final WaylandTimings pace;
  private final Clock clock;

  WaylandInput(Path socket, Set<Coverage> coverage, WaylandTimings pace, Clock clock) {
    this.socket = socket;
    this.coverage = Set.copyOf(coverage);
    this.pace = pace;
    this.clock = clock;
  }

  /**
   * @param socket of the compositor: {@code $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY}
   * @param coverage of the session's input
   */
  public static InputSource source(Path socket, Set<Coverage> coverage, Clock clock) {
    return new ServerSource(new WaylandInput(socket, coverage, WaylandTimings.USUAL, clock), clock);
  }

  @Override
  public String name() {
    return "wayland " + socket.getFileName();
  }

  @Override
  public void hold(ServerSource.Voice voice) throws IOException {
    final SeatIdle silence =
        SeatIdle.open(
            connect(voice),
            pace,
            clock,
            nanos -> voice.say(new InputSignal.Activity(name(), nanos, InputSignal.Kind.UNKNOWN)));
    // A compositor does not say how long its seats have been silent: the worst case is not at all.
    voice.working(silence.detail() + " of " + name(), clock.nanos(), coverage);
    silence.watch();
  }

  private WaylandConnection connect(ServerSource.Voice voice) throws IOException {
    try {
      return voice.opened(WaylandConnection.open(socket, pace.answeredWithin(), clock));
    } catch (IOException e) {
      throw new IOException(
          "no Wayland compositor answers at " + socket + " (" + e.getMessage() + ")", e);
    }
  }
}
