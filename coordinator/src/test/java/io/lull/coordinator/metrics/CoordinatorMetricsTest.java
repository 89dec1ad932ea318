package io.lull.coordinator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.core.control.GridCounts;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.metrics.DatabaseMetrics.Operation;
import io.lull.protocol.wire.Record;
import io.lull.protocol.wire.Vacated;
import io.lull.testkit.time.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoordinatorMetricsTest {
  private final VirtualClock clock = new VirtualClock();
  private final CoordinatorMetrics metrics = new CoordinatorMetrics(clock, "1.2.3 \"beta\"");

  private Exposition look() throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    metrics.write(out);
    return Exposition.parse(out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void whoDoesNotLeadShowsItselfAndNothingOfTheGrid() throws IOException {
    metrics.turnTo(new MemberStage.StandingBy("ada"));
    metrics.control().counted(counts());
    clock.advance(Duration.ofSeconds(90));

    final Exposition shown = look();

    assertThat(shown.get("lull_leader")).isZero();
    assertThat(shown.get("lull_uptime_seconds")).isEqualTo(90);
    assertThat(shown.get("lull_build_info", "version", "1.2.3 \\\"beta\\\"")).isEqualTo(1);
    assertThat(shown.value("lull_nodes", "state", "running")).isEmpty();
    assertThat(shown.value("lull_lease_age_seconds")).isEmpty();
    assertThat(shown.value("lull_files_blob_bytes")).isEmpty();
  }

  @Test
  void whoLeadsShowsTheCensusTheLeaseTheQueueAndTheFiles() throws IOException {
    metrics.turnTo(HealthTest.leading(true));
    metrics.control().counted(counts());

    final Exposition shown = look();

    assertThat(shown.get("lull_leader")).isEqualTo(1);
    assertThat(shown.get("lull_leadership_fence")).isEqualTo(3);
    assertThat(shown.get("lull_lease_age_seconds")).isEqualTo(0.4);
    assertThat(shown.get("lull_control_queue_length")).isEqualTo(5);
    assertThat(shown.get("lull_nodes", "state", "running")).isEqualTo(2);
    assertThat(shown.get("lull_cores", "state", "running")).isEqualTo(16);
    assertThat(shown.get("lull_jobs", "state", "queued")).isEqualTo(4);
    assertThat(shown.get("lull_workers", "state", "member")).isEqualTo(7);
    assertThat(shown.get("lull_agents_connected")).isEqualTo(6);
    assertThat(shown.get("lull_files_blob_bytes")).isEqualTo(1000);
    assertThat(shown.get("lull_files_output_bytes")).isEqualTo(200);
    assertThat(shown.get("lull_files_free_bytes")).isEqualTo(30);
  }

  @Test
  void theDatabasesWritesAreTimedAndItsFailuresCounted() throws IOException {
    final String written =
        metrics
            .database()
            .timed(
                Operation.WRITE,
                () -> {
                  clock.advance(Duration.ofMillis(30));
                  return "written";
                });
    assertThat(written).isEqualTo("written");
    assertThatThrownBy(() ->
            metrics
                .database()
                .timed(
                    Operation.LEASE,
                    () -> {
                      throw new StoreException("gone");
                    }))
        .hasMessage("gone");

    final Exposition shown = look();

    assertThat(shown.get("lull_database_write_duration_seconds_count")).isEqualTo(1);
    assertThat(shown.get("lull_database_write_duration_seconds_sum")).isEqualTo(0.03);
    assertThat(shown.get("lull_database_write_duration_seconds_bucket", "le", "0.025")).isZero();
    assertThat(shown.get("lull_database_write_duration_seconds_bucket", "le", "0.05")).isEqualTo(1);
    assertThat(shown.get("lull_database_failures_total", "operation", "lease")).isEqualTo(1);
    assertThat(shown.get("lull_database_failures_total", "operation", "write")).isZero();
  }

  @Test
  void anAnswerOfTheStoreIsWhatMakesWhoStandsByReady() {
    metrics.turnTo(new MemberStage.StandingBy("ada"));
    clock.advance(Duration.ofSeconds(10));
    assertThat(metrics.ready().well()).isFalse();

    metrics.database().timed(Operation.LEASE, () -> "no");

    assertThat(metrics.ready().well()).isTrue();
  }

  @Test
  void reclaimsAreCountedFromOneWordOfANodeToTheNext() throws IOException {
    metrics.control().reclaimed(reclaims(7, 3), reclaims(7, 3));
    metrics.control().reclaimed(reclaims(7, 3), reclaims(9, 4));
    metrics.control().reclaimed(reclaims(9, 4), reclaims(0, 0));

    final Exposition shown = look();

    assertThat(shown.get("lull_reclaims_total")).isEqualTo(2);
    assertThat(shown.get("lull_reclaim_duration_seconds_count")).isEqualTo(1);
    assertThat(shown.get("lull_reclaim_duration_seconds_sum")).isEqualTo(0.004);
  }

  @Test
  void whatHappenedIsCounted() throws IOException {
    metrics.submitted(true);
    metrics.submitted(true);
    metrics.submitted(false);
    metrics.control().vacated(Vacated.newBuilder().setMillis(300).setKilled(true).build());
    metrics.control().turned("finished");
    metrics.control().recovered();
    metrics.control().took(Duration.ofMillis(2));
    metrics.control().planned(Duration.ofMillis(1));
    metrics.control().roundEnded(Duration.ofMillis(4));

    final Exposition shown = look();

    assertThat(shown.get("lull_submissions_total", "outcome", "accepted")).isEqualTo(2);
    assertThat(shown.get("lull_submissions_total", "outcome", "refused")).isEqualTo(1);
    assertThat(shown.get("lull_vacate_duration_seconds_count", "outcome", "killed")).isEqualTo(1);
    assertThat(shown.get("lull_vacate_duration_seconds_count", "outcome", "left")).isZero();
    assertThat(shown.get("lull_job_turns_total", "state", "finished")).isEqualTo(1);
    assertThat(shown.get("lull_job_recoveries_total")).isEqualTo(1);
    assertThat(shown.get("lull_control_lag_seconds_count")).isEqualTo(1);
    assertThat(shown.get("lull_plan_duration_seconds_sum")).isEqualTo(0.001);
    assertThat(shown.get("lull_control_round_duration_seconds_sum")).isEqualTo(0.004);
  }

  @Test
  void theProcessShowsItsMemoryItsThreadsItsCollectionsAndItsProcessor() throws IOException {
    final Exposition shown = look();

    assertThat(shown.get("jvm_memory_used_bytes", "area", "heap")).isPositive();
    assertThat(shown.get("jvm_threads_current")).isPositive();
    assertThat(shown.families()).containsKey("jvm_gc_collection_seconds");
    assertThat(shown.get("process_cpu_seconds_total")).isPositive();
    assertThat(shown.get("process_start_time_seconds")).isPositive();
  }

  private static GridCounts counts() {
    return new GridCounts(
        Map.of("running", 2, "owner", 1),
        Map.of("running", 16),
        Map.of("queued", 4),
        Map.of("member", 7),
        6);
  }

  private static Record reclaims(long count, double lastMillis) {
    return Record.newBuilder().setCount(count).setLastMillis(lastMillis).build();
  }
}
