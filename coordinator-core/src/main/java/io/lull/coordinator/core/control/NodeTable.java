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
  private final OwnerHabits habits;
  private final Sessions sessions;
  private final Clock clock;
  private final ControlObserver observer;
  private final Map<String, LiveNode> seats = new TreeMap<>();
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
      OwnerHabits habits,
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
      seats.put(record.getName(), new LiveNode(record, absent(clock.epochMillis())));
      touched.add(record.getName());
    }
  }

  Optional<LiveNode> find(String name) {
    return Optional.ofNullable(seats.get(name));
  }

  /** The node that this connection is of; empty when there is a newer one, or it was given up. */
  Optional<LiveNode> seated(NodeSession session) {
    return find(session.node()).filter(node -> session.equals(node.session));
  }

  Collection<LiveNode> all() {
    return seats.values();
  }

  List<NodeEntry> entries() {
    return seats.values().stream().map(LiveNode::entry).toList();
  }

  OwnerHabits habits() {
    return habits;
  }

  /** For how long an owner who is away is likely to stay away; nothing of one who is there. */
  Optional<Outlook> outlook(LiveNode node) {
    return node.online && node.status().getWilling()
        ? habits.outlook(node.name())
        : Optional.empty();
  }

  /** Reads on in what was kept of nodes before this run. */
  void learn() {
    habits.learn(seats::containsKey);
  }

  /** To be called when anything may have become known of a node. */
  void noted(LiveNode node) {
    touched.add(node.name());
    unplanned |= node.turned();
  }

  /** A connected node says how it is. */
  void told(LiveNode node, NodeStatus status) {
    observer.reclaims(node.status().getReclaims(), status.getReclaims());
    node.told(status, clock.epochMillis());
    node.learn(status);
    unshared.add(node.name());
  }

  void vacated(LiveNode node, Vacated vacated) {
    observer.vacated(node.name(), vacated);
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
              .setReason("the coordinator restarted and waits for its agent")
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
                    .setReason("not heard from since the coordinator changed")
                    .setWilling(false)
                    .build());
          }
        });
  }

  private void expect(String name, NodeStatus status) {
    final LiveNode node = seats.get(name);
    if (node != null) {
      touched.add(name);
      node.online = true;
      node.returnDeadlineNanos = clock.nanos() + Timings.RELEARN.toNanos();
      node.told(status, clock.epochMillis());
    }
  }

  /**
   * Seats an agent that said Hello, and takes the place of an earlier connection.
   *
   * @throws RefusedException when it is not the agent that it says it is
   */
  LiveNode connect(NodeSession session, Hello hello, long fence) {
    final LiveNode known = seats.get(session.node());
    if (known != null
        && !known.record.getKeySha256().equals(session.keySha256())
        && !names.has(Role.NODE, session.node(), session.keySha256())) {
      throw new RefusedException(
          RefusedException.Kind.NOT_ALLOWED,
          "the name '"
              + session.node()
              + "' belongs to another agent's certificate: enrol this one again");
    }
    final NodeRecord record = record(session, hello.getFacts(), known);
    if (known == null || !known.record.equals(record)) {
      unstored.add(session.node());
    }
    final LiveNode node = known == null ? new LiveNode(record, hello.getStatus()) : known;
    node.record = record;
    node.told(hello.getStatus(), clock.epochMillis());
    final NodeSession older = node.session;
    final boolean sameRun = node.history.incarnation().equals(hello.getIncarnation());
    if (older != null) {
      older.refuse(
          fence,
          sameRun
              ? "this connection was replaced by a newer one"
              : "another agent named '" + session.node() + "' has connected",
          !sameRun);
    }
    if (!sameRun) {
      node.history = new ReportLedger(hello.getIncarnation());
    }
    node.session = session;
    node.online = true;
    node.toldNanos = clock.nanos();
    unshared.add(session.node());
    seats.put(session.node(), node);
    noted(node);
    observer.nodeConnected(session.node());
    return node;
  }

  /** The connection is gone; the node has a little time to come back. */
  void unseat(NodeSession session) {
    final LiveNode node = seats.get(session.node());
    if (node != null && session.equals(node.session)) {
      node.session = null;
      node.returnDeadlineNanos = clock.nanos() + Timings.RETURN.toNanos();
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
    for (final LiveNode node : seats.values()) {
      final NodeSession session = node.session;
      if (!node.online) {
        continue;
      }
      final Duration silence = node.hasGuest() ? Timings.SILENCE : Timings.CALM_SILENCE;
      final boolean silent = session != null && now - session.heardNanos() > silence.toNanos();
      final boolean away = session == null && now - node.returnDeadlineNanos > 0;
      if (silent || away) {
        node.online = false;
        node.told(absent(clock.epochMillis()), clock.epochMillis());
        node.session = null;
        unshared.add(node.name());
        if (session != null) {
          session.close("nothing was received for too long");
        }
        observer.nodeLost(node.name(), silent ? "it is silent" : "it did not reconnect");
        noted(node);
        lost.add(node.name());
      }
    }
    return lost;
  }

  /** It was revoked: whatever it still says is not heard, and its name is free. */
  void forget(String name, long fence, String why) {
    final LiveNode node = seats.remove(name);
    if (node == null) {
      return;
    }
    final NodeSession session = node.session;
    if (session != null) {
      session.refuse(fence, why, true);
    }
    if (node.shown != NodeState.OFFLINE) {
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

  /**
   * Jobs leave at once, or in time for a later moment.
   *
   * @param byMillis when they are to have left; 0: at once
   */
  LiveNode drain(LiveNode node, long byMillis, String by) {
    return change(node, Draining.of(node.record, byMillis, by, clock.epochMillis()));
  }

  LiveNode undrain(LiveNode node) {
    return change(node, Draining.none(node.record));
  }

  /** Drains the nodes whose jobs must begin to leave now. */
  void drainInTime() {
    for (final LiveNode node : seats.values()) {
      Draining.due(node.record, clock.epochMillis()).ifPresent(record -> change(node, record));
    }
  }

  private LiveNode change(LiveNode node, NodeRecord record) {
    unstored.add(node.name());
    node.record = record;
    noted(node);
    return node;
  }

  /**
   * Writes what changed since the last call, and who changed state. Looks only at those who may
   * have: of thousands of nodes one says a word at a time.
   */
  void store(Set<String> occupied) {
    if (!unstored.isEmpty()) {
      final List<NodeRecord> records = new ArrayList<>();
      for (final String name : unstored) {
        find(name).ifPresent(node -> records.add(node.record));
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
      final LiveNode node = seats.get(name);
      if (node != null && node.state(occupied.contains(name)) != node.shown) {
        changes.add(
            new NodeHistory.Change(name, node.state(occupied.contains(name)), clock.epochMillis()));
      }
    }
    if (!changes.isEmpty()) {
      history.append(changes);
      habits.changed(changes);
      changes.forEach(change -> find(change.node()).ifPresent(node -> node.shown = change.state()));
    }
    touched.clear();
    lastOccupied = Set.copyOf(occupied);
    share();
  }

  /** Tells the other members what was reported, for the next leader. */
  private void share() {
    for (final String name : unshared) {
      final LiveNode node = seats.get(name);
      if (node == null) {
        sessions.gone(name);
      } else if (!node.online) {
        node.dropNews();
        sessions.gone(name);
      } else {
        node.takeNews().ifPresent(news -> sessions.said(name, news));
      }
    }
    unshared.clear();
  }

  private NodeRecord record(NodeSession session, NodeFacts facts, @Nullable LiveNode known) {
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
