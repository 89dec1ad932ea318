package io.lull.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.JobView;
import io.lull.simulator.workload.LoggedJob;
import io.lull.simulator.workload.WorkloadLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobLogTest {
  private static final long BEGAN = 1_790_000_000_000L;

  private static JobView job(String id, String user, String state, int workers, long afterSeconds) {
    return JobView.newBuilder()
        .setId(id)
        .setUser(user)
        .setState(state)
        .setMaxWorkers(workers)
        .setSubmittedAt(BEGAN + 1000 * afterSeconds)
        .setStartedAt(BEGAN + 1000 * (afterSeconds + 5))
        .build();
  }

  private static final List<JobView> JOBS =
      List.of(
          job("J9", "bob", "finished", 4, 60).toBuilder().setLimitMillis(7_200_000).build(),
          job("J8", "ada", "cancelled", 2, 30),
          job("J7", "ada", "running", 8, 20),
          job("J6", "ada", "failed", 1, 10),
          job("J5", "ada", "finished", 1, -1));

  private static final Map<String, Double> NODE_SECONDS =
      Map.of("J9", 4_000.0, "J8", 90.0, "J7", 800.0, "J6", 0.2, "J5", 10.0);

  @Test
  void whatSimulationsReadIsWhatTheGridSaw() throws IOException {
    final JobLog log = new JobLog(JOBS, NODE_SECONDS, BEGAN);
    assertThat(log.jobs()).isEqualTo(2);
    assertThat(log.users()).isEqualTo(2);
    assertThat(log.leftOut())
        .as("one runs, one never ran; one is too old to be meant")
        .isEqualTo(2);
    final WorkloadLog read =
        WorkloadLog.read(new BufferedReader(new StringReader(log.swf())), "jobs.swf");
    assertThat(read.rejects().count()).isZero();
    assertThat(read.beganMillis()).isEqualTo(OptionalLong.of(BEGAN));
    assertThat(read.jobs())
        .containsExactly(new LoggedJob(1, 30, 45, 2, 45), new LoggedJob(2, 60, 1_000, 4, 7_200));
    assertThat(read.guessed()).isEqualTo(1);
  }

  @Test
  void usersAreNumbers() {
    assertThat(new JobLog(JOBS, NODE_SECONDS, BEGAN).swf())
        .contains("\n1 30 5 45 2 -1 -1 2 -1 -1 5 1 -1 ", "\n2 60 5 1000 4 -1 -1 4 7200 -1 1 2 -1 ")
        .doesNotContain("ada", "bob");
  }
}
