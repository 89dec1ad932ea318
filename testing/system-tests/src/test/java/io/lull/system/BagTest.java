package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tasks on idle computers, whose owners come back while they run. */
@Tag("system")
class BagTest {
  private static final int TASKS = 60;
  private static final String ALL_DONE =
      "{\"total\":" + TASKS + ",\"done\":" + TASKS + ",\"failed\":0,\"running\":0}";

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");
  private BagGrid bags;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    leftovers.watch(folder);
    bags = BagGrid.start(folder);
  }

  @AfterEach
  void close() throws IOException {
    bags.close();
  }

  @Test
  void everyTaskIsDoneOnceThoughTwoOwnersComeBackInTheMiddle() throws IOException {
    final String job =
        bags.submit(
            "--command",
            "sh -c 'sleep 0.5; echo task $0; echo $0 > index' {}",
            "--tasks",
            String.valueOf(TASKS),
            "--memory",
            "256M");
    bags.grid()
        .awaitJob(
            job,
            "runs on all four and is under way",
            TestGrid.AS_A_GUEST,
            document ->
                TestGrid.workers(document) == 4
                    && document.path("tasks").path("done").asInt() >= 10);

    bags.comesBack("pc2", 600);
    bags.comesBack("pc3", 600);

    final JsonNode ended = bags.awaitEnd(job);
    assertThat(ended.path("state").asText())
        .as(() -> ended.toPrettyString() + bags.grid().said())
        .isEqualTo("finished");
    assertThat(ended.path("tasks").toString()).isEqualTo(ALL_DONE);
    assertThat(TestGrid.events(ended, "shrink"))
        .as("both owners had their computers back")
        .filteredOn(event -> event.path("cause").asText().equals("owner"))
        .extracting(event -> event.path("nodesLeft").toString())
        .containsExactlyInAnyOrder("[\"pc2\"]", "[\"pc3\"]");
    assertThat(bags.fetched(job))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, TASKS)
                .boxed()
                .flatMap(task -> Stream.of(task + ".stdout", task + ".index"))
                .toList());
    for (int task = 0; task < TASKS; task++) {
      assertThat(bags.output(job, task + ".stdout")).hasContent("task " + task + "\n");
    }
  }

  @Tag("nightly")
  @Test
  void tasksInJavaAreDoneOnceThoughAnOwnerComesBackInTheMiddle() throws IOException {
    final Path jar = folder.resolve("squares.jar");
    Jars.write(jar, Squares.class);
    final String job =
        bags.submit(
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
        bags.grid()
            .awaitJob(
                job,
                "runs on two and is under way",
                TestGrid.AS_A_GUEST,
                document ->
                    TestGrid.workers(document) == 2
                        && document.path("tasks").path("done").asInt() >= 10);

    final String reclaimed = under.path("workers").path(0).path("node").asText();
    bags.comesBack(reclaimed, 600);

    final JsonNode ended = bags.awaitEnd(job);
    assertThat(ended.path("state").asText())
        .as(() -> ended.toPrettyString() + bags.grid().said())
        .isEqualTo("finished");
    assertThat(ended.path("tasks").toString()).isEqualTo(ALL_DONE);
    assertThat(TestGrid.events(ended, "shrink"))
        .filteredOn(event -> event.path("cause").asText().equals("owner"))
        .extracting(event -> event.path("nodesLeft").toString())
        .containsExactly("[\"" + reclaimed + "\"]");
    assertThat(bags.fetched(job))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, TASKS)
                .boxed()
                .flatMap(task -> Stream.of(task + ".stdout", task + ".square"))
                .toList());
    for (int task = 0; task < TASKS; task++) {
      assertThat(bags.output(job, task + ".square")).hasContent(String.valueOf(task * task));
    }
  }
}
