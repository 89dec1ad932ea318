package io.lull.platform.linux.x11;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.display.Reconnecting;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells when the window that the owner looks at fills the screen: a film, a presentation, a game.
 * Of a window its program's name is read, never its title.
 */
public final class X11FullScreen implements InputSource {
  private final XEntrance entrance;
  private final Clock clock;
  private final Reconnecting line;
  private Consumer<InputSignal> sink = _ -> {};

  /** What was told to be on; only of the source's own thread. */
  private @Nullable String told;

  /**
   * @param display as the variable DISPLAY has it
   * @param authority file of cookies, or null
   * @throws IllegalArgumentException with one line that says what is wrong
   */
  public X11FullScreen(String display, @Nullable Path authority, Clock clock) {
    this.entrance = new XEntrance(XDisplayName.parse(display), authority, XPace.USUAL, clock);
    this.clock = clock;
    this.line =
        new Reconnecting(
            name(),
            this::watch,
            why -> {
              // What is on is told again when it can be seen again.
              told = null;
              sink.accept(new InputSignal.Lost(name(), why));
            },
            clock);
  }

  @Override
  public String name() {
    return "full screen of x11 " + entrance.display();
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
    final ActiveWindow active = ActiveWindow.open(entrance.open(opening));
    opening.works();
    sink.accept(
        new InputSignal.Working(name(), "the active window's state", clock.nanos(), Set.of()));
    while (true) {
      tell(active.fullScreen());
      active.awaitChange();
    }
  }

  private void tell(Optional<String> program) {
    final String before = told;
    final String now = program.orElse(null);
    if (before != null && !before.equals(now)) {
      sink.accept(new InputSignal.Engaged(name(), Engagement.FULL_SCREEN, before, false));
    }
    if (now != null && !now.equals(before)) {
      sink.accept(new InputSignal.Engaged(name(), Engagement.FULL_SCREEN, now, true));
    }
    told = now;
  }
}
