package io.lull.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.control.RefusedException;
import io.lull.coordinator.file.FileQuota;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.job.Job;
import io.lull.coordinator.job.JobCodec;
import io.lull.coordinator.job.JobEvent;
import io.lull.coordinator.job.JobMachine;
import io.lull.coordinator.store.FileRecords;
import io.lull.coordinator.store.LogTailStore;
import io.lull.coordinator.store.MemoryShelves;
import io.lull.coordinator.store.Vault;
import io.lull.protocol.stored.StoredJob;
import io.lull.protocol.stored.StoredLedger;
import io.lull.protocol.stored.StoredOver;
import io.lull.protocol.stored.StoredPhase;
import io.lull.protocol.stored.StoredTerms;
import io.lull.protocol.stored.StoredWishes;
import io.lull.protocol.wire.Blob;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobResultsTest {
  private static final long ENDED = Instant.parse("2026-11-22T12:00:00Z").toEpochMilli();
  private static final Blob OUTPUT =
      Blob.newBuilder().setName("solution.txt").setSizeBytes(3).build();

  @TempDir private Path folder = Path.of("");
  private JobResults results;

  @BeforeEach
  void open() throws IOException {
    final MemoryShelves shelves = new MemoryShelves();
    results =
        new JobResults(
            FileStore.open(
                folder,
                Vault.NONE,
                new FileRecords(shelves),
                FileQuota.of(FileQuota.LEAST_BYTES),
                new VirtualClock()),
            new LogTailStore(shelves),
            Duration.ofDays(30));
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
        .hasMessage("the outputs of J17 were dropped on 2026-12-23");
    assertThatThrownBy(() -> results.log(dropped()))
        .isInstanceOf(RefusedException.class)
        .hasMessage("the log of J17 was dropped with its outputs on 2026-12-23");
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
}
