package io.lull.coordinator.control;

import io.lull.coordinator.dispatch.NodeEntry;
import io.lull.coordinator.session.NodeLink;
import io.lull.coordinator.session.ReportLedger;
import io.lull.coordinator.store.NameStore;
import io.lull.coordinator.store.NodeHistory;
import io.lull.coordinator.store.NodeStore;
import io.lull.coordinator.store.Sessions;
import io.lull.coordinator.vitals.ControlVitals;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.model.Role;
import io.lull.protocol.records.NodeRecord;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Vacated;
import io.lull.scheduling.habit.Outlook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes, who of them is there, and since when. Used by the control loop's thread alone. */
final class NodeTable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeTable.class);

  private final NodeStore store;
  private final NameStore names;
  private final NodeHistory history;
  private final HabitBook habits;
  private final Sessions sessions;
  private final Clock clock;
  private final ControlVitals vitals;
  private final Map<String, NodeSeat> seats = new TreeMap<>();
  private final Set<String> unstored = new HashSet<>();

  /** Those of whom something was heard since states were compared last. */
  private final Set<String> touched = new HashSet<>();

  /** On whom jobs had a process when states were compared last. */
  private Set<String> lastOccupied = Set.of();

  /** Whose last word the other members may not know. */
  private final Set<String> unshared = new HashSet<>();

  private boolean unplanned = true;
  private long judgedNanos;
  private long judgeAgainNanos;

  /**
   * @param names whose keys are known: those of a node change as its certificate is renewed
   */
  NodeTable(
      NodeStore store,
      NameStore names,
      NodeHistory history,
      HabitBook habits,
      Sessions sessions,
      Clock clock,
      ControlVitals vitals) {
    this.store = store;
    this.names = names;
    this.history = history;
    this.habits = habits;
    this.sessions = sessions;
    this.clock = clock;
    this.vitals = vitals;
    this.judgedNanos = clock.nanos();
    this.judgeAgainNanos = judgedNanos;
    for (final NodeRecord record : store.all()) {
      seats.put(record.getName(), new NodeSeat(record, absent(clock.epochMillis())));
      touched.add(record.getName());
    }
  }

  Optional<NodeSeat> find(String name) {
    return Optional.ofNullable(seats.get(name));
  }

  /** The node that this connection is of; empty when there is a newer one, or it was given up. */
  Optional<NodeSeat> seated(NodeLink link) {
    return find(link.node()).filter(seat -> seat.link == link);
  }

  Collection<NodeSeat> all() {
    return seats.values();
  }

  List<NodeEntry> entries() {
    return seats.values().stream().map(NodeSeat::entry).toList();
  }

  HabitBook habits() {
    return habits;
  }

  /** For how long an owner who is away is likely to stay away; nothing of one who is there. */
  Optional<Outlook> outlook(NodeSeat seat) {
    return seat.online && seat.status().getWilling()
        ? habits.outlook(seat.name())
        : Optional.empty();
  }

  /** Reads on in what was kept of nodes before this run. */
  void learn() {
    habits.learn(seats::containsKey);
  }

  /** To be called when anything may have become known of a node. */
  void noted(NodeSeat seat) {
    touched.add(seat.name());
    unplanned |= seat.turned();
  }

  /** A connected node says how it is. */
  void told(NodeSeat seat, NodeStatus status) {
    vitals.reclaimed(seat.status().getReclaims(), status.getReclaims());
    seat.told(status, clock.epochMillis());
    unshared.add(seat.name());
  }

  void vacated(NodeSeat seat, Vacated vacated) {
    vitals.vacated(vacated);
    LOG.info(
        "{} is free of {} after {} ms{}",
        seat.name(),
        vacated.getWorker(),
        Math.round(vacated.getMillis()),
        vacated.getKilled() ? ", by force" : "");
  }

  /** Whether any node has changed since the last call so that a job may gain or lose it. */
  boolean takeUnplanned() {
    final boolean taken = unplanned;
    unplanned = false;
    return taken;
  }

  /**
   * After a start: these have workers, and are given the time to come back. So are those that were
   * connected to the one who led before, but until they say so themselves nothing is started there.
   */
  void expect(Set<String> occupied) {
    for (final String name : occupied) {
      expect(
          name,
          NodeStatus.newBuilder()
              .setState(NodeState.RUNNING.wire())
              .setReason("the coordinator was restarted and waits for its agent")
              .setSinceEpochMillis(clock.epochMillis())
              .setWilling(true)
              .build());
    }
    sessions
        .former()
        .forEach((name, status) -> {
          if (!occupied.contains(name)) {
            expect(
                name,
                status.toBuilder()
                    .setReason("not heard from since another coordinator led")
                    .setWilling(false)
                    .build());
          }
        });
  }

  private void expect(String name, NodeStatus status) {
    final NodeSeat seat = seats.get(name);
    if (seat != null) {
      touched.add(name);
      seat.online = true;
      seat.returnDeadlineNanos = clock.nanos() + Timings.RELEARN.toNanos();
      seat.told(status, clock.epochMillis());
    }
  }

  /**
   * Seats an agent that said Hello, and takes the place of an earlier connection.
   *
   * @throws RefusedException when it is not the agent that it says it is
   */
  NodeSeat seat(NodeLink link, Hello hello, long fence) {
    final NodeSeat known = seats.get(link.node());
    if (known != null
        && !known.record.getKeySha256().equals(link.keySha256())
        && !names.has(Role.NODE, link.node(), link.keySha256())) {
      throw new RefusedException(
          RefusedException.Kind.NOT_ALLOWED,
          "the name '"
              + link.node()
              + "' belongs to another agent's certificate: enrol this one anew");
    }
    final NodeRecord record = record(link, hello.getFacts(), known);
    if (known == null || !known.record.equals(record)) {
      unstored.add(link.node());
    }
    final NodeSeat seat = known == null ? new NodeSeat(record, hello.getStatus()) : known;
    seat.record = record;
    seat.told(hello.getStatus(), clock.epochMillis());
    final NodeLink older = seat.link;
    final boolean sameRun = seat.ledger.incarnation().equals(hello.getIncarnation());
    if (older != null) {
      older.refuse(
          fence,
          sameRun
              ? "this connection was replaced by a newer one"
              : "another agent of the name '" + link.node() + "' has connected",
          !sameRun);
    }
    if (!sameRun) {
      seat.ledger = new ReportLedger(hello.getIncarnation());
    }
    seat.link = link;
    seat.online = true;
    seat.toldNanos = clock.nanos();
    unshared.add(link.node());
    seats.put(link.node(), seat);
    noted(seat);
    LOG.info("{} is there", link.node());
    return seat;
  }

  /** The connection is gone; the node has a little time to come back. */
  void unseat(NodeLink link) {
    final NodeSeat seat = seats.get(link.node());
    if (seat != null && seat.link == link) {
      seat.link = null;
      seat.returnDeadlineNanos = clock.nanos() + Timings.RETURN.toNanos();
    }
  }

  /** Gives up the nodes that were silent or away for too long, and names them. */
  List<String> giveUp() {
    final long now = clock.nanos();
    final long pause = now - judgedNanos;
    judgedNanos = now;
    if (pause > Timings.OWN_PAUSE.toNanos()) {
      // What the nodes said while this process stood still has yet to be read.
      judgeAgainNanos = now + Timings.SILENCE.toNanos();
    }
    if (now - judgeAgainNanos < 0) {
      return List.of();
    }
    final List<String> lost = new ArrayList<>();
    for (final NodeSeat seat : seats.values()) {
      final NodeLink link = seat.link;
      if (!seat.online) {
        continue;
      }
      final Duration silence = seat.hasGuest() ? Timings.SILENCE : Timings.CALM_SILENCE;
      final boolean silent = link != null && now - link.heardNanos() > silence.toNanos();
      final boolean away = link == null && now - seat.returnDeadlineNanos > 0;
      if (silent || away) {
        seat.online = false;
        seat.told(absent(clock.epochMillis()), clock.epochMillis());
        seat.link = null;
        unshared.add(seat.name());
        if (link != null) {
          link.close(io.grpc.Status.UNAVAILABLE.withDescription("nothing was heard for too long"));
        }
        LogContext.ofNode(
            seat.name(),
            () ->
                LOG.info(
                    "{} is lost: {}",
                    seat.name(),
                    silent ? "it says nothing" : "it did not come back"));
        noted(seat);
        lost.add(seat.name());
      }
    }
    return lost;
  }

  /** It was put out: whatever it still says is not heard, and its name is free. */
  void forget(String name, long fence, String why) {
    final NodeSeat seat = seats.remove(name);
    if (seat == null) {
      return;
    }
    final NodeLink link = seat.link;
    if (link != null) {
      link.refuse(fence, why, true);
    }
    if (seat.shown != NodeState.OFFLINE) {
      history.append(List.of(new NodeHistory.Change(name, NodeState.OFFLINE, clock.epochMillis())));
    }
    habits.forget(name);
    unstored.remove(name);
    touched.remove(name);
    store.remove(name);
    sessions.gone(name);
    unplanned = true;
    LOG.info("{} is put out", name);
  }

  NodeSeat drain(NodeSeat seat, boolean drained, String by) {
    final NodeRecord record =
        seat.record.toBuilder().setDrained(drained).setDrainedBy(drained ? by : "").build();
    unstored.add(seat.name());
    seat.record = record;
    noted(seat);
    return seat;
  }

  /**
   * Writes what changed since the last call, and who changed state. Looks only at those who may
   * have: of thousands of nodes one says a word at a time.
   */
  void store(Set<String> occupied) {
    if (!unstored.isEmpty()) {
      final List<NodeRecord> records = new ArrayList<>();
      for (final String name : unstored) {
        find(name).ifPresent(seat -> records.add(seat.record));
      }
      store.put(records);
      unstored.clear();
    }
    final Set<String> compared = new HashSet<>(touched);
    if (!occupied.equals(lastOccupied)) {
      compared.addAll(occupied);
      compared.addAll(lastOccupied);
    }
    final List<NodeHistory.Change> changes = new ArrayList<>();
    for (final String name : compared) {
      final NodeSeat seat = seats.get(name);
      if (seat != null && seat.state(occupied.contains(name)) != seat.shown) {
        changes.add(
            new NodeHistory.Change(name, seat.state(occupied.contains(name)), clock.epochMillis()));
      }
    }
    if (!changes.isEmpty()) {
      history.append(changes);
      habits.changed(changes);
      changes.forEach(change -> find(change.node()).ifPresent(seat -> seat.shown = change.state()));
    }
    touched.clear();
    lastOccupied = Set.copyOf(occupied);
    share();
  }

  /** Has the other members know what was said, for whoever of them leads next. */
  private void share() {
    for (final String name : unshared) {
      final NodeSeat seat = seats.get(name);
      if (seat == null) {
        sessions.gone(name);
      } else if (!seat.online) {
        seat.dropNews();
        sessions.gone(name);
      } else {
        seat.takeNews().ifPresent(news -> sessions.said(name, news));
      }
    }
    unshared.clear();
  }

  private NodeRecord record(
      NodeLink link, NodeFacts facts, @org.jspecify.annotations.Nullable NodeSeat known) {
    final NodeRecord.Builder record =
        known == null
            ? NodeRecord.newBuilder().setName(link.node()).setFirstSeen(clock.epochMillis())
            : known.record.toBuilder();
    return record.setKeySha256(link.keySha256()).setFacts(facts).build();
  }

  private static NodeStatus absent(long sinceMillis) {
    return NodeStatus.newBuilder()
        .setState(NodeState.OFFLINE.wire())
        .setReason("its agent is not connected")
        .setSinceEpochMillis(sinceMillis)
        .build();
  }
}
