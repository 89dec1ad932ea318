package io.lull.bench.grid;

import io.lull.coordinator.core.store.NodeDay;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The past of many nodes, as a coordinator keeps it: change by change as long as it does that, and
 * by hours before.
 */
public final class WrittenPast {
  private static final int DAYS_EXACT = 30;
  private static final int CHANGES_A_DAY = 16;
  private static final long STAY_MILLIS = 600_000;
  private static final int STAYS = 144;
  private static final long DAY = NodeDay.DAY_MILLIS;
  private static final int LATER_BY_MILLIS = 3_600_000;
  private static final List<NodeState> STATES =
      List.of(NodeState.OWNER, NodeState.AVAILABLE, NodeState.RUNNING, NodeState.OFFLINE);

  private WrittenPast() {}

  /**
   * Written while no coordinator runs.
   *
   * @param coordinator its data folder, whose tables are made
   * @param days that are over
   */
  public static void write(Path coordinator, List<String> nodes, int days, long nowMillis)
      throws SQLException {
    final RandomGenerator random = new SplittableRandom(1);
    try (Connection store = open(coordinator)) {
      store.setAutoCommit(false);
      for (int d = -days; d < 0; d++) {
        final long day = NodeDay.dayOf(nowMillis) + d * DAY;
        if (d < -DAYS_EXACT) {
          hours(store, nodes, day, random);
        } else {
          changes(store, nodes, day, random);
        }
        store.commit();
      }
    }
  }

  /**
   * Owners who have been away for ten minutes at a time, all day. Written while no coordinator
   * runs.
   *
   * @param coordinator its data folder, whose tables are made
   */
  public static void writeRestless(Path coordinator, List<String> nodes, long nowMillis)
      throws SQLException {
    final List<Change> changes = new ArrayList<>();
    for (int stay = STAYS; stay > 0; stay--) {
      final long from = nowMillis - stay * STAY_MILLIS;
      for (final String node : nodes) {
        changes.add(new Change(node, NodeState.AVAILABLE, from));
        changes.add(new Change(node, NodeState.OWNER, from + STAY_MILLIS - 1));
      }
    }
    try (Connection store = open(coordinator)) {
      write(store, changes);
    }
  }

  private static Connection open(Path coordinator) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:h2:file:"
            + coordinator.resolve("db/lull")
            + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;IFEXISTS=TRUE",
        "lull",
        "");
  }

  private static void hours(Connection store, List<String> nodes, long day, RandomGenerator random)
      throws SQLException {
    try (PreparedStatement insert =
        store.prepareStatement(
            "insert into node_day (node, day_millis, content) values (?, ?, ?)")) {
      for (final String node : nodes) {
        insert.setString(1, node);
        insert.setLong(2, day);
        insert.setBytes(3, NodeDay.of(day, day(node, day, random)).toBytes());
        insert.addBatch();
      }
      final int[] _ = insert.executeBatch();
    }
  }

  private static void changes(
      Connection store, List<String> nodes, long day, RandomGenerator random) throws SQLException {
    final List<Change> all = new ArrayList<>();
    nodes.forEach(node -> all.addAll(day(node, day, random)));
    write(store, all);
  }

  private static void write(Connection store, List<Change> changes) throws SQLException {
    try (PreparedStatement insert =
        store.prepareStatement(
            "insert into node_state (node, at_millis, state) values (?, ?, ?)")) {
      for (final Change change : changes) {
        insert.setString(1, change.node());
        insert.setLong(2, change.atMillis());
        insert.setString(3, change.state().wire());
        insert.addBatch();
      }
      final int[] _ = insert.executeBatch();
    }
  }

  private static List<Change> day(String node, long day, RandomGenerator random) {
    final List<Change> changes = new ArrayList<>();
    for (int c = 0; c < CHANGES_A_DAY; c++) {
      final long at =
          c == 0 ? day : day + c * DAY / CHANGES_A_DAY + random.nextInt(LATER_BY_MILLIS);
      changes.add(new Change(node, STATES.get(random.nextInt(STATES.size())), at));
    }
    return changes;
  }
}
