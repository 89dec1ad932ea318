package io.lull.coordinator.core.control;

import io.lull.coordinator.core.dispatch.NodeEntry;
import io.lull.coordinator.core.session.NodeSession;
import io.lull.coordinator.core.session.ReportLedger;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.NodeStore;
import io.lull.coordinator.core.store.Sessions;
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
import org.jspecify.annotations.Nullable;

/** The nodes, who of them is there, and since when. Used by the control loop's thread alone. */
final class NodeTable {
  private final NodeStore store;
  private final NameStore names;
  private final NodeHistory history;
  private final HabitBook habits;
  private final Sessions sessions;
  private final Clock clock;
  private final ControlObserver observer;
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
      ControlObserver observer) {
    this.store = store;
    this.names = names;
    this.history = history;
    this.habits = habits;
    this.sessions = sessions;
    this.clock = clock;
    this.observer = observer;
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
  Optional<NodeSeat> seated(NodeSession session) {
    return find(session.node()).filter(seat -> session.equals(seat.session));
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
    observer.reclaims(seat.status().getReclaims(), status.getReclaims());
    seat.told(status, clock.epochMillis());
    seat.learn(status);
    unshared.add(seat.name());
  }

  void vacated(NodeSeat seat, Vacated vacated) {
    observer.vacated(seat.name(), vacated);
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
  NodeSeat seat(NodeSession session, Hello hello, long fence) {
    final NodeSeat known = seats.get(session.node());
    if (known != null
        && !known.record.getKeySha256().equals(session.keySha256())
        && !names.has(Role.NODE, session.node(), session.keySha256())) {
      throw new RefusedException(
          RefusedException.Kind.NOT_ALLOWED,
          "the name '"
              + session.node()
              + "' belongs to another agent's certificate: enrol this one anew");
    }
    final NodeRecord record = record(session, hello.getFacts(), known);
    if (known == null || !known.record.equals(record)) {
      unstored.add(session.node());
    }
    final NodeSeat seat = known == null ? new NodeSeat(record, hello.getStatus()) : known;
    seat.record = record;
    seat.told(hello.getStatus(), clock.epochMillis());
    final NodeSession older = seat.session;
    final boolean sameRun = seat.ledger.incarnation().equals(hello.getIncarnation());
    if (older != null) {
      older.refuse(
          fence,
          sameRun
              ? "this connection was replaced by a newer one"
              : "another agent of the name '" + session.node() + "' has connected",
          !sameRun);
    }
    if (!sameRun) {
      seat.ledger = new ReportLedger(hello.getIncarnation());
    }
    seat.session = session;
    seat.online = true;
    seat.toldNanos = clock.nanos();
    unshared.add(session.node());
    seats.put(session.node(), seat);
    noted(seat);
    observer.nodeConnected(session.node());
    return seat;
  }

  /** The connection is gone; the node has a little time to come back. */
  void unseat(NodeSession session) {
    final NodeSeat seat = seats.get(session.node());
    if (seat != null && session.equals(seat.session)) {
      seat.session = null;
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
      final NodeSession session = seat.session;
      if (!seat.online) {
        continue;
      }
      final Duration silence = seat.hasGuest() ? Timings.SILENCE : Timings.CALM_SILENCE;
      final boolean silent = session != null && now - session.heardNanos() > silence.toNanos();
      final boolean away = session == null && now - seat.returnDeadlineNanos > 0;
      if (silent || away) {
        seat.online = false;
        seat.told(absent(clock.epochMillis()), clock.epochMillis());
        seat.session = null;
        unshared.add(seat.name());
        if (session != null) {
          session.close("nothing was heard for too long");
        }
        observer.nodeLost(seat.name(), silent ? "it says nothing" : "it did not come back");
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
    final NodeSession session = seat.session;
    if (session != null) {
      session.refuse(fence, why, true);
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
    observer.nodeRevoked(name);
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

  private NodeRecord record(NodeSession session, NodeFacts facts, @Nullable NodeSeat known) {
    final NodeRecord.Builder record =
        known == null
            ? NodeRecord.newBuilder().setName(session.node()).setFirstSeen(clock.epochMillis())
            : known.record.toBuilder();
    return record.setKeySha256(session.keySha256()).setFacts(facts).build();
  }

  private static NodeStatus absent(long sinceMillis) {
    return NodeStatus.newBuilder()
        .setState(NodeState.OFFLINE.wire())
        .setReason("its agent is not connected")
        .setSinceEpochMillis(sinceMillis)
        .build();
  }
}
