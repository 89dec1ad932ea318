package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grpc.Status;
import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.WorkerView;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridCommandsTest {
  private static final JobView RUNNING =
      JobView.newBuilder()
          .setId("J1")
          .setName("plates")
          .setApp("jacobi")
          .setState("running")
          .setMinWorkers(1)
          .setMaxWorkers(4)
          .setIteration(250)
          .setIterations(500)
          .setProgress(0.5)
          .setSubmittedAt(1_000)
          .addWorkers(WorkerView.newBuilder().setRank(0).setNode("ada").setState("computing"))
          .addEvents(
              EventView.newBuilder()
                  .setAt(2_000)
                  .setKind("shrink")
                  .setCause("owner")
                  .setFrom(2)
                  .setTo(1)
                  .setBytesMoved(4096)
                  .addNodesLeft("bob")
                  .setOutcome("done"))
          .build();
  private static final JobView FINISHED =
      RUNNING.toBuilder()
          .setState("finished")
          .setProgress(1)
          .addCheckValues(CheckValue.newBuilder().setName("sum").setValue("0.1000000000000001"))
          .build();

  @TempDir private Path folder = Path.of("");

  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("commands");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID_ARGUMENT, 2",
    "NOT_FOUND, 2",
    "FAILED_PRECONDITION, 2",
    "RESOURCE_EXHAUSTED, 3",
    "UNAVAILABLE, 3",
    "DEADLINE_EXCEEDED, 3",
    "PERMISSION_DENIED, 4",
    "UNAUTHENTICATED, 4",
    "INTERNAL, 1",
    "UNIMPLEMENTED, 1"
  })
  void tellsACoordinatorsRefusalByExitCodeAndOneLine(Status.Code status, int code) {
    grid.failure = Status.fromCode(status).withDescription("it is so");
    for (final String command : new String[] {"jobs", "nodes --json", "cancel 1"}) {
      terminal.type(command);
      assertThat(terminal.code()).isEqualTo(code);
      assertThat(terminal.out()).isEmpty();
      assertThat(terminal.err().lines()).hasSize(1);
    }
    if (status == Status.Code.UNAVAILABLE || status == Status.Code.DEADLINE_EXCEEDED) {
      assertThat(terminal.err()).contains("grid:7400").contains("check");
    } else if (status != Status.Code.UNIMPLEMENTED) {
      assertThat(terminal.err()).contains("it is so");
    }
  }

  @Test
  void listsJobsAsATable() {
    grid.jobs.put("J1", RUNNING);
    terminal.type("jobs");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out().lines().toList().get(1))
        .startsWith("J1   plates  running")
        .contains("1 of 1–4", "50%", "250/500", "1970-01-01 00:00:01");
  }

  @Test
  void saysThatThereAreNoJobs() {
    assertThat(terminal.type("jobs").out()).startsWith("No jobs.");
  }

  @Test
  void printsExactlyOneJsonDocument() throws IOException {
    grid.jobs.put("J1", RUNNING);
    grid.nodes.add(NodeView.newBuilder().setName("ada").setState("running").build());
    assertThat(json("jobs --json").get(0).get("id").textValue()).isEqualTo("J1");
    assertThat(json("job j1 --json").get("state").textValue()).isEqualTo("running");
    assertThat(json("nodes --json").get(0).get("name").textValue()).isEqualTo("ada");
    assertThat(json("node ada --json").get("state").textValue()).isEqualTo("running");
    assertThat(json("resize 1 3 --json").get("wantedWorkers").intValue()).isEqualTo(3);
    assertThat(json("apps --json").get(0).get("name").textValue()).isEqualTo("jacobi");
    assertThat(json("token create --expires 2h --json").get("token").textValue())
        .isEqualTo("lull1.node.7200");
  }

  private JsonNode json(String command) throws IOException {
    terminal.type(command);
    assertThat(terminal.code()).as(terminal.err()).isZero();
    return new ObjectMapper().readTree(terminal.out());
  }

  @Test
  void saysHowMuchOfAJobsDataHasMoved() {
    grid.jobs.put(
        "J1",
        RUNNING.toBuilder()
            .setState("reconfiguring")
            .setMovedBytes(212L << 20)
            .setMovingBytes(512L << 20)
            .build());
    terminal.type("job J1");
    assertThat(terminal.out()).containsPattern("moving +41% \\(212 MiB of 512 MiB\\)");
    grid.jobs.put("J1", RUNNING);
    terminal.type("job J1");
    assertThat(terminal.out()).doesNotContain("moving");
  }

  @Test
  void showsANodesLabels() {
    grid.nodes.add(
        NodeView.newBuilder().setName("ada").setState("running").addLabels("room=2.14").build());
    assertThat(terminal.type("node ada").out()).containsPattern("labels +room=2.14");
  }

  @Test
  void showsAJobWithItsWorkersAndEvents() {
    grid.jobs.put("J1", RUNNING);
    terminal.type("job J1");
    assertThat(terminal.out())
        .contains("jacobi", "iteration 250/500", "ada", "shrink", "owner", "2 → 1", "left bob");
  }

  @Test
  void explainsAJobOrANode() throws IOException {
    assertThat(terminal.type("explain J7").out()).isEqualTo("job J7\nis as it is\n");
    assertThat(terminal.type("explain ada").out()).isEqualTo("node ada\nis as it is\n");
    assertThat(json("explain J7 --json").get("job").textValue()).isEqualTo("J7");
    assertThat(json("explain ada --json").get("reasons").get(1).textValue())
        .isEqualTo("is as it is");
  }

  @Test
  void tellsAndDrawsAvailability() throws IOException {
    assertThat(terminal.type("availability --since 1h --bucket 30m").out())
        .startsWith("1.0 machines");
    final JsonNode document = json("availability --since 1h --bucket 30m --json");
    assertThat(document.get("bucketSeconds").doubleValue()).isEqualTo(1800);
    assertThat(document.get("buckets").get(0).get("available").doubleValue()).isEqualTo(1);
    assertThat(terminal.type("availability --csv").out()).startsWith("at,owner,");
    assertThat(terminal.type("availability --png chart.png").out()).contains("chart.png written");
    assertThat(Files.readAllBytes(folder.resolve("chart.png"))).startsWith(0x89, 'P', 'N', 'G');
    terminal.type("availability --png none/chart.png");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            "lull: --png: the folder "
                + folder.resolve("none")
                + " does not exist: create it, or choose another\n");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void theHistoryIsWrittenAsATraceWithOrWithoutNames() throws IOException {
    assertThat(terminal.type("export history --since 1h --to past/history.csv").out())
        .startsWith("past/history.csv written: 1 machines, from thursday, 1970-01-01T00:16:40")
        .endsWith(" for 1h\n");
    assertThat(folder.resolve("past/history.csv"))
        .hasContent(
            "machine,start_s,end_s,state\n# began 1970-01-01T00:16:40Z\nada,0.000,3600.000,A\n");
    terminal.type("export history --to history.csv --pseudonyms");
    assertThat(folder.resolve("history.csv"))
        .content()
        .contains("m0001,0.000,2592000.000,A")
        .doesNotContain("ada");
    terminal.type("export history --to history.csv/x");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("--to: ");
  }

  @Test
  void severalNodesAreShownAndOneThatIsNoneDoesNotHideTheOthers() throws IOException {
    grid.nodes.add(NodeView.newBuilder().setName("ada").setState("running").build());
    grid.nodes.add(NodeView.newBuilder().setName("bob").setState("owner").build());
    assertThat(json("node ada bob --json")).hasSize(2);
    terminal.type("node carl bob");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.out()).contains("bob");
    assertThat(terminal.err().lines()).hasSize(1).first().asString().startsWith("carl: ");
  }

  @Test
  void refusesAJobThatIsNone() {
    terminal.type("job J9");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).isEqualTo("lull: there is no such thing\n");
  }

  @Test
  void watchesAJobOverACoordinatorThatRestarts() {
    grid.watches.add(List.of(RUNNING));
    grid.watches.add(List.of(RUNNING.toBuilder().setIteration(300).build()));
    grid.jobs.put("J1", FINISHED);
    terminal.type("job J1 --watch");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out())
        .containsOnlyOnce("J1 running")
        .containsOnlyOnce("shrink (owner)")
        .contains("J1 finished");
    assertThat(terminal.err()).contains("the coordinator can't be reached");
  }

  @Test
  void watchingAJobThatFailsEndsWithCode1() {
    grid.jobs.put("J1", RUNNING.toBuilder().setState("failed").setError("it broke").build());
    terminal.type("job J1 --watch");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.out()).contains("J1 failed: it broke");
  }

  @Test
  void whatCannotRunNowIsSaidAtSubmission() {
    grid.warning = "no node is connected";
    terminal.type("submit --app jacobi");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.err()).isEqualTo("warning: it waits for nodes: no node is connected\n");
  }

  @Test
  void submitsWithFilesAndParameters() throws IOException {
    Files.writeString(folder.resolve("points.csv"), "0,0,1\n");
    terminal.type(
        "submit --app jacobi --param size=9 --input points.csv --workers 2:3 --priority 5"
            + " --checkpoint 30s --code 4:6 --memory 1G --name first");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out()).startsWith("J1 submitted");
    final var spec = grid.submitted.getFirst();
    assertThat(spec.getApp()).isEqualTo("jacobi");
    assertThat(spec.getMainClass()).isEqualTo("io.lull.apps.jacobi.Jacobi");
    assertThat(spec.getMinWorkers()).isEqualTo(2);
    assertThat(spec.getMaxWorkers()).isEqualTo(3);
    assertThat(spec.getCheckpoint()).isEqualTo("30s");
    assertThat(spec.getCode()).isEqualTo("4:6");
    assertThat(spec.getMemoryBytes()).isEqualTo(1L << 30);
    assertThat(spec.getInputs(0).getName()).isEqualTo("points.csv");
    assertThat(grid.uploads.get("points.csv")).asString().isEqualTo("0,0,1\n");
  }

  @Test
  void whatMayNotBeAskedForIsRefusedBeforeAnythingIsSent() throws IOException {
    Files.writeString(folder.resolve("points.csv"), "0,0,1\n");
    final String job = "submit --app jacobi --param size=9 --input points.csv ";
    terminal.type(job + "--priority 51");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err())
        .startsWith("lull: --priority: your maximum is 50, not 51: use less")
        .hasLineCount(1);
    terminal.type(job + "--notify https://hooks.example.org/x");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).startsWith("lull: --notify: this grid sends no notifications");
    assertThat(grid.uploads).isEmpty();
    assertThat(grid.submitted).isEmpty();

    grid.terms = grid.terms.toBuilder().addWebhooks("hooks.example.org").build();
    terminal.type(
        job + "--priority 50 --notify https://hooks.example.org/x --notify-on end,waiting");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(grid.submitted.getFirst().getNotify().getUrl())
        .isEqualTo("https://hooks.example.org/x");
    assertThat(grid.submitted.getFirst().getNotify().getOnList()).containsExactly("end", "waiting");
  }

  @Test
  void waitsForJobsAndRunsACommandWhenEachHasEnded() throws IOException {
    grid.jobs.put("J1", FINISHED);
    grid.jobs.put("J2", FINISHED.toBuilder().setId("J2").setState("failed").build());
    final Path seen = folder.resolve("seen");
    terminal.typeWords(
        "wait",
        "J1",
        "J2",
        "--then",
        "sh -c 'echo heard {}; cat > " + seen + "-{}; echo $LULL_JOB_STATE >> " + seen + "-{}'");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.out()).contains("J1 finished", "J2 failed").doesNotContain("heard");
    assertThat(terminal.err()).contains("heard J1", "heard J2");
    assertThat(folder.resolve("seen-J1")).content().contains("\"id\"", "J1").endsWith("finished\n");
    assertThat(folder.resolve("seen-J2")).content().endsWith("failed\n");

    assertThat(terminal.type("wait J1 --json").code()).isZero();
    assertThat(new com.fasterxml.jackson.databind.ObjectMapper().readTree(terminal.out()))
        .hasSize(1);
    assertThat(terminal.typeWords("wait", "J1", "--then", "false").code()).isEqualTo(1);
    assertThat(terminal.err()).contains("--then: false for J1 ended with exit code 1");
    assertThat(terminal.typeWords("wait", "J1", "--then", "/no/such").code()).isEqualTo(1);
    assertThat(terminal.typeWords("wait", "J1", "--then", "'open").code()).isEqualTo(2);
    assertThat(terminal.type("wait J9").code()).isEqualTo(2);
  }

  @Test
  void submitsAFileWhoseWordsOptionsOverride() throws IOException {
    Files.writeString(
        folder.resolve("job.yaml"),
        "app: jacobi\nparam: {size: 9, iterations: 5}\nworkers: {min: 1, max: 2}\nname: filed");
    terminal.type("submit --spec job.yaml --param iterations=7 --workers 4");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    final var spec = grid.submitted.getFirst();
    assertThat(spec.getName()).isEqualTo("filed");
    assertThat(spec.getMinWorkers()).isEqualTo(4);
    assertThat(spec.getParametersList())
        .anyMatch(p -> p.getName().equals("iterations") && p.getValue().equals("7"))
        .anyMatch(p -> p.getName().equals("size") && p.getValue().equals("9"));
  }

  @Test
  void waitsForTheEndAndFetchesTheOutputs() throws IOException {
    grid.jobs.put("J1", FINISHED);
    grid.outputs.put("solution.f64", new byte[300_000]);
    terminal.type("submit --app jacobi --wait --output field");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out()).contains("sum 0.1000000000000001\n");
    assertThat(folder.resolve("field/solution.f64")).hasSize(300_000);
  }

  @Test
  void waitingForAJobThatFailsEndsWithCode1() throws IOException {
    grid.jobs.put("J1", RUNNING.toBuilder().setState("failed").setError("it broke").build());
    terminal.type("submit --app jacobi --wait --json");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(new ObjectMapper().readTree(terminal.out()).get("error").textValue())
        .isEqualTo("it broke");
  }

  @Test
  void printsTheLogAsItIs() {
    assertThat(terminal.type("logs J1").out()).isEqualTo("iterations 500\n");
  }

  @Test
  void printsATokenAloneOnStandardOutput() {
    terminal.type("token create --role user --expires 90s");
    assertThat(terminal.out()).isEqualTo("lull1.user.90\n");
    assertThat(terminal.err()).startsWith("Valid for one user, until 1970-01-01");
  }
}
