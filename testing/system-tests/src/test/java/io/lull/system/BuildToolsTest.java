package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.process.Tools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a newcomer is told who has not all that Lull is built with. */
@EnabledOnOs(OS.LINUX)
final class BuildToolsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final List<String> JDKS =
      List.of("/usr/lib/jvm", "/opt", "/Library/Java/JavaVirtualMachines");
  private static final List<String> MAVEN = List.of("/usr/share/maven");

  @BeforeEach
  void hidesFolders() {
    Tools.missing("bwrap").ifPresent(Assumptions::abort);
  }

  /** As a plain user, on a system without these folders; the last line has the exit code. */
  private static List<String> lines(List<String> hidden, String path) {
    final List<String> command =
        new ArrayList<>(List.of("bwrap", "--unshare-user", "--uid", "1000", "--gid", "1000"));
    command.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"));
    for (final String folder : hidden) {
      if (Files.isDirectory(Path.of(folder))) {
        command.addAll(List.of("--tmpfs", folder));
      }
    }
    for (final String variable : List.of("JAVA_HOME", "MVNW_DISTRIBUTION", "XDG_CACHE_HOME")) {
      command.addAll(List.of("--unsetenv", variable));
    }
    command.addAll(List.of("--setenv", "HOME", "/nowhere", "--setenv", "PATH", path));
    final Path script = Lull.root().resolve("testing/style/build-tools");
    command.addAll(List.of("bash", "-c", "\"$0\"; echo \"exit $?\"", script.toString()));
    return Tools.run(SOON, command).lines().toList();
  }

  @Test
  void allThatIsMissingIsSaidInOneLineWithWhatInstallsIt() {
    final List<String> hidden = new ArrayList<>(JDKS);
    hidden.addAll(MAVEN);
    final List<String> lines = lines(hidden, "/usr/bin:/bin");
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst())
        .startsWith("Lull cannot be built without a JDK 25 and Maven 3.6.3 or newer: ")
        .containsPattern("install [a-z0-9-]*25[a-z-]* maven$");
    assertThat(lines.getLast()).isEqualTo("exit 2");
  }

  @Test
  void onlyWhatIsMissingIsSaid() {
    assertThat(lines(JDKS, System.getenv("PATH")).getFirst())
        .startsWith("Lull cannot be built without a JDK 25: ")
        .doesNotContain("maven");
  }
}
