package io.lull.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadLogTest {
  private static final String REST = " -1 1 12 12 -1 -1 -1 -1 -1";

  private static WorkloadLog read(String... lines) throws IOException {
    return WorkloadLog.read(
        new BufferedReader(new StringReader(String.join("\n", lines))), "log.swf");
  }

  @Test
  void jobsAreReadInTheOrderOfTheirSubmission() throws IOException {
    final WorkloadLog log =
        read(
            "; Version: 2.2",
            "",
            "   16   600022  11940   2488   25     -1    -1   25   3600" + REST,
            "   15   599850 192180   3477    4     -1    -1    4  53940" + REST);
    assertThat(log.jobs())
        .containsExactly(
            new LoggedJob(2, 599_850, 3477, 4, 53_940), new LoggedJob(1, 600_022, 2488, 25, 3600));
    assertThat(log.rejects().count()).isZero();
    assertThat(log.guessed()).isZero();
  }

  @Test
  void whatIsNotKnownIsGuessedOrLeftOutAndCounted() throws IOException {
    final WorkloadLog log =
        read(
            "1 0 0 10 -1 -1 -1 8 -1" + REST,
            "2 5 0 100 4 -1 -1 4 60" + REST,
            "3 6 0 0 4 -1 -1 4 60" + REST,
            "4 7 0 10 -1 -1 -1 -1 60" + REST,
            "five",
            "6 7 0 ten 4 -1 -1 4 60" + REST);
    assertThat(log.jobs())
        .containsExactly(new LoggedJob(1, 0, 10, 8, 10), new LoggedJob(2, 5, 100, 4, 100));
    assertThat(log.guessed()).isEqualTo(1);
    assertThat(log.rejects().first())
        .containsExactly(
            "log.swf, line 3: the job did not run",
            "log.swf, line 4: the job has no processors, or no time of submission",
            "log.swf, line 5: it has not 18 numbers",
            "log.swf, line 6: it has not 18 numbers");
    assertThatThrownBy(() -> read("; nothing"))
        .hasMessage("log.swf has no job in the Standard Workload Format: 18 numbers a line");
  }

  @Test
  void aLogOfMoreJobsThanMayBeIsRefused() throws IOException {
    final String most = ("1 0 0 10 1 -1 -1 1 10" + REST + "\n").repeat(WorkloadLog.MOST_JOBS);
    assertThat(read(most).jobs()).hasSize(WorkloadLog.MOST_JOBS);
    assertThatThrownBy(() -> read(most + "1 0 0 10 1 -1 -1 1 10" + REST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("log.swf has more than 300000 jobs");
  }

  @Test
  void oneMadeUpJobMoreChangesNoOther() {
    final List<LoggedJob> ten = new MadeUpJobs(10, 4, 3600, 600).draw(7);
    final List<LoggedJob> eleven = new MadeUpJobs(11, 4, 3600, 600).draw(7);
    assertThat(eleven.subList(0, 10)).isEqualTo(ten);
    assertThat(new MadeUpJobs(10, 4, 3600, 600).draw(8)).isNotEqualTo(ten);
    final List<LoggedJob> many = new MadeUpJobs(20_000, 4, 3600, 600).draw(1);
    assertThat(many.getLast().submitSeconds() / 20_000.0).isCloseTo(600, within(15.0));
    assertThat(many.stream().mapToLong(LoggedJob::runSeconds).average().orElseThrow())
        .isCloseTo(3600, within(90.0));
  }
}
