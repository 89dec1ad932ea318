package io.lull.platform.linux.x11;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.server.ServerSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The owner at an X display, observed in the best way that its server supports. */
public final class X11Input implements ServerSource.Watch {
  static final List<XWatch.Way> BEST_FIRST =
      List.of(AlarmWatch::open, RawEventWatch::open, ScreenSaverWatch::open);

  private final XConnector entrance;
  private final Set<Coverage> coverage;
  private final List<XWatch.Way> ways;

  X11Input(XConnector entrance, Set<Coverage> coverage, List<XWatch.Way> ways) {
    this.entrance = entrance;
    this.coverage = Set.copyOf(coverage);
    this.ways = ways;
  }

  /**
   * @param display as in the variable DISPLAY
   * @param authority file of cookies, or null
   * @param coverage of the display's input
   * @throws IllegalArgumentException with one line that names the error
   */
  public static InputSource source(
      String display, @Nullable Path authority, Set<Coverage> coverage, Clock clock) {
    final XConnector entrance =
        new XConnector(XDisplayName.parse(display), authority, XTimings.USUAL, clock);
    return new ServerSource(new X11Input(entrance, coverage, BEST_FIRST), clock);
  }

  @Override
  public String name() {
    return "x11 " + entrance.display();
  }

  @Override
  public void hold(ServerSource.Voice voice) throws IOException {
    final XConnection connection = entrance.open(voice);
    refuseXwayland(connection);
    final WatchContext telling =
        new WatchContext(
            name(),
            coverage,
            entrance.pace(),
            entrance.clock(),
            new ServerTime(entrance.display().host().isEmpty()),
            voice);
    for (final XWatch.Way way : ways) {
      final Optional<XWatch> watch = way.open(connection, telling);
      if (watch.isPresent()) {
        watch.get().watch();
      }
    }
    throw new IOException(
        "the X server at " + entrance.display() + " does not tell programs when there is input");
  }

  /** It continues to count idle time while its owner types. */
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
