package io.lull.platform.linux.x11;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.display.Reconnecting;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The owner at an X display, noticed in the best way that its server allows. */
public final class X11Source implements InputSource {
  static final List<XWatch.Way> BEST_FIRST =
      List.of(AlarmWatch::open, RawEventWatch::open, ScreenSaverWatch::open);

  private final XEntrance entrance;
  private final Set<Coverage> coverage;
  private final List<XWatch.Way> ways;
  private final Clock clock;
  private final Reconnecting line;
  private Consumer<InputSignal> sink = _ -> {};

  /**
   * @param display as the variable DISPLAY has it
   * @param authority file of cookies, or null
   * @param coverage what the display's input is all the input of
   * @throws IllegalArgumentException with one line that says what is wrong
   */
  public X11Source(String display, @Nullable Path authority, Set<Coverage> coverage, Clock clock) {
    this(
        new XEntrance(XDisplayName.parse(display), authority, XPace.USUAL, clock),
        coverage,
        clock,
        BEST_FIRST);
  }

  X11Source(XEntrance entrance, Set<Coverage> coverage, Clock clock, List<XWatch.Way> ways) {
    this.entrance = entrance;
    this.coverage = Set.copyOf(coverage);
    this.clock = clock;
    this.ways = ways;
    this.line =
        new Reconnecting(
            name(), this::watch, why -> sink.accept(new InputSignal.Lost(name(), why)), clock);
  }

  @Override
  public String name() {
    return "x11 " + entrance.display();
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
    final XConnection connection = entrance.open(opening);
    refuseXwayland(connection);
    final Telling telling =
        new Telling(
            name(),
            coverage,
            entrance.pace(),
            clock,
            new ServerTime(entrance.display().host().isEmpty()),
            sink,
            opening::works);
    for (final XWatch.Way way : ways) {
      final Optional<XWatch> watch = way.open(connection, telling);
      if (watch.isPresent()) {
        watch.get().watch();
      }
    }
    throw new IOException(
        "the X server at " + entrance.display() + " does not tell programs when there is input");
  }

  /** It keeps counting idle time while its owner types. */
  private void refuseXwayland(XConnection connection) throws IOException {
    final Optional<XInput> input = XInput.open(connection);
    if (connection.extension("XWAYLAND").isPresent()
        || (input.isPresent() && input.get().isXwayland())) {
      throw new IOException(
          "the X server at "
              + entrance.display()
              + " belongs to a Wayland session, whose input it does not see");
    }
  }
}
