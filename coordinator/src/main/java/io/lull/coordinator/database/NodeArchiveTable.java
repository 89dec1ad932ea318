package io.lull.coordinator.database;

import io.lull.coordinator.core.store.NodeArchive;
import io.lull.coordinator.core.store.NodeDay;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.core.store.NodeHistory.Place;
import io.lull.protocol.model.NodeState;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/** Old days as a row for each node, beside the changes of newer ones. */
final class NodeArchiveTable implements NodeArchive {
  /** More days are not kept; each takes some kilobytes. */
  private static final int MOST_SUMS = 500;

  private final Transactions transactions;
  private final Map<Long, Sum> sums = new ConcurrentHashMap<>();
  private final RecentDays recent = new RecentDays();

  /** Of all nodes, of one day. */
  private record Sum(long rows, Map<Long, Map<NodeState, Long>> hours) {}

  NodeArchiveTable(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Changes from that moment on have come. */
  void changed(long fromMillis) {
    recent.changed(fromMillis);
  }

  @Override
  public Stretch between(long fromMillis, long untilMillis) {
    try (RecentDays.Reading reading = recent.reading()) {
      return ofOneMoment(handle -> exact(handle, fromMillis, untilMillis, reading));
    }
  }

  private Stretch exact(
      Handle handle, long fromMillis, long untilMillis, RecentDays.Reading reading) {
    final long day = NodeDay.dayOf(fromMillis);
    final Map<String, NodeState> before = new HashMap<>();
    if (day > lastInHours(handle)) {
      before.putAll(recent.statesAt(handle, day, reading));
      NodeStateTable.between(handle, day, fromMillis)
          .forEach(change -> before.put(change.node(), change.state()));
    } else {
      before.putAll(NodeStateTable.statesBefore(handle, fromMillis));
    }
    return new Stretch(
        hours(handle, fromMillis, untilMillis),
        fromMillis,
        before,
        NodeStateTable.between(handle, fromMillis, untilMillis));
  }

  @Override
  public Stretch inHours(long fromMillis, long untilMillis) {
    try (RecentDays.Reading reading = recent.reading()) {
      return ofOneMoment(handle -> inHours(handle, fromMillis, untilMillis, reading));
    }
  }

  private Stretch inHours(
      Handle handle, long fromMillis, long untilMillis, RecentDays.Reading reading) {
    final long firstExact =
        Math.max(NodeDay.dayOf(fromMillis), lastInHours(handle) + NodeDay.DAY_MILLIS);
    final long last = NodeDay.dayOf(untilMillis);
    if (firstExact > last || !whole(handle, fromMillis, firstExact)) {
      return exact(handle, fromMillis, untilMillis, reading);
    }
    final Map<Long, Map<NodeState, Long>> hours =
        new HashMap<>(hours(handle, fromMillis, untilMillis));
    for (long day = firstExact; day < last; day += NodeDay.DAY_MILLIS) {
      hours.putAll(recent.sum(handle, day, reading));
    }
    hours.keySet().removeIf(hour -> hour < fromMillis || hour >= untilMillis);
    return new Stretch(
        hours,
        Math.max(last, fromMillis),
        recent.statesAt(handle, last, reading),
        NodeStateTable.between(handle, last, untilMillis));
  }

  /** Whether all of that time is made into hours, and nothing of it is left as it was. */
  private static boolean whole(Handle handle, long fromMillis, long untilMillis) {
    return fromMillis >= untilMillis
        || handle
            .createQuery("select min(at_millis) from node_state")
            .mapTo(Long.class)
            .findOne()
            .filter(oldest -> oldest < untilMillis)
            .isEmpty();
  }

  /** The newest day of which anything was made into hours; long ago: there is none. */
  private static long lastInHours(Handle handle) {
    return handle
        .createQuery("select max(day_millis) from node_day")
        .mapTo(Long.class)
        .findOne()
        .orElse(Long.MIN_VALUE / 2);
  }

  @Override
  public Lives lives(Collection<String> nodes, long fromMillis, long untilMillis) {
    return ofOneMoment(handle ->
        new Lives(
            days(handle, nodes, fromMillis, untilMillis),
            NodeStateTable.statesBefore(handle, nodes, fromMillis),
            NodeStateTable.between(handle, nodes, fromMillis, untilMillis)));
  }

  @Override
  public List<Turn> backFrom(Place place, int most) {
    return ofOneMoment(handle -> NodeStateTable.backFrom(handle, place, most));
  }

  /** A day may be made into hours between two looks. */
  private <T> T ofOneMoment(HandleCallback<T, RuntimeException> look) {
    return transactions.reading(
        handle -> handle.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, look));
  }

  private static Map<String, Map<Long, NodeDay>> days(
      Handle handle, Collection<String> nodes, long fromMillis, long untilMillis) {
    final Map<String, Map<Long, NodeDay>> days = new HashMap<>();
    handle
        .createQuery(
            "select node, day_millis, content from node_day"
                + " where day_millis > :from and day_millis < :until and node in (<nodes>)")
        .bind("from", fromMillis - NodeDay.DAY_MILLIS)
        .bind("until", untilMillis)
        .bindList("nodes", List.copyOf(nodes))
        .setFetchSize(1000)
        .map((row, context) ->
            days.computeIfAbsent(row.getString("node"), _ -> new HashMap<>())
                .put(row.getLong("day_millis"), NodeDay.fromBytes(row.getBytes("content"))))
        .forEach(_ -> {});
    return days;
  }

  /**
   * Sums of days are kept in memory for as long as the days have as many rows: a row never changes,
   * and days are forgotten as a whole.
   */
  private Map<Long, Map<NodeState, Long>> hours(Handle handle, long fromMillis, long untilMillis) {
    final Map<Long, Map<NodeState, Long>> hours = new HashMap<>();
    handle
        .createQuery(
            "select day_millis, count(*) from node_day"
                + " where day_millis > :from and day_millis < :until group by day_millis")
        .bind("from", fromMillis - NodeDay.DAY_MILLIS)
        .bind("until", untilMillis)
        .map((row, context) -> Map.entry(row.getLong(1), row.getLong(2)))
        .list()
        .forEach(day -> hours.putAll(sum(handle, day.getKey(), day.getValue())));
    hours
        .keySet()
        .removeIf(hour -> hour + NodeDay.HOUR_MILLIS <= fromMillis || hour >= untilMillis);
    return hours;
  }

  private Map<Long, Map<NodeState, Long>> sum(Handle handle, long day, long rows) {
    final Sum known = sums.get(day);
    if (known != null && known.rows() == rows) {
      return known.hours();
    }
    final Map<Long, Map<NodeState, Long>> hours = new HashMap<>();
    handle
        .createQuery("select content from node_day where day_millis = :day")
        .bind("day", day)
        .map((row, context) -> NodeDay.fromBytes(row.getBytes("content")))
        .forEach(content -> content.addTo(hours, day));
    if (sums.size() < MOST_SUMS) {
      sums.put(day, new Sum(rows, hours));
    }
    return hours;
  }

  @Override
  public int condense(long beforeMillis, int most) {
    final long end = NodeDay.dayOf(beforeMillis);
    final Optional<Long> oldest =
        transactions.reading(handle ->
            handle
                .createQuery("select min(at_millis) from node_state where at_millis < :end")
                .bind("end", end)
                .mapTo(Long.class)
                .findOne());
    if (oldest.isEmpty()) {
      return 0;
    }
    final long day = NodeDay.dayOf(oldest.get());
    final List<String> nodes =
        transactions.reading(handle ->
            handle
                .createQuery(
                    "select distinct node from node_state"
                        + " where at_millis >= :day and at_millis < :next limit :most")
                .bind("day", day)
                .bind("next", day + NodeDay.DAY_MILLIS)
                .bind("most", most)
                .mapTo(String.class)
                .list());
    return transactions.writing(handle -> {
      nodes.forEach(node -> condense(handle, node, day));
      return nodes.size();
    });
  }

  /** A day that is there already was made of changes that were earlier: it stays as it is. */
  private static void condense(Handle handle, String node, long day) {
    final long next = day + NodeDay.DAY_MILLIS;
    final List<Change> changes =
        handle
            .createQuery(
                "select at_millis, state from node_state"
                    + " where node = :node and at_millis >= :day and at_millis < :next"
                    + " order by at_millis")
            .bind("node", node)
            .bind("day", day)
            .bind("next", next)
            .map((row, context) ->
                new Change(node, NodeState.of(row.getString("state")), row.getLong("at_millis")))
            .list();
    if (changes.isEmpty()) {
      return;
    }
    handle
        .createUpdate(
            "insert into node_day (day_millis, node, content) values (:day, :node, :content)"
                + " on conflict do nothing")
        .bind("day", day)
        .bind("node", node)
        .bind("content", NodeDay.of(day, changes).toBytes())
        .execute();
    handle
        .createUpdate(
            "insert into node_state (node, at_millis, state) values (:node, :next, :state)"
                + " on conflict do nothing")
        .bind("node", node)
        .bind("next", next)
        .bind("state", changes.getLast().state().wire())
        .execute();
    handle
        .createUpdate(
            "delete from node_state"
                + " where node = :node and at_millis >= :day and at_millis < :next")
        .bind("node", node)
        .bind("day", day)
        .bind("next", next)
        .execute();
  }

  @Override
  public void forget(long beforeMillis) {
    final long last = NodeDay.dayOf(beforeMillis) - NodeDay.DAY_MILLIS;
    sums.keySet().removeIf(day -> day <= last);
    final Optional<Long> oldest =
        transactions.reading(handle ->
            handle.createQuery("select min(day_millis) from node_day").mapTo(Long.class).findOne());
    if (oldest.isPresent() && oldest.get() <= last) {
      // One day at a time: the next round has the next.
      transactions.writing(handle ->
          handle
              .createUpdate("delete from node_day where day_millis = :day")
              .bind("day", oldest.get())
              .execute());
    }
  }
}
