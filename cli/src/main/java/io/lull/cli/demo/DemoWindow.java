package io.lull.cli.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The window on the demonstration's grid, where there is a screen for one. */
final class DemoWindow {
  /** The folder of the distribution, by the launcher. */
  private static final String DISTRIBUTION = "lull.archives";

  private static final String LAUNCHER = "lull";

  private DemoWindow() {}

  /**
   * The command that opens it; empty: there is no screen, or this is no distribution.
   *
   * @param agent the data folder of the workstation that the window is on
   */
  static Optional<List<String>> command(
      Map<String, String> environment, Optional<String> distribution, Path agent) {
    final boolean screen =
        Stream.of("DISPLAY", "WAYLAND_DISPLAY")
            .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
    return distribution
        .map(folder -> Path.of(folder, LAUNCHER))
        .filter(launcher -> screen && Files.isExecutable(launcher))
        .map(launcher ->
            List.of(launcher.toString(), "tray", "--page", "cluster", "--data", agent.toString()));
  }

  static Optional<String> distribution() {
    return Optional.ofNullable(System.getProperty(DISTRIBUTION));
  }
}
