package io.lull.coordinator.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.records.LogTailRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RetentionSweepTest {
  @TempDir private Path folder;
  private RetentionGrid grid;

  @BeforeEach
  void start() throws Exception {
    grid = new RetentionGrid(folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  private void restart(RetentionTerms terms) throws Exception {
    final SharedRecordMaps shelves = grid.shelves;
    grid.close();
    final long before = grid.clock.epochMillis();
    grid = new RetentionGrid(folder, shelves, terms);
    grid.clock.setWall(before);
  }

  @Test
  void outputsGoThirtyDaysAfterTheirJobsEnd() throws Exception {
    final Job job = grid.ended("ada", 1000);
    grid.clock.advance(Duration.ofDays(29));
    grid.sweep.round();
    assertThat(grid.hasOutputs(job)).isTrue();

    grid.clock.advance(Duration.ofDays(2));
    grid.sweep.round();
    assertThat(grid.hasOutputs(job)).isFalse();
    assertThat(grid.commands.job(job.id()).outputsDroppedMillis())
        .isEqualTo(grid.clock.epochMillis());
  }

  @Test
  void outputsOfAJobThatHasNotEndedStayHoweverOld() throws Exception {
    final Job job = grid.submit("ada");
    try (var upload = grid.files.takeOutput(job.id(), "out", 0)) {
      upload.finish();
    }
    grid.clock.advance(Duration.ofDays(1000));
    grid.sweep.round();
    assertThat(grid.hasOutputs(job)).isTrue();
    assertThat(grid.commands.job(job.id()).ended()).isFalse();
  }

  @Test
  void outputsOfAJobThatNobodyKnowsGo() throws Exception {
    try (var upload = grid.files.takeOutput("J77", "out", 0)) {
      upload.finish();
    }
    grid.sweep.round();
    assertThat(grid.files.removal().jobsWithOutputs()).isEmpty();
  }

  @Test
  void aJobIsForgottenNinetyDaysAfterItsEndWithAllThatItLeft() throws Exception {
    final Job job = grid.ended("ada", 1000);
    new LogTailStore(grid.shelves).put(job.id(), 1, LogTailRecord.getDefaultInstance());
    final Job waiting = grid.submit("ada");
    grid.clock.advance(Duration.ofDays(91));
    grid.sweep.round();
    grid.sweep.round();

    assertThatThrownBy(() -> grid.commands.job(job.id()))
        .isInstanceOf(RefusedException.class)
        .hasMessage("job J1 ended long ago: its record, log and outputs were deleted");
    assertThatThrownBy(() -> grid.commands.job("J99"))
        .hasMessage("no job is named 'J99' (lull jobs lists them)");
    assertThat(grid.commands.job(waiting.id()).ended()).isFalse();
    assertThat(new LogTailStore(grid.shelves).of(job.id())).isEmpty();
    assertThat(new JobStore(grid.shelves).all()).extracting(Job::id).containsExactly("J2");
    assertThat(grid.hasOutputs(job)).isFalse();
  }

  @Test
  void theNumberOfTheLastJobIsNotUsedAgainWhenItIsDropped() throws Exception {
    grid.ended("ada", 0);
    final Job last = grid.ended("ada", 0);
    grid.clock.advance(Duration.ofDays(91));
    grid.sweep.round();
    restart(RetentionTerms.USUAL);

    assertThat(grid.commands.jobs(true)).isEmpty();
    assertThatThrownBy(() -> grid.commands.job(last.id())).hasMessageContaining("ended long ago");
    assertThat(grid.submit("ada").id()).isEqualTo("J3");
  }

  @Test
  void ofJobsThatHaveEndedTheNewestStay() throws Exception {
    restart(new RetentionTerms(Duration.ofDays(30), Duration.ofDays(90), 100, HistoryTerms.USUAL));
    final List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < 330; i++) {
      jobs.add(grid.submit("ada"));
    }
    // The first to be submitted is the last to end.
    jobs.reversed()
        .forEach(job -> {
          grid.clock.advance(Duration.ofSeconds(1));
          grid.end(job);
        });
    grid.sweep.round();

    assertThat(grid.commands.jobs(true))
        .extracting(Job::id)
        .containsExactlyElementsOf(jobs.subList(0, 100).stream().map(Job::id).toList());
    assertThat(new JobStore(grid.shelves).lastNumber()).isEqualTo(330);
  }

  @Test
  void theHistoryOfNodesIsKeptAsLongAsItIsAskedFor() throws Exception {
    restart(
        new RetentionTerms(
            Duration.ofDays(30),
            Duration.ofDays(90),
            20_000,
            new HistoryTerms(Duration.ofDays(7), Duration.ofDays(60))));
    grid.sweep.round();
    final long now = grid.clock.epochMillis();
    assertThat(now - grid.past.condensedBeforeMillis).isEqualTo(Duration.ofDays(7).toMillis());
    assertThat(now - grid.past.forgottenBeforeMillis).isEqualTo(Duration.ofDays(60).toMillis());
  }

  @Test
  void aStoreThatRefusesIsAskedAgainInTheNextRound() throws Exception {
    grid.ended("ada", 0);
    grid.clock.advance(Duration.ofDays(91));
    grid.shelves.refuseWrites(1);
    grid.sweep.round();
    grid.sweep.round();
    assertThat(grid.commands.jobs(true)).isEmpty();
  }

  @Test
  void termsThatCannotBeAreRefusedInOneLine() {
    assertThatThrownBy(() ->
            new RetentionTerms(Duration.ofMinutes(1), Duration.ofDays(1), 1000, HistoryTerms.USUAL))
        .hasMessage("--keep-outputs must be between 1h and 3650d");
    assertThatThrownBy(
            () -> new RetentionTerms(Duration.ofDays(1), Duration.ofDays(1), 1, HistoryTerms.USUAL))
        .hasMessage("--most-jobs must be between 100 and 200000");
    assertThatThrownBy(() -> new HistoryTerms(Duration.ofHours(1), Duration.ofDays(400)))
        .hasMessage("--keep-changes must be between 1d and 90d");
    assertThatThrownBy(() -> new HistoryTerms(Duration.ofDays(30), Duration.ofDays(7)))
        .hasMessage("--keep-history must be between 30d and 3650d");
  }
}
