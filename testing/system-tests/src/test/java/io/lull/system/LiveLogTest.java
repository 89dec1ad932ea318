package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a job's workers print, for somebody who does not want to wait for its end. */
@Tag("system")
class LiveLogTest {
  private static final Pattern BOTH_SPEAK =
      Pattern.compile(
          "(?s)--- J\\d+-\\S+ on pc\\d, which runs now\n.*?iteration \\d+\n.*"
              + "--- J\\d+-\\S+ on pc\\d, which runs now\n.*?iteration \\d+.*");

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  @Test
  void runningWorkersAreReadWhileTheyRunAndFollowedToTheirEnd() throws IOException {
    leftovers.watch(folder);
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final Path away = Files.writeString(folder.resolve("away.script"), "0 mains\n");
      grid.startAgent("pc1", Place.HERE, Map.of(), "script:" + away);
      grid.startAgent("pc2", Place.HERE, Map.of(), "script:" + away);
      final Path jar = folder.resolve("talker.jar");
      Jars.write(jar, Talker.class);
      final String job =
          grid.lull(
                  "submit",
                  "--jar",
                  jar.toString(),
                  "--main",
                  Talker.class.getName(),
                  "--workers",
                  "2:2",
                  "--memory",
                  "256M",
                  "--json")
              .good()
              .json()
              .path("id")
              .asText();
      grid.awaitJob(
          job,
          "computes on both",
          TestGrid.AS_A_GUEST,
          document -> TestGrid.workers(document) == 2 && document.path("iteration").asLong() > 0);

      Eventually.await(
          "both workers are read",
          TestGrid.SOON,
          () -> BOTH_SPEAK.matcher(grid.ask("logs", job).output()).matches());
      assertThat(grid.ask("logs", job).output()).doesNotContain("incubator");
      grid.ask("outputs", job).refused(1, job + " is running: it has outputs when it has ended");
      assertThat(TestGrid.ended(grid.job(job))).isFalse();

      try (RunningProgram follow =
          RunningProgram.named("lull logs")
              .command(Lull.command("logs", job, "-f"))
              .environment("LULL_HOME", grid.home().toString())
              .start()) {
        final String line = follow.awaitLine("iteration \\d+", TestGrid.SOON);
        final int later = Integer.parseInt(line.replaceFirst(".*iteration (\\d+).*", "$1")) + 40;
        follow.awaitLine("iteration " + later, TestGrid.AS_A_GUEST);
        grid.ask("cancel", job).good();
        assertThat(follow.awaitExit(TestGrid.SOON)).as(follow.said()).isZero();
        final List<String> lines = follow.output().lines().toList();
        assertThat(lines.stream().filter(("iteration " + later)::equals))
            .as("each of two workers says each line once, and it is shown once")
            .hasSizeBetween(1, 2);
        assertThat(lines).noneMatch(LiveLogTest::isGap);
      }
    }
  }

  private static boolean isGap(String line) {
    return line.equals("...");
  }
}
