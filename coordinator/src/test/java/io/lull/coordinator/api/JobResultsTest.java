package io.lull.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.core.control.LiveLog;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.coordinator.core.store.codec.JobCodec;
import io.lull.coordinator.file.FileQuota;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.SharedFiles;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.model.LogEnd;
import io.lull.protocol.records.LogTailRecord;
import io.lull.protocol.stored.StoredJob;
import io.lull.protocol.stored.StoredLedger;
import io.lull.protocol.stored.StoredOver;
import io.lull.protocol.stored.StoredPhase;
import io.lull.protocol.stored.StoredTerms;
import io.lull.protocol.stored.StoredWishes;
import io.lull.protocol.wire.Blob;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobResultsTest {
  private static final long ENDED = Instant.parse("2026-11-22T12:00:00Z").toEpochMilli();
  private static final Blob OUTPUT =
      Blob.newBuilder().setName("solution.txt").setSizeBytes(3).build();

  @TempDir private Path folder = Path.of("");
  private final SharedRecordMaps shelves = new SharedRecordMaps();
  private LiveLog live = LiveLog.NONE;
  private JobResults results;

  @BeforeEach
  void open() throws IOException {
    results =
        new JobResults(
            FileStore.open(
                folder,
                SharedFiles.NONE,
                new FileRecords(shelves),
                FileQuota.of(FileQuota.LEAST_BYTES),
                new VirtualClock()),
            new LogTailStore(shelves),
            Duration.ofDays(30),
            _ -> live);
  }

  private String log(Job job) throws IOException {
    try (InputStream log = results.log(job)) {
      return new String(log.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Job finished() {
    return JobCodec.fromBytes(
        StoredJob.newBuilder()
            .setVersion(1)
            .setTerms(StoredTerms.newBuilder().setNumber(17).setUser("ada"))
            .setPhase(
                StoredPhase.newBuilder().setOver(StoredOver.newBuilder().setState("FINISHED")))
            .setWishes(StoredWishes.newBuilder().setCause("SCHEDULER"))
            .setLedger(StoredLedger.newBuilder().setFinishedMillis(ENDED).addOutputs(OUTPUT))
            .build()
            .toByteArray());
  }

  private static Job dropped() {
    return JobMachine.on(
            finished(), new JobEvent.OutputsDropped(), ENDED + Duration.ofDays(31).toMillis())
        .job();
  }

  @Test
  void aJobTellsUntilWhenItsOutputsAreKept() {
    assertThat(results.view(finished()).getOutputsKeptUntil())
        .isEqualTo(Instant.parse("2026-12-22T12:00:00Z").toEpochMilli());
    assertThat(results.outputs(finished()).getFilesList()).containsExactly(OUTPUT);
  }

  @Test
  void whoAsksForOutputsThatWereDroppedIsToldWhen() {
    assertThatThrownBy(() -> results.outputs(dropped()))
        .isInstanceOf(RefusedException.class)
        .hasMessage("the outputs of J17 were deleted on 2026-12-23");
    assertThatThrownBy(() -> results.log(dropped()))
        .isInstanceOf(RefusedException.class)
        .hasMessage("the log of J17 was deleted with its outputs on 2026-12-23");
    assertThat(results.view(dropped()).getOutputsKeptUntil()).isZero();
    assertThat(results.view(dropped()).getOutputsList()).isEmpty();
    assertThat(results.view(dropped()).getOutputsDroppedAt())
        .isEqualTo(Instant.parse("2026-12-23T12:00:00Z").toEpochMilli());
  }

  @Test
  void thatTheyWereDroppedOutlivesTheCoordinator() {
    assertThat(JobCodec.fromBytes(JobCodec.toBytes(dropped())).outputsDroppedMillis())
        .isEqualTo(dropped().outputsDroppedMillis());
  }

  @Test
  void aJobThatHasNotEndedDropsNothing() {
    final Job running = Job.submitted(finished().terms());
    assertThat(
            JobMachine.on(running, new JobEvent.OutputsDropped(), ENDED)
                .job()
                .outputsDroppedMillis())
        .isZero();
  }

  @Test
  void thoseThatRunNowComeAfterThoseThatEnded() throws IOException {
    new LogTailStore(shelves)
        .put(
            "J17",
            1,
            LogTailRecord.newBuilder()
                .setWorker("J17-w1")
                .setNode("pc1")
                .setReason("it died by itself with exit code 7")
                .setText("I die\n")
                .build());
    live =
        new LiveLog(
            List.of(
                new LiveLog.Tail("J17-w1", "pc1", "it has ended since\n"),
                new LiveLog.Tail("J17-w2", "pc2", "iteration 1\niteration 2\n"),
                new LiveLog.Tail("J17-w3", "pc3", "itera")),
            36);
    assertThat(log(Job.submitted(finished().terms())))
        .isEqualTo(
            """
            --- J17-w1 on pc1, which ended: it died by itself with exit code 7
            I die
            --- J17-w2 on pc2, which runs now
            iteration 1
            iteration 2
            --- J17-w3 on pc3, which runs now
            itera
            --- 36 more run now, which were not asked
            """);
  }

  @Test
  void ofAJobThatRunsNoMoreIsToldThanWhoeverShowsItKeeps() throws IOException {
    final LogTailStore ended = new LogTailStore(shelves);
    final List<LiveLog.Tail> running = new ArrayList<>();
    final String longest = "x".repeat(LogEnd.MAX_BYTES);
    for (int worker = 0; worker < 10 * LogEnd.MAX_ENDED; worker++) {
      ended.put(
          "J17",
          worker,
          LogTailRecord.newBuilder()
              .setWorker("J17-w" + worker)
              .setNode("pc" + worker)
              .setReason("r".repeat(LogEnd.MAX_BYTES))
              .setText(longest)
              .build());
    }
    for (int worker = 1_000; worker < 1_000 + LogEnd.MAX_RUNNING; worker++) {
      running.add(new LiveLog.Tail("J17-w" + worker, "pc" + worker, longest));
    }
    live = new LiveLog(running, 1_000_000);
    assertThat(log(Job.submitted(finished().terms())).getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThanOrEqualTo(LogEnd.MAX_BYTES_OF_JOB);
  }

  @Test
  void ofAJobThatHasEndedNobodyIsAsked() {
    live = new LiveLog(List.of(new LiveLog.Tail("J17-w2", "pc2", "iteration 1\n")), 0);
    assertThatThrownBy(() -> results.log(finished()))
        .isInstanceOf(RefusedException.class)
        .hasMessage("job J17 has no log: its workers wrote nothing");
  }

  @Test
  void whoAsksBeforeAnythingWasSaidIsToldSo() {
    assertThatThrownBy(() -> results.log(Job.submitted(finished().terms())))
        .isInstanceOf(RefusedException.class)
        .hasMessage("job J17 has no log yet: its workers have written nothing");
  }
}
