package io.lull.coordinator.core.control;

import io.lull.coordinator.core.store.AccountStore;
import io.lull.protocol.records.AccountRecord;
import io.lull.protocol.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Each user's use of the grid by month, in node-seconds, as accounts are kept; used by the control
 * loop's thread alone.
 */
final class MonthlyUse {
  /** Earlier ones are dropped. */
  static final int KEPT_MONTHS = 24;

  private static final Comparator<Entry> BY_MONTH_AND_USER =
      Comparator.comparing(Entry::month).thenComparing(Entry::user);

  private final AccountStore store;
  private final Clock clock;
  private final ZoneId zone;
  private final Map<Entry, Double> nodeSeconds = new TreeMap<>(BY_MONTH_AND_USER);
  private final Set<Entry> unstored = new HashSet<>();

  /** A line of the accounts. */
  record Entry(YearMonth month, String user) {}

  /**
   * @param zone in which months begin
   */
  MonthlyUse(AccountStore store, Clock clock, ZoneId zone) {
    this.store = store;
    this.clock = clock;
    this.zone = zone;
    store
        .all()
        .forEach(record ->
            nodeSeconds.put(
                new Entry(YearMonth.parse(record.getMonth()), record.getUser()),
                record.getNodeSeconds()));
  }

  private YearMonth month() {
    return YearMonth.from(Instant.ofEpochMilli(clock.epochMillis()).atZone(zone));
  }

  void add(String user, double seconds) {
    final Entry entry = new Entry(month(), user);
    nodeSeconds.merge(entry, seconds, Double::sum);
    unstored.add(entry);
  }

  /** The oldest month first, and by user. */
  List<AccountRecord> all() {
    return nodeSeconds.keySet().stream().map(this::record).toList();
  }

  private AccountRecord record(Entry entry) {
    return AccountRecord.newBuilder()
        .setMonth(entry.month().toString())
        .setUser(entry.user())
        .setNodeSeconds(nodeSeconds.getOrDefault(entry, 0.0))
        .build();
  }

  /** Writes what has changed, and drops what is older than it is kept. */
  void store() {
    store.put(unstored.stream().map(this::record).toList());
    unstored.clear();
    final YearMonth first = month().minusMonths(KEPT_MONTHS);
    final List<Entry> old =
        nodeSeconds.keySet().stream().filter(entry -> entry.month().isBefore(first)).toList();
    store.remove(old.stream().map(this::record).toList());
    old.forEach(nodeSeconds::remove);
  }
}
