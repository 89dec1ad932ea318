package io.lull.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lull.simulator.study.AvailabilityOverDay;
import io.lull.simulator.study.Cell;
import io.lull.simulator.study.Estimate;
import io.lull.simulator.study.Experiment;
import io.lull.simulator.study.Moments;
import io.lull.simulator.study.OfficeSample;
import io.lull.simulator.study.SharingStudy;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class StudyReportTest {
  private static Cell cell(
      int figure, Experiment experiment, int demand, int processors, double cost, double dynamic) {
    return new Cell(
        figure,
        experiment,
        demand,
        processors,
        (long) (cost * 1000),
        new Estimate(1.5, 0.2),
        new Estimate(dynamic, 0.1),
        new Estimate(1.25, 0),
        new Estimate(1.1, 0),
        0);
  }

  private static StudyReport report() {
    final List<Cell> cells = new ArrayList<>();
    for (final Experiment experiment : Experiment.values()) {
      cells.add(cell(3, experiment, 16, 8, 36, 1.3));
      cells.add(cell(3, experiment, 32, 8, 36, 1.4));
    }
    for (final int processors : List.of(24, 12, 6)) {
      cells.add(cell(4, Experiment.B, 24, processors, 0, 1.2));
      cells.add(cell(4, Experiment.B, 24, processors, 60, processors == 24 ? 1.4 : 1.6));
    }
    return new StudyReport(
        new SharingStudy.Findings(
            new OfficeSample(List.of("pc1", "pc2"), List.of("lent1")),
            20,
            new AvailabilityOverDay(
                new Moments(30.5, 0.29, 9, 48),
                new Moments(20, 3, 1, 720),
                new Moments(8, 2, 1, 535),
                List.of(480, 485, 490),
                List.of(30.0, 31.5, 29.0),
                List.of(20, 21, 19),
                List.of(40, 41, 39),
                List.of(30, 32, 28)),
            SharingStudy.OWN_COST,
            cells),
        new StudyReport.Source("<lab> & \"co\".csv", "abc123", 7));
  }

  private static void assertWellFormed(String xml) {
    assertThatCode(() ->
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml))))
        .as(xml)
        .doesNotThrowAnyException();
  }

  @Test
  void thePageIsWellFormedAndNeedsNothingElse() {
    final String html = report().html();
    assertWellFormed(html.substring(html.indexOf("<html")));
    assertThat(html)
        .contains("&lt;lab&gt; &amp; &quot;co&quot;.csv", "abc123", "prefers-color-scheme:dark")
        .doesNotContain("<script", "src=", "href=", "NaN");
    assertThat(html.split("<svg", -1)).hasSize(1 + 6);
    assertThat(html.split("<desc>", -1)).hasSize(1 + 6);
  }

  @Test
  void itSaysWhereDynamicSharingBecomesSlowerAndHowGoodTheCostAwareIs() {
    assertThat(report().html())
        .contains(
            "Dynamic space-sharing is slower than static at no cost up to 120 s for jobs of 24"
                + " processors, from a cost of 60 s on for jobs of 12 processors",
            "at most 1.042 times as long as the better of the two, in the worst of all 10 cells",
            "Where a change takes 0.3 s, as was measured, dynamic space-sharing takes at most"
                + " 0.733 times as long as static.");
  }

  @Test
  void picturesStandAlone() {
    assertThat(report().pictures())
        .containsOnlyKeys(
            "figure-1", "figure-3a", "figure-3b", "figure-4-24", "figure-4-12", "figure-4-6")
        .allSatisfy((_, svg) -> {
          assertWellFormed(svg);
          assertThat(svg).contains("<style>", "--s0:");
        });
  }

  @Test
  void tablesAreRowsOfValues() {
    assertThat(report().cells().csv().lines())
        .hasSize(1 + 10)
        .startsWith(
            "figure,experiment,total demand,processors,change s,static,± 95 %,dynamic,± 95"
                + " %,cost-aware,± 95 %,at own cost,± 95 %,censored",
            "3,A,16,8,36,1.50,0.20,1.30,0.10,1.25,0.00,1.10,0.00,0");
    assertThat(report().availability().csv())
        .isEqualTo(
            """
            time,mean,least,greatest,typical day
            08:00,30.00,20,40,30
            08:05,31.50,21,41,32
            08:10,29.00,19,39,28
            """);
  }

  @Test
  void axesHaveRoundNumbers() {
    assertThat(new Axis(0, 7.3, 0, 100).ticks(6)).containsExactly(0.0, 2.0, 4.0, 6.0);
    assertThat(new Axis(8, 20, 0, 100).ticks(8))
        .containsExactly(8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0);
    assertThat(new Axis(1, 2.9, 300, 0).at(1)).isEqualTo(300);
  }
}
