package io.lull.coordinator.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.core.store.AuditTrail;
import io.lull.coordinator.core.store.LeaseStore;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.core.store.NodeHistory.Place;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.DatabaseMetrics;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.postgres.OwnPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The same of an embedded H2 and of a PostgreSQL. */
final class DatabaseTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What both must do. */
  abstract static class Promises {
    abstract Database database();

    /** As another process sees it. */
    abstract Database other();

    @Test
    void keepsWhatIsPut() {
      database().putAll("job", Map.of("J1", bytes("one"), "J2", bytes("two")));
      database().putAll("job", Map.of("J2", bytes("deux")));
      database().putAll("node", Map.of("J1", bytes("another")));
      assertThat(database().get("job", "J1")).contains(bytes("one"));
      assertThat(database().all("job")).containsOnlyKeys("J1", "J2");
      assertThat(database().get("job", "J2")).contains(bytes("deux"));
      database().removeAll("job", List.of("J1"));
      assertThat(database().get("job", "J1")).isEmpty();
    }

    @Test
    void comparesBeforeItReplaces() {
      assertThat(database().putIfAbsent("token", "t", bytes("new"))).isTrue();
      assertThat(database().putIfAbsent("token", "t", bytes("other"))).isFalse();
      assertThat(database().replace("token", "t", bytes("other"), bytes("used"))).isFalse();
      assertThat(database().replace("token", "t", bytes("new"), bytes("used"))).isTrue();
      assertThat(database().get("token", "t")).contains(bytes("used"));
      assertThat(database().replace("token", "none", bytes("new"), bytes("used"))).isFalse();
    }

    @Test
    void refusesWhatANewerVersionMade() {
      database()
          .transactions()
          .change(
              DatabaseMetrics.Operation.WRITE,
              handle ->
                  handle.execute(
                      "insert into flyway_schema_history (installed_rank, version, description,"
                          + " type, script, checksum, installed_by, execution_time, success) values"
                          + " (99, '99', 'of the future', 'SQL', 'V99__of_the_future.sql', 1,"
                          + " 'lull', 1, true)"));
      assertThatThrownBy(this::other)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("opened by a newer version of Lull (of the future)");
    }

    @Test
    void readsTheHistoryOfNodesPageByPage() {
      final List<Change> changes =
          List.of(
              new Change("ws1", NodeState.OFFLINE, 10),
              new Change("ws2", NodeState.OFFLINE, 10),
              new Change("ws3", NodeState.OFFLINE, 10),
              new Change("ws1", NodeState.AVAILABLE, 11));
      database().append(changes);
      assertThat(database().after(Place.before(10), 2)).isEqualTo(changes.subList(0, 2));
      assertThat(database().after(Place.of(changes.get(1)), 2)).isEqualTo(changes.subList(2, 4));
      assertThat(database().after(Place.of(changes.get(3)), 2)).isEmpty();
      assertThat(database().after(Place.before(11), 9)).containsExactly(changes.get(3));
    }

    @Test
    void keepsTheHistoryOfNodes() {
      final List<Change> changes =
          List.of(
              new Change("ws1", NodeState.AVAILABLE, 10), new Change("ws2", NodeState.OWNER, 20));
      database().append(changes);
      database().append(List.of(new Change("ws2", NodeState.OFFLINE, 20)));
      assertThat(database().between(0, 15)).containsExactly(changes.getFirst());
      assertThat(database().between(15, 30))
          .containsExactly(new Change("ws2", NodeState.OFFLINE, 20));
      assertThat(database().statesBefore(20)).isEqualTo(Map.of("ws1", NodeState.AVAILABLE));
      assertThat(database().statesBefore(21))
          .isEqualTo(Map.of("ws1", NodeState.AVAILABLE, "ws2", NodeState.OFFLINE));
      database().dropBefore(15);
      assertThat(database().between(0, 30)).hasSize(1);
    }

    @Test
    void keepsTheNewestOfWhatWasDone() {
      final AuditTrail trail = database().audit();
      final List<AuditTrail.Entry> entries = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        entries.add(
            new AuditTrail.Entry(i, "ada", "user", "10.0.0.1", "submit", "J" + i, i % 2 == 0, ""));
      }
      trail.append(entries.subList(0, 5));
      trail.append(entries.subList(5, 10));
      assertThat(trail.since(3, 100)).isEqualTo(entries.subList(3, 10));
      assertThat(trail.since(0, 2)).isEqualTo(entries.subList(8, 10));
      trail.drop(2, 100);
      assertThat(trail.since(0, 100)).isEqualTo(entries.subList(2, 10));
      trail.drop(0, 3);
      assertThat(trail.since(0, 100)).isEqualTo(entries.subList(7, 10));
      trail.append(
          List.of(
              new AuditTrail.Entry(
                  11, "x".repeat(999), "", "", "enrol", "a\u0000b\n", false, "y".repeat(999))));
      assertThat(trail.since(11, 1).getFirst().subject()).isEqualTo("a b ");
    }

    @Test
    void givesTheLeaseToOneAtATimeWithGrowingFences() {
      final LeaseStore one = database().leases();
      final LeaseStore two = other().leases();
      final long first = one.take("one", LONG, 0, false).orElseThrow();
      assertThat(two.take("two", LONG, 0, false)).isEmpty();
      assertThat(two.holder()).isEqualTo("one");
      assertThat(one.renew(first, LONG)).isTrue();
      one.release(first);
      final long second = two.take("two", LONG, 9, false).orElseThrow();
      assertThat(second).isEqualTo(10).isGreaterThan(first);
      assertThat(one.renew(first, LONG)).isFalse();
      one.release(first);
      assertThat(one.take("one", LONG, 0, false)).isEmpty();
      assertThat(one.take("one", LONG, 0, true)).hasValue(11);
    }

    @Test
    void aLeaseOfNoLengthIsSoonAnothers() {
      final LeaseStore one = database().leases();
      one.take("one", Duration.ofMillis(-1), 0, false).orElseThrow();
      assertThat(other().leases().take("two", LONG, 0, false)).isPresent();
    }

    @Test
    void aLeaseOfBeforeTheClockWasSetBackIsNobodys() {
      final LeaseStore one = database().leases();
      one.take("one", LONG.multipliedBy(LeaseStore.LONGEST_LENGTHS), 0, false).orElseThrow();
      assertThat(other().leases().take("two", LONG, 0, false)).isEmpty();
      one.take("one", LONG.multipliedBy(60), 0, true).orElseThrow();
      assertThat(other().leases().take("two", LONG, 0, false)).isPresent();
    }

    @Test
    void whoeverLedBeforeWritesNothingAnyMore() {
      final LeaseStore leases = database().leases();
      database().writeUnder(leases.take("one", LONG, 0, false).orElseThrow());
      database().putAll("job", Map.of("J1", bytes("one")));
      other().writeUnder(other().leases().take("two", LONG, 0, true).orElseThrow());

      assertThatThrownBy(() -> database().putAll("job", Map.of("J1", bytes("stale"))))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("another coordinator leads now");
      assertThatThrownBy(() -> database().append(List.of(new Change("a", NodeState.OWNER, 1))))
          .isInstanceOf(StoreException.class);

      other().putAll("job", Map.of("J2", bytes("two")));
      assertThat(other().get("job", "J1")).contains(bytes("one"));
      assertThat(database().all("job")).containsOnlyKeys("J1", "J2");
    }
  }

  @Nested
  final class Embedded extends Promises {
    @TempDir private Path folder = Path.of("");
    private final Opened opened = new Opened();

    @Override
    Database database() {
      return opened.at(0, StoreUrl.inFolder(folder));
    }

    /** Only this process can open it twice. */
    @Override
    Database other() {
      return opened.at(1, StoreUrl.inFolder(folder));
    }

    @Test
    void whatIsPutIsOnTheDiskWhenItReturns() throws IOException {
      final ForcedFiles disk = ForcedFiles.register();
      final Path file = folder.resolve("lull");
      final Database database =
          opened.at(2, StoreUrl.parse("jdbc:h2:" + ForcedFiles.SCHEME + ":" + file));
      for (int i = 1; i <= 5; i++) {
        final byte[] content = bytes("number " + i);
        database.putAll("job", Map.of("J" + i, content));
        assertThat(disk.unforced()).as("files with bytes that may be lost").isEmpty();
        // As it lies there now, were the machine switched off.
        final Path left = folder.resolve("left-" + i);
        Files.createDirectories(left);
        Files.copy(folder.resolve("lull.mv.db"), left.resolve("lull.mv.db"));
        assertThat(opened.at(2 + i, StoreUrl.inFolder(left)).get("job", "J" + i)).contains(content);
      }
    }

    /** After a while it writes where contents were that nobody needs any more. */
    @Test
    void whatIsPutOutlivesAKillAlsoWhereSpaceIsUsedAgain() throws IOException {
      final Database database = database();
      database.transactions().reading(handle -> handle.execute("set retention_time 0"));
      for (int i = 1; i <= 400; i++) {
        final byte[] content = Arrays.copyOf(bytes("number " + i), 3000 + i * 37 % 9000);
        database.putAll("job", Map.of("J1", content));
        database.putAll("node", Map.of("ws" + i % 20, Arrays.copyOf(content, i * 53 % 3000)));
        if (i % 20 == 0) {
          // As a process that is killed now leaves it.
          final Path left = folder.resolve("left");
          Files.createDirectories(left);
          Files.copy(
              folder.resolve("lull.mv.db"),
              left.resolve("lull.mv.db"),
              StandardCopyOption.REPLACE_EXISTING);
          try (Database next =
              Database.open(
                  StoreUrl.inFolder(left),
                  new CoordinatorMetrics(SystemClock.INSTANCE, "test").database())) {
            assertThat(next.get("job", "J1")).as("write %d", i).contains(content);
          }
        }
      }
    }

    @AfterEach
    void close() {
      opened.close();
    }
  }

  @Nested
  final class Postgres extends Promises {
    @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

    private final Opened opened = new Opened();
    private StoreUrl url = new StoreUrl("", false);

    @BeforeEach
    void create() {
      url = StoreUrl.parse(postgres.newDatabase());
    }

    @Override
    Database database() {
      return opened.at(0, url);
    }

    @Override
    Database other() {
      return opened.at(1, url);
    }

    @Test
    void aLeaderThatIsFrozenWhileItWritesHoldsUpNobody() throws Exception {
      final long led =
          database().leases().take("frozen", Duration.ofMillis(-1), 0, false).orElseThrow();
      database().writeUnder(led);
      final CountDownLatch writing = new CountDownLatch(1);
      final CountDownLatch thawed = new CountDownLatch(1);
      final CompletableFuture<Void> write =
          CompletableFuture.runAsync(
              () ->
                  database()
                      .transactions()
                      .writing(handle -> {
                        writing.countDown();
                        return await(thawed) && handle.execute("delete from entry") >= 0;
                      }),
              Thread::startVirtualThread);
      assertThat(await(writing)).isTrue();

      final CompletableFuture<OptionalLong> next =
          CompletableFuture.supplyAsync(
              () -> other().leases().take("next", LONG, 0, false), Thread::startVirtualThread);
      assertThat(next.get(LONG.toSeconds(), TimeUnit.SECONDS)).isPresent();

      thawed.countDown();
      assertThatThrownBy(() -> write.get(LONG.toSeconds(), TimeUnit.SECONDS))
          .hasCauseInstanceOf(StoreException.class);
      assertThat(database().leases().renew(led, LONG)).isFalse();
    }

    private static boolean await(CountDownLatch latch) {
      try {
        return latch.await(LONG.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    @AfterEach
    void close() {
      opened.close();
    }
  }

  /** What a test has opened. */
  private static final class Opened {
    private final Map<Integer, Database> all = new TreeMap<>();

    Database at(int process, StoreUrl url) {
      return all.computeIfAbsent(
          process,
          _ -> Database.open(url, new CoordinatorMetrics(SystemClock.INSTANCE, "test").database()));
    }

    void close() {
      all.values().forEach(Database::close);
    }
  }
}
