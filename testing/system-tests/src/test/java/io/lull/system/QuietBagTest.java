package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tasks on idle computers to which no owner comes back: one grid for all tests. */
@Tag("system")
class QuietBagTest {
  @RegisterExtension static final Leftovers LEFTOVERS = new Leftovers();

  @TempDir static Path folder = Path.of("");
  private static BagGrid bags;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    LEFTOVERS.watch(folder);
    bags = BagGrid.start(folder);
  }

  @AfterAll
  static void close() throws IOException {
    bags.close();
  }

  @Test
  void whatMostComputersHaveComputedCountsAndWhoHasAnotherResultIsNamed() throws IOException {
    final int tasks = 60;
    final String job =
        bags.submit(
            "--command",
            "sh -c 'sleep 0.3; case $PWD in */pc3/*) echo wrong;; *) echo $0;; esac' {}",
            "--tasks",
            String.valueOf(tasks),
            "--replicate",
            "2",
            "--memory",
            "256M");
    final JsonNode ended = bags.awaitEnd(job);
    assertThat(ended.path("state").asText())
        .as(() -> ended.toPrettyString() + bags.grid().said())
        .isEqualTo("finished");
    assertThat(ended.path("tasks").path("done").asInt()).isEqualTo(tasks);
    assertThat(ended.path("tasks").path("differed").toString()).matches("\\{\"pc3\":\\d+}");
    assertThat(bags.fetched(job)).hasSize(tasks);
    for (int task = 0; task < tasks; task++) {
      assertThat(bags.output(job, task + ".stdout")).hasContent(task + "\n");
    }
  }

  @Test
  void aClassThatIsNoTaskFailsItsJobInOneLine() throws IOException {
    final Path jar = folder.resolve("plate.jar");
    Jars.write(jar, Plate.class);
    final String job =
        bags.submit("--jar", jar.toString(), "--main", Plate.class.getName(), "--tasks", "3");
    final JsonNode ended = bags.awaitEnd(job);
    assertThat(ended.path("state").asText()).isEqualTo("failed");
    assertThat(ended.path("error").asText())
        .startsWith("the tasks' class io.lull.system.Plate cannot be used")
        .hasLineCount(1);
  }

  @Test
  void tasksThatFailAreNamedAndWhatTheOthersDidIsKept() throws IOException {
    final Path names = Files.writeString(folder.resolve("names.txt"), "ada\nno one\ngrace\n");
    final String job =
        bags.submit(
            "--command",
            "sh -c 'test \"$0\" != \"no one\" || { echo who >&2; exit 4; }; echo hello $0' {}",
            "--each",
            names.toString(),
            "--retries",
            "1",
            "--workers",
            "1:2");
    final JsonNode ended = bags.awaitEnd(job);
    assertThat(ended.path("state").asText()).isEqualTo("failed");
    assertThat(ended.path("error").asText())
        .isEqualTo("1 of 3 tasks failed: task 1 (exit code 4: who)");
    assertThat(bags.fetched(job)).containsExactlyInAnyOrder("0.stdout", "1.stderr", "2.stdout");
    assertThat(bags.output(job, "2.stdout")).hasContent("hello grace\n");
  }
}
