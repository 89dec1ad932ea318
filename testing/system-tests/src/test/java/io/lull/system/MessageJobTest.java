package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A message program on office computers, and where its user sees its tasks. */
@Tag("system")
final class MessageJobTest {
  private static final int TASKS = 8;
  private static final Duration JOB = Duration.ofMinutes(4);

  /**
   * Guests have the lowest priority, and tests beside this one use both processors: a worker that
   * loads the classes of its first safe point meanwhile needs longer than when the machine is idle.
   */
  private static final String PATIENT_OWNERS = "grace = 90s\n";

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @TempDir Path folder = Path.of("");

  @BeforeEach
  void watch() {
    leftovers.watch(folder);
  }

  /** Those that the job's document has, by the name of their computer. */
  private static Map<String, List<JsonNode>> tasks(JsonNode job) {
    return job.path("workers")
        .valueStream()
        .filter(worker -> worker.path("tasks").size() > 0)
        .collect(
            Collectors.toMap(
                worker -> worker.path("node").asText(),
                worker -> worker.path("tasks").valueStream().toList()));
  }

  private static boolean seesAllTasksOnTwo(JsonNode job) {
    return tasks(job).size() == 2
        && tasks(job).values().stream().mapToInt(List::size).sum() == TASKS;
  }

  private static boolean hasMoved(JsonNode job) {
    return tasks(job).values().stream()
        .flatMap(List::stream)
        .anyMatch(task -> task.path("moves").asInt() > 0 && task.path("sent").asLong() > 0);
  }

  @Test
  void tasksLeaveAComputerWhoseOwnerReturnsAndTheResultIsRight() throws Exception {
    try (BagGrid office = BagGrid.start(folder, PATIENT_OWNERS)) {
      final String job =
          office.submit(
              "--app",
              "npb-cg",
              "--workers",
              "2:2",
              "--param",
              "class=S",
              "--param",
              "tasks=" + TASKS,
              "--param",
              "pace=1s");
      final JsonNode before =
          office
              .grid()
              .awaitJob(
                  job, "shows its tasks on two computers", JOB, MessageJobTest::seesAllTasksOnTwo);
      final String left = tasks(before).keySet().iterator().next();
      office.comesBack(left, 180);
      final JsonNode after =
          office
              .grid()
              .awaitJob(
                  job,
                  "shows no task on " + left + ", and tasks that have moved",
                  JOB,
                  view ->
                      seesAllTasksOnTwo(view) && !tasks(view).containsKey(left) && hasMoved(view));
      assertThat(tasks(after).values().stream().flatMap(List::stream))
          .as(after::toPrettyString)
          .allSatisfy(task ->
              assertThat(task.path("state").asText())
                  .isIn("computing", "waiting", "moving", "ended"));
      final JsonNode ended = office.awaitEnd(job);
      assertThat(ended.path("state").asText()).as(ended::toPrettyString).isEqualTo("finished");
      assertThat(ended.path("checkValues").path("verified").asText()).isEqualTo("1");
      assertThat(ended.path("events").valueStream().map(event -> event.path("cause").asText()))
          .contains("owner");
    }
  }
}
