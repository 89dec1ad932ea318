package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.lull.coordinator.backup.Backups;
import io.lull.coordinator.core.store.RecordMaps.Kind;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.hazelcast.CachedRecords;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.BackupRequest;
import io.lull.protocol.wire.BackupView;
import io.lull.protocol.wire.BackupsGrpc;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.testkit.postgres.OwnPostgres;
import io.lull.testkit.time.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A backup of a running coordinator is a folder that another one can start with. */
class BackupTest {
  @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

  @TempDir private Path folder;

  private static BackupView make(Rig rig, Identity admin) {
    return BackupsGrpc.newBlockingStub(rig.channel(admin)).make(BackupRequest.getDefaultInstance());
  }

  private static void copy(Path from, Path to) throws Exception {
    try (Stream<Path> all = Files.walk(from)) {
      for (final Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  @Test
  void aCoordinatorStartsOnTheCopyAsTheOtherWas() throws Exception {
    final byte[] program = "a program".getBytes(StandardCharsets.UTF_8);
    final Path restored = Files.createDirectory(folder.resolve("restored"));
    final Identity admin;
    final Identity ada;
    final String job;
    final Blob blob;
    try (Rig rig = new Rig(folder)) {
      admin = rig.administrator();
      ada = rig.enrol(rig.token(admin, "user"), "ada").identity();
      blob = Rig.put(rig.channel(ada), FileHead.newBuilder().setName("program").build(), program);
      job =
          Rig.grid(rig.channel(ada))
              .submit(Rig.JACOBI.toBuilder().addInputs(blob).build())
              .getJob();

      final BackupView backup = make(rig, admin);

      final Path made = Path.of(backup.getFolder());
      assertThat(made.getParent()).isEqualTo(folder.toAbsolutePath().resolve("data/backups"));
      assertThat(Files.getPosixFilePermissions(made))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertThat(backup.getBytes()).isPositive();
      final var _ = Rig.grid(rig.channel(ada)).submit(Rig.JACOBI);
      copy(made, Files.createDirectories(restored).resolve("data"));
      assertThat(
              Rig.grid(rig.channel(admin))
                  .getAudit(AuditRequest.newBuilder().setSinceMillis(3_600_000).build())
                  .getEntriesList())
          .anyMatch(entry ->
              entry.getAction().equals("back-up")
                  && entry.getSubject().equals(made.getFileName().toString()));
    }
    try (Rig rig = new Rig(restored)) {
      assertThat(
              Rig.grid(rig.channel(ada))
                  .listJobs(ListJobsRequest.newBuilder().setAll(true).build())
                  .getJobsList())
          .as("the later one is not in it")
          .extracting(each -> each.getId())
          .containsExactly(job);
      assertThat(Rig.grid(rig.channel(ada)).getJob(JobRequest.newBuilder().setJob(job).build()))
          .returns("ada", each -> each.getUser());
      assertThat(
              Rig.get(
                  rig.channel(ada), FileRequest.newBuilder().setSha256(blob.getSha256()).build()))
          .isEqualTo(program);
      assertThat(make(rig, admin).getFolder()).as("administrators are the same").isNotEmpty();
    }
  }

  @Test
  void onlyAdministratorsMakeThem() throws Exception {
    try (Rig rig = new Rig(folder)) {
      final Identity admin = rig.administrator();
      final Identity ada = rig.enrol(rig.token(admin, "user"), "ada").identity();
      Rig.assertRefused(Status.Code.PERMISSION_DENIED, () -> make(rig, ada));
      assertThat(folder.resolve("data/backups")).doesNotExist();
    }
  }

  @Test
  void aGridInPostgresIsBackedUpByItsOwnMeans() throws Exception {
    try (Rig rig = new Rig(folder, postgres.newDatabase())) {
      final Identity admin = rig.administrator();
      assertThatThrownBy(() -> make(rig, admin)).hasMessageContaining("back it up with pg_dump");
    }
  }

  /** Whatever was confirmed before it began is in it, and nothing in it is torn. */
  @Test
  void writesGoOnMeanwhileAndNoneIsTorn() throws Exception {
    final Path data = Files.createDirectory(folder.resolve("data"));
    final AtomicInteger confirmed = new AtomicInteger();
    final AtomicBoolean stop = new AtomicBoolean();
    try (Database database =
            Database.open(StoreUrl.inFolder(data.resolve("db")), Rig.metrics().database());
        CachedRecords records = CachedRecords.alone(new SecureRandom())) {
      records.fill(database);
      final Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 1; !stop.get(); i++) {
                  final byte[] content = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
                  records.putAll(
                      Map.of(Kind.COUNTER, Map.of("a", content), Kind.NAME, Map.of("b", content)));
                  confirmed.set(i);
                }
              });
      final VirtualClock clock = new VirtualClock();
      final Backups backups = new Backups(data, database, clock);
      for (int round = 0; round < 10; round++) {
        clock.advance(Duration.ofSeconds(1));
        final int before = confirmed.get();
        final Path made = backups.make().folder();
        final Path copy = folder.resolve("copy" + round);
        copy(made, copy);
        try (Database restored =
            Database.open(StoreUrl.inFolder(copy.resolve("db")), Rig.metrics().database())) {
          final String a =
              new String(
                  restored.get("counter", "a").orElse("0".getBytes(StandardCharsets.UTF_8)),
                  StandardCharsets.UTF_8);
          final String b =
              new String(
                  restored.get("name", "b").orElse("0".getBytes(StandardCharsets.UTF_8)),
                  StandardCharsets.UTF_8);
          assertThat(a).isEqualTo(b);
          assertThat(Integer.parseInt(a)).isGreaterThanOrEqualTo(before);
        }
      }
      stop.set(true);
      writer.join();
      try (Stream<Path> kept = Files.list(data.resolve("backups"))) {
        assertThat(kept.toList()).as("the newest").hasSize(7);
      }
    }
  }

  @Test
  void anUnfinishedOneIsDeletedByTheNext() throws Exception {
    final Path data = Files.createDirectory(folder.resolve("data"));
    final Path torn = Files.createDirectories(data.resolve("backups/unfinished/db"));
    Files.writeString(torn.resolve("lull.mv.db"), "half");
    try (Database database =
        Database.open(StoreUrl.inFolder(data.resolve("db")), Rig.metrics().database())) {
      final Path made = new Backups(data, database, new VirtualClock()).make().folder();
      assertThat(made.resolve("db/lull.mv.db")).exists();
      assertThat(database.bytes())
          .as("what room is asked for")
          .isEqualTo(Files.size(data.resolve("db/lull.mv.db")));
      assertThat(List.of(data.resolve("backups/unfinished"))).noneMatch(Files::exists);
    }
  }
}
