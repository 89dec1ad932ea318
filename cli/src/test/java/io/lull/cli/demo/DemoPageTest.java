package io.lull.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.cli.local.EventLines;
import io.lull.cli.local.GridSnapshot;
import io.lull.cli.local.NodeNames;
import io.lull.cli.text.Screen;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoPageTest {
  private static final List<String> NAMES = NodeNames.first(3);

  @ParameterizedTest
  @CsvSource({"80, 24, 3", "80, 24, 16", "100, 30, 4", "200, 60, 7", "40, 15, 2"})
  void fitsTheTerminalWhateverItsSize(int columns, int rows, int nodes) {
    final List<NodeView> views = new ArrayList<>();
    NodeNames.first(nodes).forEach(name -> views.add(node(name, "running", "x".repeat(150))));
    final List<DemoPage.Remark> remarks = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      remarks.add(
          new DemoPage.Remark(
              Duration.ofSeconds(i), "something long ".repeat(i % 5 + 1), i % 2 == 0));
    }
    for (final JobView job : List.of(job(), JobView.getDefaultInstance())) {
      final List<String> lines =
          new DemoPage(
                  "a title that is rather long for a narrow terminal",
                  new Screen(true, columns, false),
                  rows)
              .lines(new GridSnapshot(views, job), remarks, Duration.ofSeconds(754));
      assertThat(lines).hasSizeLessThan(Math.max(rows, 16));
      assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }
  }

  @Test
  void drawsEachRankWhereItsPartLies() {
    final List<String> map =
        new PartitionMap(job(), 12, 4, new TerminalColour(false), NAMES::indexOf, false).draw();
    assertThat(map).hasSize(4).startsWith("000000000000").contains("111111222222");
    assertThat(map.get(1)).contains("0 alder");
    assertThat(map.get(3)).contains("1").contains("2").doesNotContain("0");
  }

  @Test
  void showsAColourForEachNodeAndFadesItWhileTheJobStandsStill() {
    final String moving =
        String.join(
            "",
            new PartitionMap(job(), 12, 4, new TerminalColour(true), NAMES::indexOf, true).draw());
    final String computing =
        String.join(
            "",
            new PartitionMap(job(), 12, 4, new TerminalColour(true), NAMES::indexOf, false).draw());
    for (int i = 0; i < 3; i++) {
      assertThat(computing).contains("38;5;" + TerminalColour.node(i));
      assertThat(moving)
          .doesNotContain("38;5;" + TerminalColour.node(i) + ";")
          .contains("38;5;" + TerminalColour.faded(TerminalColour.node(i)));
    }
  }

  @Test
  void tellsAChangeOnceThoughItsNumbersGrow() {
    final EventLines chronicle = new EventLines();
    final EventView first =
        EventView.newBuilder()
            .setKind("grow")
            .setFrom(3)
            .setTo(4)
            .setEpoch(2)
            .addNodesJoined("elm")
            .setDowntimeMillis(20)
            .build();
    final EventView settled =
        first.toBuilder().setDowntimeMillis(31).setBytesMoved(4_300_000).build();
    assertThat(chronicle.changes(sight(first)))
        .containsExactly("grow 3 → 4, elm joined, 20.0 ms down");
    assertThat(chronicle.changes(sight(settled))).isEmpty();
    assertThat(chronicle.changes(sight(settled.toBuilder().setEpoch(3).build())))
        .containsExactly("grow 3 → 4, elm joined, 4.10 MiB moved, 31.0 ms down");
  }

  @Test
  void waitsForAChangesDowntimeButNotForLong() {
    final EventLines chronicle = new EventLines();
    final GridSnapshot unsettled =
        sight(EventView.newBuilder().setKind("shrink").setFrom(4).setTo(3).setEpoch(2).build());
    for (int i = 0; i < 10; i++) {
      assertThat(chronicle.changes(unsettled)).isEmpty();
    }
    assertThat(chronicle.changes(unsettled)).containsExactly("shrink 4 → 3, 0.00 ms down");
    assertThat(chronicle.changes(unsettled)).isEmpty();
  }

  private static GridSnapshot sight(EventView event) {
    return new GridSnapshot(List.of(), JobView.newBuilder().addEvents(event).build());
  }

  private static JobView job() {
    return JobView.newBuilder()
        .setId("J1")
        .setState("running")
        .setEpoch(3)
        .setRows(100)
        .setColumns(100)
        .setIteration(5)
        .setIterations(10)
        .setProgress(0.5)
        .addWorkers(part(0, 0, 50, 0, 100))
        .addWorkers(part(1, 50, 100, 0, 50))
        .addWorkers(part(2, 50, 100, 50, 100))
        .build();
  }

  private static WorkerView part(
      int rank, long rowFrom, long rowTo, long columnFrom, long columnTo) {
    return WorkerView.newBuilder()
        .setRank(rank)
        .setNode(NAMES.get(rank))
        .setRowFrom(rowFrom)
        .setRowTo(rowTo)
        .setColumnFrom(columnFrom)
        .setColumnTo(columnTo)
        .build();
  }

  private static NodeView node(String name, String state, String reason) {
    return NodeView.newBuilder().setName(name).setState(state).setReason(reason).build();
  }
}
