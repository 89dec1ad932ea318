package io.lull.cli.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The window on a local grid, if there is a screen for one. */
final class ClusterWindow {
  private ClusterWindow() {}

  /**
   * The command that opens it; empty: there is no screen, or this is not a distribution.
   *
   * @param agent the data folder of the window's workstation
   */
  static Optional<List<String>> command(
      Map<String, String> environment, Optional<Path> launcher, Path agent) {
    final boolean screen =
        Stream.of("DISPLAY", "WAYLAND_DISPLAY")
            .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
    return launcher
        .filter(program -> screen && Files.isExecutable(program))
        .map(program ->
            List.of(program.toString(), "tray", "--page", "cluster", "--data", agent.toString()));
  }
}
