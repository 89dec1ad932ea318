package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.display.XDisplay;
import io.lull.testkit.lab.LabHosts;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * An office of four workstations and a coordinator, five hosts on one switch, each workstation with
 * a display of its own; a Jacobi job runs on all four while things happen to them.
 */
@Tag("system")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OfficeTest {
  private static final int WORKSTATIONS = 4;
  private static final int SIZE = 301;
  private static final int ITERATIONS = 800;
  private static final String PACE = "25ms";
  private static final Duration JOB = Duration.ofMinutes(6);

  @RegisterExtension static final Leftovers LEFTOVERS = new Leftovers();

  @TempDir static Path folder = Path.of("");

  private final List<XDisplay> displays = new ArrayList<>();
  private final List<TestAgent> agents = new ArrayList<>();
  private LabHosts lab;
  private TestGrid grid;

  @BeforeAll
  void openTheOffice() {
    final Optional<String> why = LabHosts.unavailable().or(XDisplay::unavailable);
    assumeTrue(why.isEmpty(), () -> "no office: " + why.orElse(""));
    LEFTOVERS.watch(folder);
    lab = LabHosts.up(WORKSTATIONS + 1);
    grid = new TestGrid(folder, Place.on(lab.host(0))).idleAfter("10s");
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
    for (int i = 1; i <= WORKSTATIONS; i++) {
      final XDisplay display = XDisplay.open();
      displays.add(display);
      agents.add(
          grid.launchNewAgent(
              "pc" + i, Place.on(lab.host(i)), Map.of("DISPLAY", display.name()), "x11"));
    }
    agents.forEach(TestAgent::awaitReady);
  }

  @BeforeEach
  void nobodyIsThere() {
    for (final TestAgent agent : agents) {
      grid.awaitNode(
          agent.name(), "is available", node -> node.path("state").asText().equals("available"));
    }
  }

  @AfterAll
  void closeTheOffice() {
    try {
      if (grid != null) {
        grid.close();
      }
    } finally {
      displays.forEach(XDisplay::close);
      if (lab != null) {
        lab.close();
      }
    }
  }

  @Tag("nightly")
  @Test
  void aKeyOnOneDisplayFreesThatWorkstationAndTheJobGoesOnWithTheOthers() {
    final String job = startOnAll();

    displays.get(1).key("a");

    grid.awaitNode(
        "pc2", "belongs to its owner", node -> node.path("state").asText().equals("owner"));
    final JsonNode shrunk =
        grid.awaitJob(
            job,
            "goes on with the other three",
            TestGrid.AS_A_GUEST,
            document -> {
              displays.get(1).key("b"); // whoever came back stays for a while
              return document.path("state").asText().equals("running")
                  && !TestGrid.nodesOf(document).contains("pc2");
            });
    assertThat(TestGrid.events(shrunk, "shrink"))
        .anySatisfy(event -> {
          assertThat(event.path("cause").asText()).isEqualTo("owner");
          assertThat(event.path("nodesLeft").toString()).isEqualTo("[\"pc2\"]");
          assertThat(event.path("outcome").asText()).isEqualTo("done");
        });
    final JsonNode reclaimed = grid.node("pc2");
    assertThat(reclaimed.path("reclaims").path("count").asInt()).isEqualTo(1);
    assertThat(reclaimed.path("lostReclaims").asInt()).isZero();

    final JsonNode ended = grid.awaitRightResult(job, SIZE, ITERATIONS, JOB);
    assertThat(TestGrid.events(ended, "recover")).isEmpty();
  }

  @Tag("nightly")
  @Test
  void aCutToOneWorkstationCostsNothingButTimeAndItsStaleWorkerIsEnded() {
    // The agent that is cut off says so; that is all that may be complained of.
    final String job = startOnAll();
    final String stale = workerOn(job, "pc3");

    lab.link(3, false);

    final JsonNode recovered =
        grid.awaitJob(
            job,
            "recovers on the other three",
            TestGrid.AS_A_GUEST,
            document ->
                document.path("state").asText().equals("running")
                    && !TestGrid.nodesOf(document).contains("pc3"));
    assertThat(TestGrid.events(recovered, "recover"))
        .anySatisfy(event -> assertThat(event.path("cause").asText()).isEqualTo("failure"));
    assertThat(grid.node("pc3").path("state").asText()).isEqualTo("offline");

    lab.link(3, true);

    Eventually.await(
        "the stale worker " + stale + " is ended",
        TestGrid.SOON,
        () -> agents.get(2).processesOf(stale).isEmpty());
    grid.awaitNode(
        "pc3",
        "is usable again",
        node -> List.of("available", "claimed", "running").contains(node.path("state").asText()));
    grid.awaitRightResult(job, SIZE, ITERATIONS, JOB);
  }

  @Tag("nightly")
  @Test
  void aCoordinatorKilledInTheMiddleAndStartedAgainDisturbsNoJob() {
    final String job = startOnAll();
    final JsonNode before = grid.job(job);
    final List<ProcessHandle> workers = workerProcesses(before);

    final RunningProgram killed = grid.coordinator();
    killed.kill();
    killed.close();
    grid.startCoordinator();

    final JsonNode after =
        grid.awaitJob(
            job,
            "is known again and goes on",
            TestGrid.AS_A_GUEST,
            document ->
                document.path("state").asText().equals("running")
                    && document.path("iteration").asLong() > before.path("iteration").asLong());
    assertUndisturbed(before, after);
    assertThat(workers).isNotEmpty().allMatch(ProcessHandle::isAlive);
    assertThat(grid.lull("nodes", "--json").good().json()).hasSize(WORKSTATIONS);

    final JsonNode ended = grid.awaitRightResult(job, SIZE, ITERATIONS, JOB);
    assertUndisturbed(before, ended);
  }

  /**
   * Nobody has come or gone, and nothing was repeated. All workstations share the processors of
   * this machine: its load may well be shared out anew among the same workers.
   */
  private void assertUndisturbed(JsonNode before, JsonNode after) {
    for (final String kind : List.of("grow", "shrink", "migrate", "recover", "suspend")) {
      assertThat(TestGrid.events(after, kind))
          .as(() -> kind + grid.said())
          .isEqualTo(TestGrid.events(before, kind));
    }
    final int rebalanced =
        TestGrid.events(after, "rebalance").size() - TestGrid.events(before, "rebalance").size();
    assertThat(after.path("epoch").asLong())
        .as(() -> "epoch of " + after.path("events").toPrettyString() + grid.said())
        .isEqualTo(before.path("epoch").asLong() + rebalanced);
  }

  /** A job that computes on all workstations and has committed a generation. */
  private String startOnAll() {
    final String job =
        grid.submitJacobi(SIZE, ITERATIONS, PACE, "1:" + WORKSTATIONS, "--checkpoint", "2s");
    grid.awaitJob(
        job,
        "computes on all workstations, with a generation committed",
        TestGrid.AS_A_GUEST,
        document ->
            document.path("state").asText().equals("running")
                && TestGrid.workers(document) == WORKSTATIONS
                && document.path("checkpoints").path("count").asInt() >= 1);
    return job;
  }

  private String workerOn(String job, String node) {
    for (final JsonNode worker : grid.job(job).path("workers")) {
      if (worker.path("node").asText().equals(node)) {
        return worker.path("worker").asText();
      }
    }
    throw new AssertionError("no worker of " + job + " on " + node);
  }

  private List<ProcessHandle> workerProcesses(JsonNode job) {
    final List<ProcessHandle> all = new ArrayList<>();
    for (final JsonNode worker : job.path("workers")) {
      for (final TestAgent agent : agents) {
        if (agent.name().equals(worker.path("node").asText())) {
          all.addAll(agent.processesOf(worker.path("worker").asText()));
        }
      }
    }
    return all;
  }
}
