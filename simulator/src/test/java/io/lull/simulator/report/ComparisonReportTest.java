package io.lull.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lull.simulator.comparison.Contender;
import io.lull.simulator.comparison.Lanes;
import io.lull.simulator.comparison.PolicyComparison;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.sharing.JobChanges;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class ComparisonReportTest {
  private static PolicyFindings findings(Contender contender, double ratio) {
    return new PolicyFindings(
        contender,
        7,
        1,
        ratio,
        90,
        new PolicyFindings.Slowdown(ratio, 1, 1.2, 1.5, 3, 20 * ratio),
        0.25,
        new PolicyFindings.NodeSeconds(36_000, 3600, 1800, 72_000, 10_000, 500),
        new JobChanges(1, 2, 3, 4, 5));
  }

  @Test
  void policiesStandSideBySideAndLongWaitsDoNotHideTheOthers() {
    final ComparisonReport report =
        new ComparisonReport(
            new PolicyComparison.Findings(
                new PolicyComparison.Offered(10, 0.2, 5, 15),
                List.of(findings(Contender.LIVE, 1.4), findings(Contender.EVICT, 12_868))),
            List.of("Jobs of <a log>."),
            Optional.of(
                new Lanes(
                    Contender.LIVE,
                    0,
                    7_200_000,
                    List.of(
                        new Lanes.Lane(
                            4,
                            List.of(
                                new Lanes.Stretch(0, 1_800_000, Lanes.NOBODY),
                                new Lanes.Stretch(1_800_000, 5_400_000, 9)))))));
    final String html = report.html();
    assertThatCode(() ->
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(html.substring(html.indexOf("<html"))))))
        .doesNotThrowAnyException();
    assertThat(html)
        .contains(
            "Jobs of &lt;a log&gt;.",
            "cut at 10",
            "evict: the queue; a job that loses",
            "Bounded slowdowns of jobs",
            ">1000000</text>",
            "The first day under live",
            "class=\"job j2\"",
            "<td>5</td><td>1.5</td><td>1.0</td><td>9</td>")
        .doesNotContain("NaN", "12868.00</text>");
    assertThat(report.jobs().rows().getFirst())
        .startsWith("live", "7", "1", "1.40", "90.00")
        .endsWith("5", "1", "2", "3", "4");
    assertThat(report.hours().rows().getFirst())
        .containsExactly("live", "10.0", "1.0", "0.5", "20.0", "2.8", "0.1");
  }
}
