package io.lull.coordinator.retention;

import static io.lull.coordinator.retention.RetentionGrid.MIB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.SpaceReservation;
import io.lull.protocol.wire.Blob;
import io.lull.testkit.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class FileEvictionTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

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

  @Test
  void whatWasNotOfUseForTheLongestTimeGoesFirst() throws Exception {
    final Blob first = grid.program("ada", 7 * MIB);
    final Blob second = grid.program("bob", 7 * MIB);
    grid.end(grid.submit("ada", first));
    grid.files.hold(Set.of(first.getSha256())).close();

    final Blob third = grid.program("cleo", 7 * MIB);

    assertThat(grid.has(first)).isTrue();
    assertThat(grid.has(second)).isFalse();
    assertThat(grid.has(third)).isTrue();
    assertThat(folder.resolve("blobs").resolve(second.getSha256().substring(0, 2)))
        .isEmptyDirectory();
  }

  @Test
  void whatAJobNeedsThatHasNotEndedStays() throws Exception {
    final Blob needed = grid.program("ada", 7 * MIB);
    final Job job = grid.submit("ada", needed);
    final Blob idle = grid.program("bob", 7 * MIB);

    grid.program("cleo", 7 * MIB);
    assertThat(grid.has(needed)).isTrue();
    assertThat(grid.has(idle)).isFalse();

    grid.end(job);
    grid.program("dora", 7 * MIB);
    assertThat(grid.has(needed)).isFalse();
  }

  @Test
  void whoIsRefusedForWantOfRoomIsToldWhatHelps() throws Exception {
    grid.submit("ada", grid.program("ada", 8 * MIB));
    grid.submit("bob", grid.program("bob", 7 * MIB));
    assertThatThrownBy(() -> grid.program("cleo", 2 * MIB))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "files of active jobs fill the coordinator's quota, 16.0 MiB: wait until"
                + " some jobs end, or ask an administrator to raise --files-quota");
    assertThatThrownBy(() -> grid.program("ada", MIB))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "programs and inputs of ada's active jobs fill the quota per user, 8.00"
                + " MiB: wait until some jobs end, or cancel some");
  }

  @Test
  void aFileThatNoUserMayHaveDropsNothing() throws Exception {
    final Blob idle = grid.program("ada", 8 * MIB);
    assertThatThrownBy(() -> grid.program("ada", 9 * MIB))
        .hasMessage(
            "a program or an input of 9.00 MiB exceeds the quota per user, 8.00 MiB:"
                + " send less, or ask an administrator to raise --user-quota");
    assertThat(grid.has(idle)).isTrue();
  }

  @Test
  void aUserOverTheirShareLosesTheirOwnAndNobodyElses() throws Exception {
    final Blob others = grid.program("bob", 4 * MIB);
    final Blob first = grid.program("ada", 3 * MIB);
    for (int i = 0; i < 20; i++) {
      grid.program("ada", 3 * MIB);
    }
    assertThat(grid.has(others)).isTrue();
    assertThat(grid.has(first)).isFalse();
  }

  @Test
  void filesOnTheirWayHaveTheirRoom() throws Exception {
    try (SpaceReservation one = grid.room.forBlob("ada", 8 * MIB);
        SpaceReservation two = grid.room.forBlob("bob", 8 * MIB)) {
      assertThat(one.bytes() + two.bytes()).isEqualTo(16 * MIB);
      assertThatThrownBy(() -> grid.program("cleo", 10)).isInstanceOf(RefusedException.class);
    }
    assertThat(grid.has(grid.program("cleo", 10))).isTrue();
  }

  @Test
  void outputsGoWhenProgramsDoNotDoTheOldestFirst() throws Exception {
    final Job old = grid.ended("ada", 5 * MIB);
    grid.clock.advance(Duration.ofMinutes(30));
    final Job newer = grid.ended("bob", 5 * MIB);
    final Blob idle = grid.program("cleo", 4 * MIB);
    grid.clock.advance(Duration.ofHours(1));

    grid.submit("dora", grid.program("dora", 6 * MIB));
    assertThat(grid.has(idle)).isFalse();
    assertThat(grid.hasOutputs(old)).isTrue();

    grid.submit("ella", grid.program("ella", 4 * MIB));
    assertThat(grid.hasOutputs(old)).isFalse();
    assertThat(grid.hasOutputs(newer)).isTrue();
    assertThat(grid.commands.job(old.id()).outputsDroppedMillis())
        .isEqualTo(grid.clock.epochMillis());
    assertThat(folder.resolve("outputs").resolve(old.id())).doesNotExist();
  }

  @Test
  void outputsOfWhoHasMoreThanTheirShareGoBeforeOlderOnesOfOthers() throws Exception {
    final Job old = grid.ended("bob", 2 * MIB);
    grid.clock.advance(Duration.ofMinutes(1));
    final Job much = grid.ended("ada", 6 * MIB);
    final Job more = grid.ended("ada", 6 * MIB);
    grid.clock.advance(Duration.ofHours(2));

    grid.program("cleo", 4 * MIB);
    assertThat(grid.hasOutputs(old)).isTrue();
    assertThat(grid.hasOutputs(much)).isFalse();
    assertThat(grid.hasOutputs(more)).isTrue();
  }

  @Test
  void outputsOfAJobThatJustEndedStayForAnHour() throws Exception {
    final Job job = grid.ended("ada", 12 * MIB);
    assertThatThrownBy(() -> grid.program("bob", 6 * MIB)).isInstanceOf(RefusedException.class);
    assertThat(grid.hasOutputs(job)).isTrue();
    grid.clock.advance(Duration.ofMinutes(61));
    grid.program("bob", 6 * MIB);
    assertThat(grid.hasOutputs(job)).isFalse();
  }

  @Test
  void aRestartKnowsWhoseFilesAreAndWhenTheyWereOfUse() throws Exception {
    final Blob first = grid.program("ada", 4 * MIB);
    final Blob second = grid.program("ada", 4 * MIB);
    grid.clock.advance(Duration.ofHours(2));
    grid.files.hold(Set.of(first.getSha256())).close();
    grid.sweep.round();
    grid.close();

    grid = new RetentionGrid(folder, grid.shelves, RetentionTerms.USUAL);
    grid.program("ada", 3 * MIB);
    assertThat(grid.has(first)).isTrue();
    assertThat(grid.has(second)).isFalse();
  }

  @Test
  void aFileFromBeforeThereWereRecordsIsKeptAsNobodys() throws Exception {
    final Blob blob = grid.program("ada", MIB);
    final Blob lost = grid.program("ada", MIB);
    grid.close();
    new FileRecords(grid.shelves).remove(List.of(blob.getSha256()));
    Files.delete(
        folder
            .resolve("blobs")
            .resolve(lost.getSha256().substring(0, 2))
            .resolve(lost.getSha256()));

    grid = new RetentionGrid(folder, grid.shelves, RetentionTerms.USUAL);
    assertThat(grid.has(blob)).isTrue();
    assertThat(grid.has(lost)).isFalse();
    assertThat(new FileRecords(grid.shelves).all())
        .containsOnlyKeys(blob.getSha256())
        .hasEntrySatisfying(blob.getSha256(), record -> assertThat(record.getOwner()).isEmpty());
  }

  /** Programs are dropped as fast as can be while jobs that use them come and go. */
  @Test
  void noJobIsAcceptedWhoseProgramIsGone() throws Exception {
    final RandomGenerator random = seed.random();
    final List<Blob> blobs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      blobs.add(grid.program("ada", 10 + i));
    }
    final AtomicBoolean over = new AtomicBoolean();
    final CompletableFuture<Void> dropping =
        CompletableFuture.runAsync(() -> {
          while (!over.get()) {
            dropAllThatMayGo();
          }
        });
    int accepted = 0;
    int refused = 0;
    try {
      for (int i = 0; i < 300; i++) {
        final Blob blob = blobs.get(random.nextInt(blobs.size()));
        try (FileStore.Hold _ = grid.files.hold(Set.of(blob.getSha256()))) {
          if (!grid.has(blob)) {
            refused++;
            blobs.remove(blob);
            blobs.add(grid.program("ada", 10 + random.nextInt(100)));
            continue;
          }
          final Job job = grid.submit("ada", blob);
          accepted++;
          assertThat(grid.files.blobFile(blob.getSha256())).exists();
          if (random.nextBoolean()) {
            grid.end(job);
          }
        }
      }
    } finally {
      over.set(true);
      dropping.join();
    }
    assertThat(grid.commands.jobs(false))
        .allSatisfy(job ->
            assertThat(job.terms().files())
                .allSatisfy(file -> assertThat(grid.files.blobFile(file)).exists()));
    assertThat(accepted).isPositive();
    assertThat(refused).isPositive();
  }

  private void dropAllThatMayGo() {
    try {
      final var drops = grid.files.removal();
      final long touch = drops.lastTouch();
      final Set<String> needed = grid.keeping.neededFiles();
      for (final var idle : drops.idle(needed)) {
        drops.dropBlob(idle.sha256(), touch);
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
