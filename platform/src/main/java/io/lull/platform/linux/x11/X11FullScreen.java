package io.lull.platform.linux.x11;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.server.ServerSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reports when the owner's active window fills the screen: a film, a presentation, a game. Reads
 * the name of the window's program, never its title.
 */
public final class X11FullScreen implements ServerSource.Watch {
  private final XConnector entrance;

  /** The engagement that was last reported. */
  private @Nullable String told;

  private X11FullScreen(XConnector entrance) {
    this.entrance = entrance;
  }

  /**
   * @param display as in the variable DISPLAY
   * @param authority file of cookies, or null
   * @throws IllegalArgumentException with one line that names the error
   */
  public static InputSource source(String display, @Nullable Path authority, Clock clock) {
    final XConnector entrance =
        new XConnector(XDisplayName.parse(display), authority, XTimings.USUAL, clock);
    return new ServerSource(new X11FullScreen(entrance), clock);
  }

  @Override
  public String name() {
    return "full screen of x11 " + entrance.display();
  }

  @Override
  public void hold(ServerSource.Voice voice) throws IOException {
    final ActiveWindow active = ActiveWindow.open(entrance.open(voice));
    voice.working("the active window's state", entrance.clock().nanos(), Set.of());
    while (true) {
      tell(voice, active.fullScreen());
      active.awaitChange();
    }
  }

  @Override
  public void lost() {
    told = null;
  }

  private void tell(ServerSource.Voice voice, Optional<String> program) {
    final String before = told;
    final String now = program.orElse(null);
    if (before != null && !before.equals(now)) {
      voice.say(new InputSignal.Engaged(name(), Engagement.FULL_SCREEN, before, false));
    }
    if (now != null && !now.equals(before)) {
      voice.say(new InputSignal.Engaged(name(), Engagement.FULL_SCREEN, now, true));
    }
    told = now;
  }
}
