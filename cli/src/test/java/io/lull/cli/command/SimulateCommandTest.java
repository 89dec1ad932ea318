package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  private static final int MACHINES = 34;
  private static final long DAY = 24 * 3600;

  @TempDir private Path folder = Path.of("");
  private Terminal terminal = new Terminal(null, folder);

  @BeforeEach
  void writeATrace() throws IOException {
    terminal = new Terminal(null, folder);
    final StringBuilder lines = new StringBuilder("machine,start_s,end_s,state\n");
    for (int machine = 10; machine < 10 + MACHINES; machine++) {
      // Each owner is there for an hour, at a time of their own.
      final long there = 9 * 3600 + machine * 600L;
      lines.append("pc%d,0,%d,A%n".formatted(machine, there));
      lines.append("pc%d,%d,%d,U%n".formatted(machine, there, there + 3600));
      lines.append("pc%d,%d,%d,A%n".formatted(machine, there + 3600, 2 * DAY));
    }
    lines.append("pc99,soon,later\u001b[2J,A\n");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("lab.csv.gz")))) {
      out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Test
  void theStudyIsWrittenAsAPageAndAsNumbersTheSameEachTime() throws IOException {
    final String line =
        "simulate chowdhury --trace lab.csv.gz --nodes 34 --report study --json study.json";
    terminal.type(line);
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.err()).contains("lab.csv.gz, line 104: 'pc99,soon,later");
    assertThat(terminal.err()).as("a trace does not command the terminal").doesNotContain("\u001b");
    assertThat(terminal.out())
        .startsWith("34 machines, 2 weekdays; available: mean ")
        .contains("FIGURE", "COST-AWARE", "index.html");
    assertThat(folder.resolve("study"))
        .isDirectoryContaining("glob:**/index.html")
        .isDirectoryContaining("glob:**/cells.csv")
        .isDirectoryContaining("glob:**/availability.csv")
        .isDirectoryContaining("glob:**/figure-1.svg")
        .isDirectoryContaining("glob:**/figure-1.png");
    final byte[] json = Files.readAllBytes(folder.resolve("study.json"));
    final JsonNode document = new ObjectMapper().readTree(json);
    assertThat(document.path("inputs").path(0).path("sha256").asText()).hasSize(64);
    assertThat(document.path("inputs").path(0).path("rejectedLines").asInt()).isEqualTo(1);
    assertThat(document.path("level").asText()).isEqualTo("fast");
    assertThat(document.path("nodes").asInt()).isEqualTo(34);
    assertThat(document.path("availability").path("max").asDouble()).isEqualTo(34);
    final JsonNode cell = document.path("cells").path(0);
    assertThat(cell.path("figure").asInt()).isEqualTo(3);
    assertThat(cell.path("scenario").asText()).isEqualTo("A");
    assertThat(cell.path("tpd").asInt()).isEqualTo(16);
    assertThat(cell.path("processors").asInt()).isEqualTo(16);
    assertThat(cell.path("ovrSeconds").asDouble()).isEqualTo(36);
    for (final String policy : new String[] {"static", "dynamic", "costAware"}) {
      assertThat(cell.path(policy).asDouble()).isBetween(1.0, 1.5);
    }
    terminal.type(line);
    assertThat(folder.resolve("study.json")).hasBinaryContent(json);
  }

  @Test
  void policiesAreComparedOnTheMachinesOfATraceTheSameEachTime() throws IOException {
    final String line =
        "simulate run --trace lab.csv.gz --workload count=20,processors=8,run=20m,gap=30m --policy"
            + " live,easy,evict --seed 5 --json out/run.json --report run.html --csv r.csv"
            + " --pictures charts";
    terminal.type(line);
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out()).startsWith("34 machines; offered: mean ").contains("live", "evict");
    final byte[] json = Files.readAllBytes(folder.resolve("out/run.json"));
    final JsonNode document = new ObjectMapper().readTree(json);
    assertThat(document.path("seed").asLong()).isEqualTo(5);
    assertThat(document.path("level").asText()).isEqualTo("fast");
    assertThat(document.path("nodes").asInt()).isEqualTo(34);
    assertThat(document.path("inputs")).hasSize(1);
    assertThat(document.path("policies").findValuesAsText("name"))
        .containsExactly("live", "easy", "evict");
    final JsonNode live = document.path("policies").path(0);
    assertThat(live.path("jobs").asInt()).isEqualTo(20);
    assertThat(live.path("meanResponseRatio").asDouble()).isBetween(1.0, 2.0);
    assertThat(live.path("nodeSeconds").path("useful").asDouble()).isPositive();
    assertThat(live.path("changes").has("rebalance")).isTrue();
    final List<String> rows = Files.readAllLines(folder.resolve("r.csv"));
    assertThat(rows).hasSize(4);
    assertThat(rows.getFirst()).startsWith("name,jobs,").contains(",nodeSeconds.useful,");
    assertThat(rows.get(3)).startsWith("evict,20,");
    assertThat(folder.resolve("run.html")).content().contains("<svg", "Where the node-hours went");
    for (final String chart : List.of("response-times", "slowdowns", "node-hours", "first-day")) {
      assertThat(folder.resolve("charts/" + chart + ".svg")).content().contains("<style>");
      assertThat(folder.resolve("charts/" + chart + ".png")).isNotEmptyFile();
    }
    terminal.type(line);
    assertThat(folder.resolve("out/run.json")).hasBinaryContent(json);
    terminal.type(line + " --nodes 3 --days 8");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("--trace: weeks of machines are drawn from the trace");
  }

  @Test
  void theCodeOfLiveGridsRunsOnTheMachinesOfATrace() throws IOException {
    final String line =
        "simulate run --trace moments:5:1:6h:1:1h:1 --workload count=4,processors=3,run=1h,gap=2h"
            + " --level exact --json exact.json --report exact.html";
    terminal.type(line);
    assertThat(terminal.code()).as(terminal.err()).isZero();
    final JsonNode exact = new ObjectMapper().readTree(folder.resolve("exact.json").toFile());
    assertThat(exact.path("level").asText()).isEqualTo("exact");
    assertThat(exact.path("policies")).hasSize(1);
    assertThat(exact.path("policies").path(0).path("name").asText()).isEqualTo("live");
    assertThat(exact.path("policies").path(0).path("jobs").asInt()).isEqualTo(4);
    assertThat(exact.path("policies").path(0).path("nodeSeconds").path("useful").asDouble())
        .isPositive();
    assertThat(folder.resolve("exact.html")).content().contains("Level of simulation: exact");
    terminal.type(
        "simulate run --trace moments:50:20:6h:1:1h:1 --nodes 1001 --days 28 --level exact"
            + " --json r.json");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err())
        .startsWith("lull: --level: the exact level simulates at most 28000 days of machines")
        .hasLineCount(1);
    assertThat(folder.resolve("r.json")).doesNotExist();
  }

  @Test
  void jobsOfALogAreRead() throws IOException {
    Files.writeString(
        folder.resolve("log.swf"),
        "; a log\n1 50 0 600 4 -1 -1 4 900 -1 1 1 1 -1 -1 -1 -1 -1\nnonsense\n");
    terminal.type("simulate run --trace lab.csv.gz --workload log.swf --policy fcfs --json r.json");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.err()).contains("log.swf, line 3: it has not 18 numbers");
    final JsonNode document = new ObjectMapper().readTree(folder.resolve("r.json").toFile());
    assertThat(document.path("inputs")).hasSize(2);
    assertThat(document.path("policies").path(0).path("jobs").asInt()).isEqualTo(1);
  }

  @Test
  void machinesCanBeMadeUpFromMoments() throws IOException {
    terminal.type(
        "simulate run --trace moments:40:3:2h:1.5:30m:1 --policy live --seed 2 --json r.json");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    final JsonNode document = new ObjectMapper().readTree(folder.resolve("r.json").toFile());
    assertThat(document.path("nodes").asInt()).isEqualTo(40);
    assertThat(document.path("availability").path("mean").asDouble()).isBetween(26.0, 34.0);
    assertThat(document.path("inputs").path(0).path("file").asText())
        .isEqualTo("moments:40:3:2h:1.5:30m:1, seed 2");
    for (final String wrong :
        new String[] {
          "moments:40:3",
          "moments:0:3:2h:1:30m:1",
          "moments:40:3:2h:x:30m:1",
          "moments:50000:3660:2h:1:30m:1"
        }) {
      terminal.type("simulate run --trace " + wrong + " --json r.json");
      assertThat(terminal.err()).contains("is not moments:MACHINES:DAYS:IDLE:CV:BUSY:CV");
      assertThat(terminal.code()).isEqualTo(2);
    }
    terminal.type("simulate run --trace moments:40:3:2h:-1:30m:1 --json r.json");
    assertThat(terminal.err()).contains("a coefficient of variation from 0 to 100");
  }

  @Test
  void costsAreThoseThatAJobsChangesHad() throws IOException {
    Files.writeString(
        folder.resolve("job.json"),
        """
        {"events": [
          {"kind": "grow", "outcome": "done", "downtimeMs": 600000},
          {"kind": "shrink", "outcome": "done", "downtimeMs": 600000},
          {"kind": "shrink", "outcome": "failed", "downtimeMs": 1},
          {"kind": "migrate", "outcome": "done", "downtimeMs": 2}]}
        """);
    final String line =
        "simulate run --trace lab.csv.gz --policy live --speedup amdahl:0.01 --json r.json --costs"
            + " ";
    terminal.type(line + "paper:600");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    final double dear = overheadSeconds();
    terminal.type(line + "measured:job.json");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(overheadSeconds()).isPositive().isLessThanOrEqualTo(dear);
    terminal.type(line + "paper:0");
    // A job that ends within a millisecond has its machines for the rest of it.
    assertThat(overheadSeconds()).isBetween(0.0, 1.0);
  }

  private double overheadSeconds() throws IOException {
    return new ObjectMapper()
        .readTree(folder.resolve("r.json").toFile())
        .at("/policies/0/nodeSeconds/overhead")
        .asDouble();
  }

  @Test
  void badInputOfAComparisonIsRefusedInOneLine() throws IOException {
    Files.writeString(folder.resolve("job.json"), "{\"events\": []}");
    assertRunRefused("--workload none.swf", "--workload: no such file");
    assertRunRefused("--workload count=5", "is neither a file nor a specification such as");
    assertRunRefused(
        "--workload count=0,processors=1,run=1h,gap=1m",
        "--workload: count is a number from 1 to 300000, not '0'");
    assertRunRefused(
        "--workload count=1,processors=1,run=soon,gap=1m",
        "--workload: run is a duration of at least 1s, not 'soon'");
    assertRunRefused(
        "--policy live,best", "--policy: 'best' is not a policy: use live, cost-aware");
    assertRunRefused("--level slow", "--level: 'slow' is not a level: use fast or exact");
    assertRunRefused(
        "--level exact --policy easy",
        "--policy: the exact level runs the code of live grids: give live, or --level fast");
    assertRunRefused("--costs 36", "--costs: '36' is not a cost: write it as paper:36s, or");
    assertRunRefused("--costs measured:none.json", "--costs: no such file");
    assertRunRefused("--costs measured:job.json", "has no event of the kind grow or shrink");
    assertRunRefused("--costs measured:lab.csv.gz", "is no JSON document");
    assertRunRefused("--speedup superb", "--speedup: 'superb' is not a speed-up: write it as");
    assertRunRefused("--speedup amdahl:2", "--speedup: the part of sequential work is from 0 to 1");
    assertRunRefused("--costs paper:soon", "--costs: ");
    assertRunRefused("--set grace=1s", "--set: owners of a simulation have idle-after alone");
    assertRunRefused("--nodes 0", "--nodes: from 1 to 50000, not 0");
    assertRunRefused("--days -1", "--days: from 1 to 3660, not -1");
    assertRunRefused(
        "--level exact --nodes 20001 --days 7",
        "--trace: 20001 machines for 1 weeks are more than 20000 weeks of machines");
    assertRunRefused(
        "--policy bags --workload count=6,processors=100000,run=1h,gap=1s",
        "--workload: bags would have more than 500000 tasks");
    assertRunRefused("--nodes 99999", "--nodes: from 1 to 50000, not 99999");
    assertRunRefused("--level exact --state s", "--state: only the fast level can be stopped");
    assertRunRefused("--state lab.csv.gz", "is no simulation that was stopped: give another file");
    assertRunRefused("--report lab.csv.gz/x.html", "--report: ");
  }

  private void assertRunRefused(String options, String line) {
    terminal.type("simulate run --trace lab.csv.gz " + options);
    assertThat(terminal.err()).contains(line);
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void badInputIsRefusedInOneLine() throws IOException {
    Files.writeString(folder.resolve("empty.csv"), "machine,start_s,end_s,state\n");
    Files.writeString(folder.resolve("plain.gz"), "a,0,60,A\n");
    assertRefused("--trace none.csv --report study", "--trace: no such file: ");
    assertRefused(
        "--trace empty.csv --report study",
        "--trace: empty.csv has no line of the form machine,start,end,state");
    assertRefused("--trace plain.gz --report study", "plain.gz cannot be read");
    assertRefused("--trace lab.csv.gz --report study --nodes 8", "--nodes: from 32 to 1000, not 8");
    assertRefused(
        "--trace lab.csv.gz --report study --nodes 35",
        "--trace: the trace has 34 machines that are on for a quarter of the time, and 35 are");
    assertRefused(
        "--trace lab.csv.gz --report study --first-day caturday",
        "--first-day: 'caturday' is not a day: write it as monday, tuesday and so on");
    assertRefused(
        "--trace lab.csv.gz --report study --begin tomorrow",
        "--begin: 'tomorrow' is not a date: write it as 2016-10-03");
    assertRefused(
        "--trace lab.csv.gz --report study --begin 2016-10-03 --zone Home",
        "--zone: 'Home' is not a time zone: write it as America/New_York");
    assertRefused(
        "--trace lab.csv.gz --report study --zone UTC",
        "--zone needs the date: give --begin DATE, too");
    assertRefused(
        "--trace lab.csv.gz --report study --begin 2016-10-03 --first-day monday",
        "--begin says which day it is: leave out --first-day");
    assertRefused("--trace lab.csv.gz --report empty.csv", "--report: ");
  }

  private void assertRefused(String options, String line) {
    terminal.type("simulate chowdhury " + options);
    assertThat(terminal.err()).contains(line);
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void whatChangesWouldGiveIsToldBesideWhatThereIs() throws IOException {
    final StringBuilder lines = new StringBuilder("machine,start_s,end_s,state\n");
    for (int machine = 10; machine < 10 + MACHINES; machine++) {
      for (int day = 0; day < 8; day++) {
        final long there = day * DAY + 9 * 3600 + machine * 600L;
        lines.append("pc%d,%d,%d,A%n".formatted(machine, day * DAY, there));
        lines.append("pc%d,%d,%d,U%n".formatted(machine, there, there + 3600));
        lines.append("pc%d,%d,%d,A%n".formatted(machine, there + 3600, (day + 1) * DAY));
      }
    }
    Files.writeString(folder.resolve("history.csv"), lines);
    final String line =
        "simulate whatif --history history.csv --workload count=20,processors=8,run=20m,gap=30m"
            + " --change nodes=+10 idle-after=30m --seed 5 --json answers.json --report"
            + " answers.html --csv answers.csv --pictures .";
    terminal.type(line);
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out()).contains("as it is", "nodes=+10", "idle-after=30m", "all of them");
    final byte[] json = Files.readAllBytes(folder.resolve("answers.json"));
    final JsonNode answers = new ObjectMapper().readTree(json).path("answers");
    assertThat(answers.findValuesAsText("change"))
        .containsExactly("as it is", "nodes=+10", "idle-after=30m", "all of them");
    final List<String> rows = Files.readAllLines(folder.resolve("answers.csv"));
    assertThat(rows).hasSize(5);
    assertThat(rows.getFirst()).startsWith("change,nodes,offeredMean,offeredNodeHours,jobs,");
    assertThat(rows.get(2)).startsWith("nodes=+10,44,");
    assertThat(folder.resolve("answers.html"))
        .content()
        .contains("<h1>What if</h1>", "nodes=+10", "role=\"img\"", "all of them")
        .doesNotContain("<script");
    assertThat(folder.resolve("changes.svg")).content().contains("<style>", "nodes=+10");
    assertThat(folder.resolve("changes.png")).isNotEmptyFile();
    assertThat(answers.findValuesAsText("nodes")).containsExactly("34", "44", "34", "44");
    final double[] offered =
        answers.findValues("offeredNodeHours").stream().mapToDouble(JsonNode::asDouble).toArray();
    assertThat(offered[1]).as("ten more machines").isGreaterThan(offered[0] * 1.1);
    assertThat(offered[2]).as("machines are offered later").isLessThan(offered[0]);
    assertThat(offered[3]).isBetween(offered[2], offered[1]);
    terminal.type(line);
    assertThat(folder.resolve("answers.json")).hasBinaryContent(json);
  }

  @Test
  void jobsOfAGridComeWhenTheyCame() throws IOException {
    final StringBuilder lines =
        new StringBuilder("machine,start_s,end_s,state\n# began 2026-11-02T00:00:00Z\n");
    for (int machine = 0; machine < 4; machine++) {
      lines.append("pc%d,0,%d,U%n".formatted(machine, DAY));
      lines.append("pc%d,%d,%d,A%n".formatted(machine, DAY, 2 * DAY));
    }
    Files.writeString(folder.resolve("history.csv"), lines);
    final long began = Instant.parse("2026-11-02T00:00:00Z").getEpochSecond();
    final String job = " 0 600 2 -1 -1 2 -1 -1 1 1 -1 -1 -1 -1 -1 -1";
    Files.writeString(
        folder.resolve("jobs.swf"),
        "; UnixStartTime: "
            + (began - 3600)
            + "\n1 0"
            + job
            + "\n2 "
            + (3600 + DAY - 600)
            + job
            + "\n");
    terminal.type(
        "simulate run --trace history.csv --workload jobs.swf --policy live --set idle-after=0s"
            + " --json r.json");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    final JsonNode live =
        new ObjectMapper().readTree(folder.resolve("r.json").toFile()).path("policies").path(0);
    assertThat(live.path("jobs").asInt()).as("one came before the history began").isEqualTo(1);
    assertThat(live.path("meanWaitSeconds").asDouble())
        .as("the other ten minutes before the machines were free")
        .isEqualTo(600);
  }

  @Test
  void whatHistoryCannotTellIsRefused() {
    assertNotAnswered(
        "idle-after=2m", "a history says nothing of pauses shorter than the 5m after which");
    assertNotAnswered("grace=1m", "'grace=1m' is no change that a history can answer for: use");
    assertNotAnswered("nodes=-34", "'nodes=-34' cannot be simulated: the history has 34 machines");
    assertNotAnswered("nodes=many", "'nodes=many' cannot be simulated");
    assertNotAnswered("costs=36", "--costs: '36' is not a cost");
    assertNotAnswered("idle-after=soon", "--change: ");
    assertNotAnswered("nodes=+1", "--change: weeks of machines are drawn from the history, which");
    assertNotAnswered("nodes=+1 --policy live,easy", "--policy: one policy, such as live");
  }

  private void assertNotAnswered(String change, String line) {
    terminal.type("simulate whatif --history lab.csv.gz --change " + change);
    assertThat(terminal.err()).contains(line);
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
  }
}
