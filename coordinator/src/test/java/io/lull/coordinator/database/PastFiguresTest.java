package io.lull.coordinator.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.availability.Availability;
import io.lull.coordinator.availability.Availability.Window;
import io.lull.coordinator.availability.Lane;
import io.lull.coordinator.store.NodeDay;
import io.lull.coordinator.store.NodeHistory.Change;
import io.lull.coordinator.store.NodeHistory.Place;
import io.lull.coordinator.vitals.Vitals;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a coordinator takes to tell what 500 nodes were used for in a year; for
 * docs/measurements.md, with {@code -Dlull.figures=true}.
 */
@EnabledIfSystemProperty(named = "lull.figures", matches = "true")
final class PastFiguresTest {
  private static final int NODES = 500;
  private static final int DAYS_IN_HOURS = 335;
  private static final int DAYS_EXACT = 30;
  private static final int CHANGES_A_DAY = 16;
  private static final int WARM_UP = 2;
  private static final int ROUNDS = 9;
  private static final long DAY = NodeDay.DAY_MILLIS;
  private static final long NOW = Instant.parse("2026-11-23T12:00:00Z").toEpochMilli();
  private static final long TODAY = NodeDay.dayOf(NOW);
  private static final List<NodeState> STATES =
      List.of(NodeState.OWNER, NodeState.AVAILABLE, NodeState.RUNNING, NodeState.OFFLINE);

  @TempDir private Path folder;

  @Test
  void aYearOfFiveHundredNodesIsToldQuickly() {
    try (Database database =
        Database.open(
            StoreUrl.inFolder(folder), new Vitals(SystemClock.INSTANCE, "test").database())) {
      fill(database);
      say("the first picture: 21 hours in buckets of 5 min", () -> told(database, 1, "PT5M"));
      say("a week in hours", () -> told(database, 7, "PT1H"));
      say("256 days in days", () -> told(database, 256, "PT24H"));
      say("12 weeks in hours", () -> told(database, 84, "PT1H"));
      final List<String> ten = new ArrayList<>();
      for (int n = 0; n < 10; n++) {
        ten.add("ws" + n);
      }
      final Window year = new Window(NOW - 365 * DAY, NOW, Duration.ofHours(9));
      say(
          "lanes of 10 nodes over a year",
          () -> Lane.of(year, database.past().lives(ten, year.fromMillis(), NOW), ten).size());
      say(
          "2,000 changes backwards",
          () -> database.past().backFrom(Place.before(NOW), 2000).size());
    }
  }

  private static int told(Database database, int days, String bucket) {
    final Window window = new Window(NOW - days * DAY, NOW, Duration.parse(bucket));
    return Availability.of(
            window, database.past().between(window.fromMillis(), NOW), ZoneOffset.UTC)
        .buckets()
        .size();
  }

  private static void say(String what, Supplier<Integer> work) {
    final double[] millis = new double[ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      final long begin = System.nanoTime();
      assertThat(work.get()).isPositive();
      if (round >= 0) {
        millis[round] = (System.nanoTime() - begin) / 1e6;
      }
    }
    Arrays.sort(millis);
    System.out.printf(
        "figure: %s: %.0f ms (%.0f to %.0f)%n",
        what, millis[ROUNDS / 2], millis[0], millis[ROUNDS - 1]);
  }

  private static List<Change> day(String node, long day, RandomGenerator random) {
    final List<Change> changes = new ArrayList<>();
    for (int c = 0; c < CHANGES_A_DAY; c++) {
      final long at = c == 0 ? day : day + c * DAY / CHANGES_A_DAY + random.nextInt(3_600_000);
      changes.add(new Change(node, STATES.get(random.nextInt(STATES.size())), at));
    }
    return changes;
  }

  private static void fill(Database database) {
    final RandomGenerator random = new SplittableRandom(1);
    for (int d = -DAYS_IN_HOURS - DAYS_EXACT; d <= 0; d++) {
      final long day = TODAY + d * DAY;
      final boolean exact = d > -DAYS_EXACT;
      database.writing(handle -> {
        final PreparedBatch batch =
            handle.prepareBatch(
                exact
                    ? "insert into node_state (node, at_millis, state) values (?, ?, ?)"
                    : "insert into node_day (node, day_millis, content) values (?, ?, ?)");
        for (int n = 0; n < NODES; n++) {
          final String node = "ws" + n;
          final List<Change> changes = day(node, day, random);
          if (exact) {
            changes.forEach(change -> batch.add(node, change.atMillis(), change.state().wire()));
          } else {
            batch.add(node, day, NodeDay.of(day, changes).toBytes());
          }
        }
        return batch.execute().length;
      });
    }
  }
}
