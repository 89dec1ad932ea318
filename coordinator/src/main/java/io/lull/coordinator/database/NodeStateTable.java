package io.lull.coordinator.database;

import io.lull.coordinator.core.store.NodeArchive.Turn;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.core.store.NodeHistory.Place;
import io.lull.protocol.model.NodeState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** The changes of nodes' states as rows, within a transaction of the caller's. */
final class NodeStateTable {
  private static final long FIRST_LOOK_MILLIS = Duration.ofHours(1).toMillis();
  private static final int FURTHER = 4;

  private NodeStateTable() {}

  /** How many there were. */
  static int append(Handle handle, List<Change> changes) {
    changes.forEach(change -> append(handle, change));
    return changes.size();
  }

  private static void append(Handle handle, Change change) {
    final int replaced =
        handle
            .createUpdate(
                "update node_state set state = :state where node = :node and at_millis = :at")
            .bind("node", change.node())
            .bind("at", change.atMillis())
            .bind("state", change.state().wire())
            .execute();
    if (replaced == 0) {
      handle
          .createUpdate(
              "insert into node_state (node, at_millis, state) values (:node, :at, :state)")
          .bind("node", change.node())
          .bind("at", change.atMillis())
          .bind("state", change.state().wire())
          .execute();
    }
  }

  static Map<String, NodeState> statesBefore(Handle handle, long millis) {
    return states(
        handle,
        handle
            .createQuery(
                "select node, max(at_millis) from node_state where at_millis < :millis"
                    + " group by node")
            .bind("millis", millis));
  }

  /**
   * Each state is looked up by its key: joined with the newest moments in one query, these would be
   * sought again for every change that there is.
   */
  private static Map<String, NodeState> states(Handle handle, Query newest) {
    final Map<String, Long> moments = new HashMap<>();
    newest
        .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(entry -> moments.put(entry.getKey(), entry.getValue()));
    final Map<String, NodeState> states = new HashMap<>();
    moments.forEach((node, at) ->
        handle
            .createQuery("select state from node_state where node = :node and at_millis = :at")
            .bind("node", node)
            .bind("at", at)
            .mapTo(String.class)
            .findOne()
            .ifPresent(state -> states.put(node, NodeState.of(state))));
    return states;
  }

  static List<Change> between(Handle handle, long fromMillis, long untilMillis) {
    return changes(
        handle,
        "at_millis >= :at and at_millis < :until",
        Map.of("at", fromMillis, "until", untilMillis),
        Integer.MAX_VALUE);
  }

  static List<Change> after(Handle handle, Place place, int most) {
    return changes(
        handle,
        "at_millis >= :at and (at_millis > :at or node > :node)",
        Map.of("at", place.atMillis(), "node", place.node()),
        most);
  }

  /** Of these nodes alone. */
  static Map<String, NodeState> statesBefore(Handle handle, Collection<String> nodes, long millis) {
    return states(
        handle,
        handle
            .createQuery(
                "select node, max(at_millis) from node_state"
                    + " where node in (<nodes>) and at_millis < :millis group by node")
            .bindList("nodes", List.copyOf(nodes))
            .bind("millis", millis));
  }

  /** Of these nodes alone. */
  static List<Change> between(
      Handle handle, Collection<String> nodes, long fromMillis, long untilMillis) {
    return handle
        .createQuery(
            "select node, at_millis, state from node_state where node in (<nodes>)"
                + " and at_millis >= :at and at_millis < :until order by at_millis, node")
        .bindList("nodes", List.copyOf(nodes))
        .bind("at", fromMillis)
        .bind("until", untilMillis)
        .map((row, context) -> change(row))
        .list();
  }

  /** What was before is looked up once for all: a look for each change would take minutes. */
  static List<Turn> backFrom(Handle handle, Place place, int most) {
    final List<Change> newest = newest(handle, place, most);
    if (newest.isEmpty()) {
      return List.of();
    }
    final Change oldest = newest.getLast();
    final Map<String, NodeState> before = statesBefore(handle, oldest.atMillis());
    // Others of the same moment, which did not come in any more.
    changes(
            handle,
            "at_millis = :at and node < :node",
            Map.of("at", oldest.atMillis(), "node", oldest.node()),
            Integer.MAX_VALUE)
        .forEach(change -> before.put(change.node(), change.state()));
    final List<Turn> turns = new ArrayList<>();
    for (final Change change : newest.reversed()) {
      final NodeState last = before.put(change.node(), change.state());
      turns.add(new Turn(change, Optional.ofNullable(last)));
    }
    return turns.reversed();
  }

  /** From longer and longer ago: H2 sorts all that it is asked about, however few are wanted. */
  private static List<Change> newest(Handle handle, Place place, int most) {
    final long first =
        handle
            .createQuery("select min(at_millis) from node_state")
            .mapTo(Long.class)
            .findOne()
            .orElse(Long.MAX_VALUE);
    for (long back = FIRST_LOOK_MILLIS; ; back *= FURTHER) {
      final List<Change> found =
          handle
              .createQuery(
                  "select node, at_millis, state from node_state where at_millis >= :from"
                      + " and at_millis <= :at and (at_millis < :at or node < :node)"
                      + " order by at_millis desc, node desc limit :most")
              .bind("from", place.atMillis() - back)
              .bind("at", place.atMillis())
              .bind("node", place.node())
              .bind("most", most)
              .map((row, context) -> change(row))
              .list();
      if (found.size() == most || place.atMillis() - back <= first) {
        return found;
      }
    }
  }

  private static Change change(ResultSet row) throws SQLException {
    return new Change(row.getString(1), NodeState.of(row.getString(3)), row.getLong(2));
  }

  private static List<Change> changes(
      Handle handle, String condition, Map<String, ?> values, int most) {
    return handle
        .createQuery(
            "select node, at_millis, state from node_state where "
                + condition
                + " order by at_millis, node limit :most")
        .bindMap(values)
        .bind("most", most)
        .map((row, context) -> change(row))
        .list();
  }
}
