package io.lull.coordinator.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.coordinator.availability.Availability;
import io.lull.coordinator.availability.Availability.Window;
import io.lull.coordinator.availability.NodeUse;
import io.lull.coordinator.core.store.NodeArchive;
import io.lull.coordinator.core.store.NodeDay;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.core.store.NodeHistory.Place;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.postgres.OwnPostgres;
import io.lull.testkit.random.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of old changes; the same of an embedded H2 and of a PostgreSQL. */
final class NodeArchiveTest {
  private static final long DAY = NodeDay.DAY_MILLIS;
  private static final long HOUR = NodeDay.HOUR_MILLIS;

  /** Two days before clocks are set back in Berlin, and eight before they are in New York. */
  private static final long START = Instant.parse("2026-10-23T00:00:00Z").toEpochMilli();

  private static final List<ZoneId> ZONES =
      List.of(ZoneId.of("UTC"), ZoneId.of("Europe/Berlin"), ZoneId.of("America/New_York"));

  private static final List<NodeState> STATES = List.of(NodeState.values());

  /** What both must do. */
  abstract static class Promises {
    @RegisterExtension final Seed seed = Seed.ofThisRun();

    abstract Database database();

    @Test
    void hoursHaveTheTotalsThatTheChangesHad() {
      final RandomGenerator random = seed.random();
      for (int n = 0; n < 6; n++) {
        database().append(life("ws" + n, random, 14));
      }
      final Window whole = new Window(START, START + 14 * DAY, Duration.ofHours(1));
      final Window within =
          new Window(
              START + random.nextInt(100) * HOUR,
              START + (110 + random.nextInt(200)) * HOUR,
              Duration.ofHours(1 + random.nextInt(30)));
      final List<Availability> exact = seen(whole, within);

      condenseAll(START + 9 * DAY + 5 * HOUR, 1 + random.nextInt(7));

      final List<Availability> after = seen(whole, within);
      for (int i = 0; i < exact.size(); i++) {
        same(after.get(i), exact.get(i));
      }
      assertThat(database().between(START, START + 9 * DAY)).isEmpty();
      assertThat(database().between(START + 9 * DAY, START + 14 * DAY)).isNotEmpty();
    }

    @Test
    void hoursTellOfDaysThatAreOverWhatChangesTell() {
      final RandomGenerator random = seed.random();
      for (int n = 0; n < 6; n++) {
        database().append(life("ws" + n, random, 14));
      }
      final List<Window> windows = new ArrayList<>();
      for (int w = 0; w < 6; w++) {
        final long from = START + random.nextInt(13 * 24) * HOUR;
        windows.add(
            new Window(
                from,
                from + 1 + random.nextLong(START + 15 * DAY - from),
                Duration.ofHours(1 + random.nextInt(30))));
      }
      for (int round = 0; round < 4; round++) {
        for (final Window window : windows) {
          // What is in memory by now, after what was written since, and what a new one reads.
          final NodeArchive remembering = database().past();
          final NodeArchive reading = new NodeArchiveTable(database().transactions());
          same(hourly(remembering, window), exact(reading, window));
          final Window shifted =
              new Window(
                  window.fromMillis() + random.nextLong(HOUR),
                  window.untilMillis() + HOUR,
                  window.bucket());
          same(exact(remembering, shifted), exact(reading, shifted));
        }
        switch (round) {
          // Of a clock that was set back, among others.
          case 0 -> database().append(life("late", random, 14));
          case 1 -> database().past().condense(START + 3 * DAY, 2);
          default -> condenseAll(START + 9 * DAY, 3);
        }
      }
    }

    @Test
    void whatIsReadWhileSomethingEarlierIsWrittenIsNotKept() {
      database().append(List.of(new Change("ws1", NodeState.OWNER, START)));
      final RecentDays recent = new RecentDays();
      try (RecentDays.Reading reading = recent.reading()) {
        recent.changed(START + DAY - 1);
        assertThat(lastHour(recent, reading)).containsOnlyKeys(NodeState.OWNER);
      }
      database().append(List.of(new Change("ws1", NodeState.AVAILABLE, START + DAY - 1)));
      try (RecentDays.Reading reading = recent.reading()) {
        assertThat(lastHour(recent, reading)).containsEntry(NodeState.AVAILABLE, 1L);
      }
    }

    @Test
    void whatIsWrittenOfLaterDaysKeepsNothingFromBeingKept() {
      database().append(List.of(new Change("ws1", NodeState.OWNER, START)));
      final RecentDays recent = new RecentDays();
      try (RecentDays.Reading reading = recent.reading()) {
        recent.changed(START + DAY);
        assertThat(lastHour(recent, reading)).containsOnlyKeys(NodeState.OWNER);
      }
      // Of this it was not told: what it says is what it remembers.
      database().append(List.of(new Change("ws1", NodeState.AVAILABLE, START + DAY - 1)));
      try (RecentDays.Reading reading = recent.reading()) {
        assertThat(lastHour(recent, reading)).containsOnlyKeys(NodeState.OWNER);
      }
    }

    /** Of the first day. */
    private Map<NodeState, Long> lastHour(RecentDays recent, RecentDays.Reading reading) {
      return database()
          .transactions()
          .reading(handle -> recent.sum(handle, START, reading))
          .getOrDefault(START + DAY - HOUR, Map.of());
    }

    private static Availability hourly(NodeArchive past, Window window) {
      return Availability.of(
          window, past.inHours(window.fromMillis(), window.untilMillis()), ZoneOffset.UTC);
    }

    private static Availability exact(NodeArchive past, Window window) {
      return Availability.of(
          window, past.between(window.fromMillis(), window.untilMillis()), ZoneOffset.UTC);
    }

    @Test
    void whatIsNewerStaysAsItWas() {
      database().append(life("ws1", seed.random(), 14));
      final List<Change> newer = database().between(START + 9 * DAY + 1, START + 14 * DAY);
      final Map<String, NodeState> states = database().statesBefore(START + 9 * DAY + 1);
      condenseAll(START + 9 * DAY, 5);
      assertThat(database().between(START + 9 * DAY + 1, START + 14 * DAY)).isEqualTo(newer);
      assertThat(database().statesBefore(START + 9 * DAY + 1)).isEqualTo(states);
    }

    @Test
    void aNodeThatNeverChangedAgainCountsOnUntilNow() {
      database().append(List.of(new Change("ws1", NodeState.OWNER, START + 90 * 60_000)));
      condenseAll(START + 5 * DAY, 3);
      final Availability seen =
          Availability.of(
              new Window(START, START + 7 * DAY, Duration.ofHours(1)),
              database().past().between(START, START + 7 * DAY),
              ZoneId.of("UTC"));
      assertThat(seen.buckets().stream().map(bucket -> bucket.of(NodeUse.OWNER)).toList())
          .startsWith(0.0, 0.5, 1.0)
          .endsWith(1.0)
          .satisfies(all ->
              assertThat(all.stream().mapToDouble(v -> v).sum()).isCloseTo(166.5, within(1e-6)));
    }

    @Test
    void aStepTakesSoManyNodesAtTheMostAndTheRestLater() {
      for (int n = 0; n < 5; n++) {
        database().append(List.of(new Change("ws" + n, NodeState.OWNER, START + n)));
      }
      assertThat(database().past().condense(START + DAY, 2)).isEqualTo(2);
      assertThat(database().past().condense(START + DAY, 2)).isEqualTo(2);
      assertThat(database().past().condense(START + DAY, 2)).isEqualTo(1);
      assertThat(database().past().condense(START + DAY, 2)).isZero();
      assertThat(database().between(0, START + DAY)).isEmpty();
    }

    @Test
    void aDayThatIsNotOverStays() {
      database().append(List.of(new Change("ws1", NodeState.OWNER, START)));
      assertThat(database().past().condense(START + DAY - 1, 2)).isZero();
      assertThat(database().between(START, START + 1)).hasSize(1);
    }

    @Test
    void aClockThatWasSetBackCountsNothingTwice() {
      database().append(List.of(new Change("ws1", NodeState.OWNER, START)));
      condenseAll(START + 3 * DAY, 2);
      database().append(List.of(new Change("ws1", NodeState.AVAILABLE, START + HOUR)));
      condenseAll(START + 3 * DAY, 2);
      assertThat(
              database().past().between(START, START + 4 * DAY).hours().values().stream()
                  .mapToLong(hour -> hour.values().stream().mapToLong(v -> v).sum()))
          .hasSize(72)
          .containsOnly(HOUR);
    }

    @Test
    void oldDaysAreForgottenOneAtATime() {
      database().append(List.of(new Change("ws1", NodeState.OWNER, START)));
      condenseAll(START + 4 * DAY, 2);
      database().past().forget(START + 2 * DAY);
      assertThat(database().past().between(START, START + 5 * DAY).hours()).hasSize(72);
      database().past().forget(START + 2 * DAY);
      database().past().forget(START + 2 * DAY);
      assertThat(database().past().between(START, START + 5 * DAY).hours()).hasSize(48);
    }

    @Test
    void someNodesAreToldOneByOneAndChangesBackwards() {
      for (int n = 0; n < 3; n++) {
        database().append(life("ws" + n, seed.random(), 6));
      }
      condenseAll(START + 2 * DAY, 5);
      final long from = START + DAY + HOUR;
      final long until = START + 5 * DAY;
      final NodeArchive.Stretch all = database().past().between(from, until);
      final NodeArchive.Lives lives = database().past().lives(List.of("ws0", "ws2"), from, until);
      assertThat(lives.changes())
          .isEqualTo(all.changes().stream().filter(c -> !c.node().equals("ws1")).toList());
      assertThat(lives.before().keySet()).isSubsetOf("ws0", "ws2");
      assertThat(lives.days().keySet()).isSubsetOf("ws0", "ws2");
      final List<NodeArchive.Turn> turns = new ArrayList<>();
      Place place = Place.before(until);
      for (int before = -1; before < turns.size(); ) {
        before = turns.size();
        turns.addAll(database().past().backFrom(place, 4));
        place = Place.of(turns.getLast().change());
      }
      assertThat(turns.stream().map(NodeArchive.Turn::change).toList().reversed())
          .isEqualTo(database().between(0, until));
      for (int t = 0; t < turns.size(); t++) {
        final String node = turns.get(t).change().node();
        assertThat(turns.get(t).before())
            .isEqualTo(
                turns.subList(t + 1, turns.size()).stream()
                    .map(NodeArchive.Turn::change)
                    .filter(change -> change.node().equals(node))
                    .map(Change::state)
                    .findFirst());
      }
    }

    private List<Availability> seen(Window... windows) {
      final List<Availability> seen = new ArrayList<>();
      for (final Window window : windows) {
        for (final ZoneId zone : ZONES) {
          seen.add(
              Availability.of(
                  window,
                  database().past().between(window.fromMillis(), window.untilMillis()),
                  zone));
        }
      }
      return seen;
    }

    private void condenseAll(long before, int most) {
      while (database().past().condense(before, most) > 0) {
        assertThat(most).isPositive();
      }
    }

    private void same(Availability one, Availability other) {
      assertThat(one.buckets()).hasSameSizeAs(other.buckets());
      for (int b = 0; b < one.buckets().size(); b++) {
        for (final NodeUse use : NodeUse.values()) {
          assertThat(one.buckets().get(b).of(use))
              .as("%s in bucket %d", use, b)
              .isCloseTo(other.buckets().get(b).of(use), within(1e-6));
        }
      }
      for (int h = 0; h < Availability.HOURS_A_WEEK; h++) {
        final double expected = other.byHourOfWeek().get(h);
        assertThat(one.byHourOfWeek().get(h))
            .as("hour %d of the week", h)
            .satisfies(part ->
                assertThat(Double.isNaN(expected) ? part.isNaN() : Math.abs(part - expected) < 1e-6)
                    .isTrue());
      }
    }

    private static List<Change> life(String node, RandomGenerator random, int days) {
      final List<Change> changes = new ArrayList<>();
      long at = START + random.nextLong(3 * DAY);
      while (at < START + days * DAY) {
        changes.add(new Change(node, STATES.get(random.nextInt(STATES.size())), at));
        // Some changes fall on full hours and on midnight.
        at =
            switch (random.nextInt(4)) {
              case 0 -> (at / HOUR + 1) * HOUR;
              case 1 -> (at / DAY + 1) * DAY;
              default -> at + 1 + random.nextLong(8 * HOUR);
            };
      }
      return changes;
    }
  }

  @Nested
  final class Embedded extends Promises {
    @TempDir private Path folder = Path.of("");
    private final Map<String, Database> open = new TreeMap<>();

    @Override
    Database database() {
      return open.computeIfAbsent("", _ -> opened(StoreUrl.inFolder(folder)));
    }

    @AfterEach
    void close() {
      open.values().forEach(Database::close);
    }
  }

  @Nested
  final class Postgres extends Promises {
    @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

    private final Map<String, Database> open = new TreeMap<>();

    @Override
    Database database() {
      return open.computeIfAbsent("", _ -> opened(StoreUrl.parse(postgres.newDatabase())));
    }

    @AfterEach
    void close() {
      open.values().forEach(Database::close);
    }
  }

  private static Database opened(StoreUrl url) {
    return Database.open(url, new CoordinatorMetrics(SystemClock.INSTANCE, "test").database());
  }
}
