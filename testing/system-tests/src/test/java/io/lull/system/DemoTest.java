package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.testkit.display.XDisplay;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration, as a visitor runs it. */
@Tag("system")
class DemoTest {
  /** Its workers have the processors only while nobody else wants them. */
  private static final Duration WHOLE = Duration.ofMinutes(12);

  private static final Duration SOON = Duration.ofSeconds(60);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  private Path temporary = Path.of("");
  private Path report = Path.of("");

  @BeforeEach
  void watchTheFolder() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
    report = folder.resolve("out.json");
    leftovers.watch(folder);
  }

  @Test
  void theDemonstrationShowsItsEventsVerifiesItsResultAndLeavesNothing() throws IOException {
    try (RunningProgram demo = demo("--nodes", "3", "--size", "301", "--iterations", "700")) {
      assertThat(demo.awaitExit(WHOLE)).as(demo.said()).isZero();
    }
    final JsonNode document = new ObjectMapper().readTree(report.toFile());
    assertThat(document.path("verified").asBoolean()).isTrue();
    assertThat(document.path("maxDifference").asDouble()).isZero();
    assertThat(document.path("nodes")).hasSize(3);
    final JsonNode job = document.path("job");
    assertThat(job.path("state").asText()).isEqualTo("finished");
    assertThat(happened(job, List.of("shrink", "migrate"), "owner")).isTrue();
    assertThat(TestGrid.events(job, "grow")).isNotEmpty();
    assertThat(happened(job, List.of("recover"), "failure")).isTrue();
    TestGrid.assertMovedLittle(job);
    assertThat(temporary).isEmptyDirectory();
  }

  @Tag("nightly")
  @Test
  void controlCEndsTheDemonstrationAndItsWindowAndLeavesNothing() {
    final Optional<String> missing = XDisplay.unavailable().or(() -> Tools.missing("xwininfo"));
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    try (XDisplay display = XDisplay.open()) {
      try (RunningProgram demo =
          started(
              List.of("--nodes", "3", "--size", "501", "--iterations", "2000"),
              Map.of("DISPLAY", display.name()))) {
        demo.awaitLine("the job is running", Duration.ofMinutes(3));
        Eventually.await("its window is there", SOON, () -> windows(display).contains("\"Lull\""));
        Tools.run(SOON, List.of("kill", "-INT", Long.toString(demo.pid())));
        assertThat(demo.awaitExit(SOON)).as(demo.said()).isNotZero();
      }
      assertThat(windows(display)).doesNotContain("\"Lull\"");
    }
    leftovers.check();
    assertThat(temporary).isEmptyDirectory();
  }

  private static String windows(XDisplay display) {
    return Tools.run(SOON, List.of("xwininfo", "-display", display.name(), "-root", "-tree"));
  }

  private RunningProgram demo(String... more) {
    final List<String> options = new ArrayList<>(List.of("--no-window"));
    options.addAll(List.of(more));
    return started(options, Map.of());
  }

  private RunningProgram started(List<String> options, Map<String, String> environment) {
    final List<String> arguments = new ArrayList<>(List.of("demo", "--json", report.toString()));
    arguments.addAll(options);
    // Whoever runs the tests in the background has Control-C ignored, and it stays so in children.
    final List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(Lull.command(arguments.toArray(String[]::new)));
    final RunningProgram.Builder builder =
        RunningProgram.named("demo")
            .command(command)
            // Whatever any of its Java programs leaves as a temporary file is then seen here.
            .environment("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
    environment.forEach(builder::environment);
    return builder.start();
  }

  private static boolean happened(JsonNode job, List<String> kinds, String cause) {
    return StreamSupport.stream(job.path("events").spliterator(), false)
        .filter(event -> kinds.contains(event.path("kind").asText()))
        .anyMatch(event -> event.path("cause").asText().equals(cause));
  }
}
