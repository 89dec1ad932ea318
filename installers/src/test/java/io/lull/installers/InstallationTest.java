package io.lull.installers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.testkit.process.Tools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packages themselves: built, and installed in a Debian with a systemd of its own. */
@Tag("long")
class InstallationTest {
  private static final Duration AN_HOUR = Duration.ofHours(1);

  @TempDir Path folder;

  @BeforeEach
  void whatItNeeds() {
    final Optional<String> missing = Tools.missing("dpkg-deb", "debootstrap", "unshare", "nsenter");
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can make a Debian");
  }

  @Test
  @Timeout(3600)
  void anAgentIsInstalledEnrolsRunsAJobIsUpgradedRemovedAndPurged() {
    final String said =
        Tools.run(AN_HOUR, List.of(Inputs.FOLDER.resolve("test-install").toString()));
    assertThat(said).containsPattern("(?m)^13 steps, in \\d+ s$").doesNotContain("FAILED");
  }

  @Test
  @Timeout(3600)
  void twoBuildsGiveTheSameBytes() throws Exception {
    final String first = built(folder.resolve("first"));
    deleteRuntimes();
    assertThat(built(folder.resolve("second"))).isEqualTo(first);
  }

  private static String built(Path out) throws Exception {
    Tools.run(
        AN_HOUR,
        List.of(
            Inputs.FOLDER.resolve("build").toString(),
            "--format",
            "deb",
            "--only",
            "lull",
            "--out",
            out.toString()));
    return Files.readString(out.resolve("SHA256SUMS"));
  }

  /** So that the second Java is linked anew. */
  private static void deleteRuntimes() {
    Tools.run(AN_HOUR, List.of("rm", "-rf", Inputs.FOLDER.resolve("target/runtimes").toString()));
  }
}
