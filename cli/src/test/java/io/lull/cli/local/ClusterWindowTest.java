package io.lull.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterWindowTest {
  private static final Path AGENT = Path.of("/demo/nodes/a");

  @TempDir private Path folder;

  @Test
  void theClusterPageIsOpenedByTheDistributionWhereThereIsAScreen() throws IOException {
    final Path launcher = Files.createFile(folder.resolve("lull"));
    final Optional<Path> program = Optional.of(launcher);
    final Map<String, String> screen = Map.of("WAYLAND_DISPLAY", "wayland-0");
    assertThat(ClusterWindow.command(screen, program, AGENT)).as("not to be run").isEmpty();
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    assertThat(ClusterWindow.command(screen, program, AGENT).orElseThrow())
        .containsExactly(
            launcher.toString(), "tray", "--page", "cluster", "--data", "/demo/nodes/a");
    assertThat(ClusterWindow.command(Map.of("DISPLAY", ""), program, AGENT)).isEmpty();
    assertThat(ClusterWindow.command(screen, Optional.empty(), AGENT)).isEmpty();
  }
}
