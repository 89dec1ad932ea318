package io.lull.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  private static final Path ANN = Path.of("/home/ann");

  @Test
  void thePlatformsFoldersAreUsed() {
    assertThat(Home.of(Map.of(), "Linux", ANN))
        .isEqualTo(new Home(ANN.resolve(".config/lull"), ANN.resolve(".local/share/lull/agent")));
    assertThat(Home.of(Map.of("XDG_CONFIG_HOME", "/c"), "Linux", ANN).configuration())
        .isEqualTo(Path.of("/c/lull"));
    assertThat(Home.of(Map.of(), "Mac OS X", ANN).configuration())
        .isEqualTo(ANN.resolve("Library/Application Support/Lull"));
    assertThat(Home.of(Map.of("APPDATA", "/roaming"), "Windows 11", ANN).configuration())
        .isEqualTo(Path.of("/roaming/Lull"));
  }

  @Test
  void theEnvironmentComesFirst() {
    final Home home =
        Home.of(Map.of("LULL_HOME", "/h", "LULL_AGENT_DATA", "/a"), "Windows 11", ANN);
    assertThat(home).isEqualTo(new Home(Path.of("/h"), Path.of("/a")));
  }

  @Test
  void withoutALoginNothingIsAllowed(@TempDir Path folder) throws Exception {
    final Home home = new Home(folder, folder);
    assertThatThrownBy(home::identity)
        .isInstanceOfSatisfying(
            CommandFailure.class, e -> assertThat(e.code()).isEqualTo(ExitCode.NOT_ALLOWED))
        .hasMessageContaining("lull login");
    Files.writeString(home.coordinatorFile(), "a:7400,b:7401\n");
    assertThat(home.coordinators()).hasToString("[a:7400, b:7401]");
    Files.writeString(home.coordinatorFile(), "nowhere");
    assertThatThrownBy(home::coordinators)
        .isInstanceOfSatisfying(
            CommandFailure.class, e -> assertThat(e.code()).isEqualTo(ExitCode.BAD_INPUT));
  }
}
