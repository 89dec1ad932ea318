package io.lull.platform.linux.wayland;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.display.Reconnecting;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The owner in a Wayland session, by what its compositor tells of idleness. Which device was used,
 * and how far a pointer went, no compositor tells.
 */
public final class WaylandSource implements InputSource {
  private final Path socket;
  private final Set<Coverage> coverage;
  private final Clock clock;
  private final WaylandPace pace;
  private final Reconnecting line;
  private Consumer<InputSignal> sink = _ -> {};

  /**
   * @param socket of the compositor: {@code $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY}
   * @param coverage what the session's input is all the input of
   */
  public WaylandSource(Path socket, Set<Coverage> coverage, Clock clock) {
    this(socket, coverage, clock, WaylandPace.USUAL);
  }

  WaylandSource(Path socket, Set<Coverage> coverage, Clock clock, WaylandPace pace) {
    this.socket = socket;
    this.coverage = Set.copyOf(coverage);
    this.clock = clock;
    this.pace = pace;
    this.line =
        new Reconnecting(
            name(), this::watch, why -> sink.accept(new InputSignal.Lost(name(), why)), clock);
  }

  @Override
  public String name() {
    return "wayland " + socket.getFileName();
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    sink = to;
    line.start();
  }

  @Override
  public void close() {
    line.close();
  }

  private void watch(Reconnecting opening) throws IOException {
    final SeatSilence silence = SeatSilence.open(connect(opening), pace, clock, this::active);
    opening.works();
    // A compositor does not say how long its seats have been silent: at worst not at all.
    sink.accept(
        new InputSignal.Working(
            name(), silence.detail() + " of " + name(), clock.nanos(), coverage));
    silence.watch();
  }

  private WaylandConnection connect(Reconnecting opening) throws IOException {
    try {
      return opening.opened(WaylandConnection.open(socket, pace.answeredWithin(), clock));
    } catch (IOException e) {
      throw new IOException(
          "no Wayland compositor answers at " + socket + " (" + e.getMessage() + ")", e);
    }
  }

  private void active(long nanos) {
    sink.accept(new InputSignal.Activity(name(), nanos, InputSignal.Kind.UNKNOWN));
  }
}
