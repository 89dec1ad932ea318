package io.lull.platform.linux.autostart;

import io.lull.platform.autostart.Autostart;
import io.lull.platform.autostart.StartedProgram;
import io.lull.platform.autostart.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The autostart folders of a desktop: an entry in the user's own folder overrides the system's of
 * the same name. @see <a
 * href="https://specifications.freedesktop.org/autostart-spec/latest/">Desktop Application
 * Autostart Specification</a>
 */
public final class XdgAutostart implements Autostart {
  private static final String SYSTEM = "/etc/xdg";

  private final StartedProgram program;
  private final Path own;
  private final List<Path> ofSystem;

  /**
   * @param environment of the session, which names its user's and its system's folders
   * @param home the user's
   */
  public XdgAutostart(StartedProgram program, Map<String, String> environment, Path home) {
    this.program = program;
    final Path file = Path.of("autostart", program.id() + ".desktop");
    this.own =
        absolute(environment.getOrDefault("XDG_CONFIG_HOME", ""))
            .orElse(home.resolve(".config"))
            .resolve(file);
    final String named = environment.getOrDefault("XDG_CONFIG_DIRS", "");
    this.ofSystem =
        Stream.of((named.isEmpty() ? SYSTEM : named).split(":"))
            .flatMap(folder -> absolute(folder).stream())
            .map(folder -> folder.resolve(file))
            .toList();
  }

  /** The specification requires that relative ones are ignored. */
  private static Optional<Path> absolute(String folder) {
    return Optional.of(folder).filter(f -> f.startsWith("/")).map(Path::of);
  }

  @Override
  public State state() throws IOException {
    final Optional<String> mine = read(own);
    if (mine.isPresent()) {
      return DesktopEntry.starts(mine.get()) ? State.ON : State.TURNED_OFF;
    }
    return startedBySystem() ? State.ON : State.OFF;
  }

  private boolean startedBySystem() throws IOException {
    for (final Path file : ofSystem) {
      final Optional<String> text = read(file);
      if (text.isPresent()) {
        return DesktopEntry.starts(text.get());
      }
    }
    return false;
  }

  private static Optional<String> read(Path file) throws IOException {
    try {
      // Bytes that are not text belong to other keys: those that count are plain.
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void enable() throws IOException {
    WholeFile.write(own, DesktopEntry.of(program));
  }

  @Override
  public void disable() throws IOException {
    if (startedBySystem()) {
      WholeFile.write(own, DesktopEntry.hiding(program));
    } else {
      Files.deleteIfExists(own);
    }
  }
}
