package io.lull.platform.linux;

import io.lull.platform.input.BlindSource;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.linux.x11.X11Source;
import io.lull.platform.script.ScriptSource;
import io.lull.protocol.time.Clock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Input of a Linux session: that of its X display. */
public final class LinuxInputs implements InputSources {
  private final Map<String, String> environment;
  private final Clock clock;

  public LinuxInputs(Map<String, String> environment, Clock clock) {
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  @Override
  public List<InputSource> open(String choice) {
    if (choice.startsWith("script:")) {
      return List.of(ScriptSource.open(Path.of(choice.substring("script:".length())), clock));
    }
    return switch (choice) {
      case "none" -> List.of();
      case "x11" -> {
        if (display().isEmpty()) {
          throw new IllegalArgumentException(
              "there is no X display: set DISPLAY, or choose another --input");
        }
        yield List.of(x11());
      }
      case "auto" -> List.of(automatic());
      default ->
          throw new IllegalArgumentException(
              "'" + choice + "' is no input of this system: choose auto, x11, script:FILE or none");
    };
  }

  /** An X server within a Wayland session keeps counting idle time while its owner types. */
  private InputSource automatic() {
    if (environment.getOrDefault("XDG_SESSION_TYPE", "").equals("wayland")) {
      return new BlindSource(
          "auto", "this is a Wayland session, whose input this version cannot see");
    }
    return display().isEmpty()
        ? new BlindSource("auto", "there is no X display: DISPLAY is not set")
        : x11();
  }

  private String display() {
    return environment.getOrDefault("DISPLAY", "");
  }

  private InputSource x11() {
    return new X11Source(display(), authority(), Set.of(new Coverage.Everything()), clock);
  }

  private @Nullable Path authority() {
    final String named = environment.getOrDefault("XAUTHORITY", "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    final String home = environment.getOrDefault("HOME", "");
    return home.isEmpty() ? null : Path.of(home, ".Xauthority");
  }
}
