package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Command lines on idle computers, whose owners come back while they run. */
@Tag("system")
class BagTest {
  private static final int TASKS = 100;
  private static final Duration JOB = Duration.ofMinutes(4);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  private final Map<String, OutputStream> owners = new LinkedHashMap<>();
  private TestGrid grid;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    leftovers.watch(folder);
    // Who came back stays for as long as the test lasts.
    grid = new TestGrid(folder, Place.HERE).idleAfter("2s");
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
    for (final String name : List.of("pc1", "pc2", "pc3", "pc4")) {
      final Path owner = folder.resolve(name + ".owner");
      assertThat(new ProcessBuilder("mkfifo", owner.toString()).start().waitFor()).isZero();
      final TestAgent agent = grid.launchNewAgent(name, Place.HERE, Map.of(), "script:" + owner);
      owners.put(name, Files.newOutputStream(owner, StandardOpenOption.WRITE));
      agent.awaitReady();
    }
  }

  @AfterEach
  void close() throws IOException {
    try {
      grid.close();
    } finally {
      for (final OutputStream owner : owners.values()) {
        owner.close();
      }
    }
  }

  private void comesBack(String name, int seconds) {
    try {
      final OutputStream owner = Objects.requireNonNull(owners.get(name), name);
      owner.write(("now typing " + seconds + "\n").getBytes(StandardCharsets.US_ASCII));
      owner.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String submit(String... more) {
    final List<String> words = new ArrayList<>(List.of("submit", "--json"));
    words.addAll(List.of(more));
    return grid.lull(words.toArray(String[]::new)).good().json().path("id").asText();
  }

  private List<String> fetched(String job) throws IOException {
    final Path to = folder.resolve("outputs");
    grid.lull("outputs", job, "--to", to.toString()).good();
    try (Stream<Path> files = Files.list(to)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void everyTaskIsDoneOnceThoughTwoOwnersComeBackInTheMiddle() throws IOException {
    final String job =
        submit(
            "--command",
            "sh -c 'sleep 0.5; echo task $0; echo $0 > index' {}",
            "--tasks",
            String.valueOf(TASKS),
            "--memory",
            "256M");
    grid.awaitJob(
        job,
        "runs on all four and is under way",
        TestGrid.AS_A_GUEST,
        document ->
            TestGrid.workers(document) == 4 && document.path("tasks").path("done").asInt() >= 10);

    comesBack("pc2", 600);
    comesBack("pc3", 600);

    final JsonNode ended = grid.awaitJob(job, "ended", JOB, TestGrid::ended);
    assertThat(ended.path("state").asText())
        .as(() -> ended.toPrettyString() + grid.said())
        .isEqualTo("finished");
    assertThat(ended.path("tasks").toString())
        .isEqualTo("{\"total\":100,\"done\":100,\"failed\":0,\"running\":0}");
    assertThat(TestGrid.events(ended, "shrink"))
        .as("both owners had their computers back")
        .filteredOn(event -> event.path("cause").asText().equals("owner"))
        .extracting(event -> event.path("nodesLeft").toString())
        .containsExactlyInAnyOrder("[\"pc2\"]", "[\"pc3\"]");
    assertThat(fetched(job))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, TASKS)
                .boxed()
                .flatMap(task -> Stream.of(task + ".stdout", task + ".index"))
                .toList());
    for (int task = 0; task < TASKS; task++) {
      assertThat(folder.resolve("outputs/" + task + ".stdout")).hasContent("task " + task + "\n");
    }
  }

  @Test
  void whatMostComputersHaveComputedCountsAndWhoHasAnotherResultIsNamed() throws IOException {
    final int tasks = 60;
    final String job =
        submit(
            "--command",
            "sh -c 'sleep 0.3; case $PWD in */pc3/*) echo wrong;; *) echo $0;; esac' {}",
            "--tasks",
            String.valueOf(tasks),
            "--replicate",
            "2",
            "--memory",
            "256M");
    final JsonNode ended = grid.awaitJob(job, "ended", JOB, TestGrid::ended);
    assertThat(ended.path("state").asText())
        .as(() -> ended.toPrettyString() + grid.said())
        .isEqualTo("finished");
    assertThat(ended.path("tasks").path("done").asInt()).isEqualTo(tasks);
    assertThat(ended.path("tasks").path("differed").toString()).matches("\\{\"pc3\":\\d+}");
    assertThat(fetched(job)).hasSize(tasks);
    for (int task = 0; task < tasks; task++) {
      assertThat(folder.resolve("outputs/" + task + ".stdout")).hasContent(task + "\n");
    }
  }

  @Test
  void tasksInJavaAreDoneOnceThoughAnOwnerComesBackInTheMiddle() throws IOException {
    final Path jar = folder.resolve("squares.jar");
    Jars.write(jar, Squares.class);
    final String job =
        submit(
            "--jar",
            jar.toString(),
            "--main",
            Squares.class.getName(),
            "--tasks",
            String.valueOf(TASKS),
            "--param",
            "millis=100",
            "--workers",
            "1:2",
            "--memory",
            "256M");
    final JsonNode under =
        grid.awaitJob(
            job,
            "runs on two and is under way",
            TestGrid.AS_A_GUEST,
            document ->
                TestGrid.workers(document) == 2
                    && document.path("tasks").path("done").asInt() >= 10);

    final String reclaimed = under.path("workers").path(0).path("node").asText();
    comesBack(reclaimed, 600);

    final JsonNode ended = grid.awaitJob(job, "ended", JOB, TestGrid::ended);
    assertThat(ended.path("state").asText())
        .as(() -> ended.toPrettyString() + grid.said())
        .isEqualTo("finished");
    assertThat(ended.path("tasks").toString())
        .isEqualTo("{\"total\":100,\"done\":100,\"failed\":0,\"running\":0}");
    assertThat(TestGrid.events(ended, "shrink"))
        .filteredOn(event -> event.path("cause").asText().equals("owner"))
        .extracting(event -> event.path("nodesLeft").toString())
        .containsExactly("[\"" + reclaimed + "\"]");
    assertThat(fetched(job))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, TASKS)
                .boxed()
                .flatMap(task -> Stream.of(task + ".stdout", task + ".square"))
                .toList());
    for (int task = 0; task < TASKS; task++) {
      assertThat(folder.resolve("outputs/" + task + ".square"))
          .hasContent(String.valueOf(task * task));
    }
  }

  @Test
  void aClassThatIsNoTaskFailsItsJobInOneLine() throws IOException {
    final Path jar = folder.resolve("plate.jar");
    Jars.write(jar, Plate.class);
    final String job =
        submit("--jar", jar.toString(), "--main", Plate.class.getName(), "--tasks", "3");
    final JsonNode ended = grid.awaitJob(job, "ended", TestGrid.AS_A_GUEST, TestGrid::ended);
    assertThat(ended.path("state").asText()).isEqualTo("failed");
    assertThat(ended.path("error").asText())
        .startsWith("the tasks' class io.lull.system.Plate cannot be used")
        .hasLineCount(1);
  }

  @Test
  void tasksThatFailAreNamedAndWhatTheOthersDidIsKept() throws IOException {
    final Path names = Files.writeString(folder.resolve("names.txt"), "ada\nno one\ngrace\n");
    final String job =
        submit(
            "--command",
            "sh -c 'test \"$0\" != \"no one\" || { echo who >&2; exit 4; }; echo hello $0' {}",
            "--each",
            names.toString(),
            "--retries",
            "1",
            "--workers",
            "1:2");
    final JsonNode ended = grid.awaitJob(job, "ended", TestGrid.AS_A_GUEST, TestGrid::ended);
    assertThat(ended.path("state").asText()).isEqualTo("failed");
    assertThat(ended.path("error").asText())
        .isEqualTo("1 of 3 tasks failed: task 1 (exit code 4: who)");
    assertThat(fetched(job)).containsExactlyInAnyOrder("0.stdout", "1.stderr", "2.stdout");
    assertThat(folder.resolve("outputs/2.stdout")).hasContent("hello grace\n");
  }
}
