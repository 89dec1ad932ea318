package io.lull.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.cli.text.Lines;
import io.lull.cli.text.Screen;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopPageTest {
  private static List<String> page(TopSnapshot glance, int columns, int rows) {
    return new TopPage(new Screen(true, columns, false), rows, ZoneOffset.UTC).lines(glance, "");
  }

  @Test
  void showsTheGridAtAGlance() {
    assertThat(
            page(GridSeen.OFFICE, 120, 20).stream()
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n", "", "\n")))
        .isEqualTo(
            """
             lull top                                                                       2026-03-04 17:41:32

             nodes    4   1 running · 1 available · 1 owner · 1 offline
             jobs     2   1 running · 1 queued
             cores   28   ███████░░░░░░░░░░░░░░░░░  8 at work · 16 free · 4 with owners

             JOB  NAME    USER  STATE    WORKERS   DONE             ITERATION     EACH  REMARK
             J12  plates  ann   running  1 of 1–8  ██████░░░░  62%    310/500  18.4 ms
             J11  waits   bob   queued   0 of 4    ░░░░░░░░░░   0%          0        –  waits for 3 more idle nodes

             NODE  STATE        FOR  OWNER IDLE  OWNER CPU  GUEST CPU  JOB         REASON
             ada   running    7 min      12 min         0%        94%  J12 rank 0  no input for 12 min
             eve   available  7 min      12 min         0%         0%  –           no input for 12 min
             bob   owner      7 min         3 s        41%         0%  –           the keyboard was used 3 s ago
             hal   offline    7 min           –          –          –  –           its agent is not connected




             q quits
            """);
  }

  @Test
  void leavesOutWhatMattersLeastWhereThereIsLittleRoom() {
    final List<String> lines = page(GridSeen.OFFICE, 60, 20);
    assertThat(lines).allMatch(line -> Lines.width(line) <= 60);
    assertThat(lines)
        .anyMatch(line -> line.startsWith(" JOB  NAME"))
        .noneMatch(line -> line.contains("REMARK"))
        .anyMatch(line -> line.startsWith(" NODE  STATE"))
        .noneMatch(line -> line.contains("REASON"));
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,3", "3,200", "40,5", "40,200", "2000,2000"})
  void fillsAScreenOfAnySizeAndNeverMore(int jobs, int nodes) {
    final TopSnapshot glance = GridSeen.of(jobs, nodes);
    for (final int rows : new int[] {1, 2, 5, 10, 12, 24, 60}) {
      for (final int columns : new int[] {1, 20, 40, 80, 200}) {
        final List<String> lines = page(glance, columns, rows);
        assertThat(lines).as("%d x %d", rows, columns).hasSize(rows);
        assertThat(lines).allMatch(line -> Lines.width(line) <= columns);
      }
    }
  }

  @Test
  void whatDoesNotFitIsCounted() {
    final List<String> lines = page(GridSeen.of(40, 200), 80, 24);
    assertThat(lines).contains(" … 34 more jobs", " … 194 more nodes");
    assertThat(lines.stream().filter(line -> line.startsWith(" J")).count()).isEqualTo(7);
    assertThat(lines.stream().filter(line -> line.startsWith(" ws")).count()).isEqualTo(6);
  }

  @Test
  void roomThatNodesDoNotNeedIsForJobs() {
    final List<String> lines = page(GridSeen.of(40, 2), 80, 24);
    assertThat(lines).contains(" … 29 more jobs").noneMatch(line -> line.contains("more node"));
  }

  @Test
  void saysWhatToDoWhereThereIsNothingYet() {
    assertThat(page(GridSeen.of(0, 0), 100, 24))
        .contains(
            " No current jobs.", " No machines. Start an agent on one: see lull agent --help.");
  }

  @Test
  void aNoticeStandsInTheLastLine() {
    final TopPage page = new TopPage(new Screen(true, 80, true), 24, ZoneOffset.UTC);
    assertThat(page.lines(GridSeen.OFFICE, "").getLast()).contains("q quits");
    assertThat(page.lines(GridSeen.OFFICE, "no answer for 3 s").getLast())
        .isEqualTo(" \u001b[33mno answer for 3 s\u001b[0m");
  }

  @Test
  void statesHaveTheirColours() {
    final List<String> lines =
        new TopPage(new Screen(true, 120, true), 24, ZoneOffset.UTC).lines(GridSeen.OFFICE, "");
    assertThat(lines)
        .anyMatch(line -> line.contains("\u001b[32mrunning\u001b[0m"))
        .anyMatch(line -> line.contains("\u001b[31moffline\u001b[0m"));
  }

  @Test
  void outsideOfATerminalAllIsThere() {
    final List<String> lines =
        new TopPage(Screen.NONE, TopPage.ANY_HEIGHT, ZoneOffset.UTC)
            .lines(GridSeen.of(100, 300), "");
    assertThat(lines.stream().filter(line -> line.startsWith(" J")).count()).isEqualTo(101);
    assertThat(lines.stream().filter(line -> line.startsWith(" ws")).count()).isEqualTo(300);
    assertThat(lines).noneMatch(line -> line.contains("q quits") || line.contains("…"));
  }
}
