package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.core.store.NodeStore;
import io.lull.coordinator.core.store.RevocationStore;
import io.lull.coordinator.core.store.TokenStore;
import io.lull.coordinator.core.store.UsageStore;
import io.lull.coordinator.core.view.JobViews;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.file.FileQuota;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.hazelcast.CachedRecords;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.postgres.OwnPostgres;
import io.lull.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stores as earlier schemas left them, which are kept as files beside this test, are opened by the
 * program of today. For a schema that has no file yet, {@code -Dlull.write.stores=true
 * -Dtest=UpgradeTest} makes one in {@code src/test/resources}: to be done, and the file kept, when
 * a migration is added after it, and never again.
 */
final class UpgradeTest {
  private static final String MIGRATIONS = "/io/lull/coordinator/database/migration";

  /** Of every schema there was before the newest. */
  static List<Integer> earlierSchemas() throws IOException, URISyntaxException {
    final URI migrations = Objects.requireNonNull(Database.class.getResource(MIGRATIONS)).toURI();
    try (Stream<Path> files = Files.list(Path.of(migrations))) {
      final List<Integer> all =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.matches("V[0-9]+__.*"))
              .map(name -> Integer.parseInt(name.substring(1, name.indexOf("__"))))
              .sorted()
              .toList();
      return all.subList(0, all.size() - 1);
    }
  }

  @Nested
  final class Embedded {
    @TempDir private Path folder = Path.of("");

    static List<Integer> earlierSchemas() throws IOException, URISyntaxException {
      return UpgradeTest.earlierSchemas();
    }

    @ParameterizedTest
    @MethodSource("earlierSchemas")
    void allIsStillThere(int schema) throws Exception {
      final Path data = Files.createDirectories(folder.resolve("data"));
      final Path db = Files.createDirectories(data.resolve("db"));
      unpack("h2-v" + schema + ".mv.db", db.resolve("lull.mv.db"), this::make, schema);
      final Path blobs = Files.createDirectories(data.resolve("files/blobs/ba"));
      Files.write(blobs.resolve(OldStore.SHA256_OF_ABC), OldStore.ABC);
      final Path outputs = Files.createDirectories(data.resolve("files/outputs/J1"));
      Files.write(outputs.resolve("solution.txt"), OldStore.ABC);

      try (Database database = Database.open(StoreUrl.inFolder(db), Rig.metrics().database())) {
        holdsAll(database, data.resolve("files"), schema);
      }
      try (Rig rig = new Rig(folder)) {
        assertThat(rig.coordinator().tokenWritten()).isFalse();
      }
      leadsWithAGreaterFence(StoreUrl.inFolder(db));
    }

    private void make(int schema, Path to) throws SQLException, IOException {
      final Path made = Files.createDirectories(folder.resolve("made"));
      final String url = StoreUrl.inFolder(made).jdbc();
      OldStore.fill(url, "lull", schema);
      try (Connection connection = DriverManager.getConnection(url, "lull", "")) {
        connection.createStatement().execute("shutdown compact");
      }
      Files.copy(made.resolve("lull.mv.db"), to);
    }
  }

  @Nested
  final class Postgres {
    @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

    @TempDir private Path folder = Path.of("");

    static List<Integer> earlierSchemas() throws IOException, URISyntaxException {
      return UpgradeTest.earlierSchemas();
    }

    @ParameterizedTest
    @MethodSource("earlierSchemas")
    void allIsStillThere(int schema) throws Exception {
      final Path statements = folder.resolve("store.sql");
      unpack("postgres-v" + schema + ".sql", statements, this::make, schema);
      // It may run as somebody else, who reads it.
      final String store = postgres.get().filled(statements);
      try (Database database = Database.open(StoreUrl.parse(store), Rig.metrics().database())) {
        holdsAll(database, folder.resolve("files"), schema);
      }
      try (Rig rig = new Rig(folder, store)) {
        assertThat(rig.coordinator().tokenWritten()).isFalse();
      }
      leadsWithAGreaterFence(StoreUrl.parse(store));
    }

    private void make(int schema, Path to) throws SQLException, IOException {
      final PostgresServer server = postgres.get();
      OldStore.fill(server.newDatabase(), "lull", schema);
      final Path dump = folder.resolve("dump.sql");
      server.dumpStatements(dump);
      // Some versions write settings and commands of their own, which others refuse.
      Files.write(
          to,
          Files.readAllLines(dump).stream()
              .filter(line -> !line.startsWith("SET ") && !line.startsWith("\\"))
              .filter(line -> !line.startsWith("--") && !line.isBlank())
              .toList());
    }
  }

  private interface Maker {
    void make(int schema, Path to) throws SQLException, IOException;
  }

  private static void unpack(String name, Path to, Maker maker, int schema)
      throws IOException, SQLException {
    final Path kept = Path.of("src/test/resources/io/lull/coordinator/app/stores", name + ".gz");
    if (!Files.exists(kept) && Boolean.getBoolean("lull.write.stores")) {
      Files.createDirectories(kept.getParent());
      final Path made = to.resolveSibling(name);
      maker.make(schema, made);
      try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(kept))) {
        Files.copy(made, packed);
      }
    }
    assertThat(kept).as("a store of schema %d; see this class for how it is made", schema).exists();
    try (InputStream packed = new GZIPInputStream(Files.newInputStream(kept))) {
      Files.copy(packed, to);
    }
  }

  private static void holdsAll(Database database, Path files, int schema) throws Exception {
    try (CachedRecords records = CachedRecords.alone(new SecureRandom())) {
      records.fill(database);
      final JobStore jobs = new JobStore(records);
      assertThat(jobs.all()).extracting(Job::id).containsExactly("J1", "J2");
      final Job finished = jobs.all().getFirst();
      assertThat(finished.state()).isEqualTo(JobState.FINISHED);
      final JobView view = JobViews.of(finished);
      assertThat(view.getName()).isEqualTo("heat");
      assertThat(view.getUser()).isEqualTo("ada");
      assertThat(view.getFinishedAt() - view.getStartedAt()).isEqualTo(60_000);
      assertThat(view.getCheckValues(0).getValue()).isEqualTo("42");
      assertThat(view.getEvents(0).getKind()).isEqualTo("start");
      assertThat(view.getOutputs(0).getName()).isEqualTo("solution.txt");
      assertThat(view.getOutputsDroppedAt()).isZero();
      assertThat(jobs.all().getLast().state()).isEqualTo(JobState.QUEUED);
      assertThat(jobs.lastNumber()).isEqualTo(schema == 1 ? 5 : 2);
      assertThat(new NodeStore(records).all())
          .singleElement()
          .satisfies(node -> {
            assertThat(node.getDrainedBy()).isEqualTo("root");
            assertThat(node.getFacts().getCores()).isEqualTo(8);
          });
      assertThat(new NameStore(records).find(Role.USER, "ada")).isPresent();
      assertThat(new TokenStore(records).openBy("root")).containsExactly("a".repeat(64));
      assertThat(new LogTailStore(records).of("J1").getFirst().getText()).isEqualTo("last words");
      assertThat(new UsageStore(records).all().keySet())
          .isEqualTo(schema == 1 ? Set.of() : Set.of("ada"));
      assertThat(new RevocationStore(records).all()).hasSize(schema >= 4 ? 1 : 0);
      assertThat(database.audit().since(0, 10)).hasSizeGreaterThanOrEqualTo(schema >= 4 ? 1 : 0);
      final FileStore store =
          FileStore.open(
              files,
              database.sharedFiles(),
              new FileRecords(records),
              FileQuota.of(FileQuota.LEAST_BYTES),
              SystemClock.INSTANCE);
      if (schema >= 3 || database.embedded()) {
        assertThat(store.hasBlob(OldStore.SHA256_OF_ABC, 3)).isTrue();
        assertThat(store.outputFile("J1", "solution.txt")).hasBinaryContent(OldStore.ABC);
      }
    }
    assertThat(database.between(OldStore.AT, OldStore.AT + 200_000))
        .containsExactly(
            new Change("ws1", NodeState.OWNER, OldStore.AT),
            new Change("ws1", NodeState.AVAILABLE, OldStore.AT + 60_000),
            new Change("ws1", NodeState.RUNNING, OldStore.AT + 120_000),
            new Change("ws1", NodeState.OFFLINE, OldStore.AT + 180_000));
  }

  private static void leadsWithAGreaterFence(StoreUrl url) {
    try (Database database = Database.open(url, Rig.metrics().database())) {
      assertThat(database.leases().take("next", Duration.ZERO, 0, true))
          .hasValue(OldStore.FENCE + 2);
    }
  }
}
