package io.lull.simulator.world;

import io.lull.coordinator.core.control.ControlEvent;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A node's agent: it obeys whoever leads by the greatest fence, repeats what was not acknowledged,
 * and ends its guests when it has heard from no coordinator for as long as a lease.
 */
final class SimulatedAgent {
  private static final long LEASE_MILLIS = 60_000;
  private static final long GRACE_MILLIS = 10_000;

  /** It looks for another coordinator when one says nothing for so long. */
  private static final long PATIENCE_MILLIS = 6_000;

  /** What is on its way between an agent and one that leads, or led. */
  static final class Wire {
    final SimulatedMember member;
    final SimulatedSession session;
    final Deque<Runnable> up = new ArrayDeque<>();
    private int delivered;

    Wire(SimulatedMember member, SimulatedSession session) {
      this.member = member;
      this.session = session;
    }

    @Nullable AgentOrder next() {
      return delivered < session.orders().size() ? session.orders().get(delivered++) : null;
    }
  }

  private final String name;
  private final SimulatedGrid grid;
  private final Deque<AgentReport> unacknowledged = new ArrayDeque<>();
  private int run = 1;
  private long sequence;
  private long fenceSeen;
  private long heardMillis;
  private long killAtMillis = Long.MAX_VALUE;
  boolean up = true;
  boolean cut;
  private boolean owner;
  private String saidState = "";
  @Nullable Wire wire;

  SimulatedAgent(String name, SimulatedGrid grid) {
    this.name = name;
    this.grid = grid;
    this.heardMillis = grid.clock.epochMillis();
  }

  String name() {
    return name;
  }

  boolean hasGuests() {
    return grid.sides().anyMatch(side -> !side.workers(name).isEmpty());
  }

  /** To one that leads, as far as it knows. */
  void connect(SimulatedMember member) {
    if (!up || cut || wire != null || !member.leads()) {
      return;
    }
    final Wire made = new Wire(member, new SimulatedSession(name, "key of " + name, grid.clock));
    wire = made;
    final Hello.Builder hello =
        Hello.newBuilder()
            .setIncarnation(name + "-" + run)
            .setFenceSeen(fenceSeen)
            .setFacts(
                NodeFacts.newBuilder()
                    .setOs("linux")
                    .setCores(4)
                    .setMemoryBytes(8L << 30)
                    .setSpeed(1)
                    .setHost("10.0.0." + name.substring(1))
                    .setPiecePort(7500))
            .setStatus(status());
    grid.sides().forEach(side -> side.addTo(hello, name));
    made.up.add(() -> member.hears(made, new ControlEvent.Connected(made.session, hello.build())));
    unacknowledged.forEach(report -> say(made, report));
    heardMillis = grid.clock.epochMillis();
  }

  private void say(Wire to, AgentReport report) {
    to.up.add(() -> to.member.hears(to, new ControlEvent.Reported(to.session, report)));
  }

  void say(AgentReport.Builder report) {
    final AgentReport numbered = report.setSequence(++sequence).build();
    unacknowledged.add(numbered);
    if (wire != null) {
      say(wire, numbered);
    }
  }

  /** What was acknowledged late is said once more. */
  void repeat() {
    if (wire != null && !unacknowledged.isEmpty()) {
      say(wire, unacknowledged.getFirst());
    }
  }

  private NodeStatus status() {
    final NodeStatus.Builder status = NodeStatus.newBuilder().setWilling(!owner);
    if (killAtMillis != Long.MAX_VALUE && hasGuests()) {
      status.setGraceLeftMillis(Math.max(1, killAtMillis - grid.clock.epochMillis()));
    }
    return status
        .setState(
            !owner ? hasGuests() ? "running" : "available" : hasGuests() ? "vacating" : "owner")
        .build();
  }

  private void sayState() {
    final NodeStatus now = status();
    if (!now.getState().equals(saidState)) {
      saidState = now.getState();
      say(AgentReport.newBuilder().setStatus(now));
    }
  }

  void ownerComes() {
    if (!owner) {
      owner = true;
      killAtMillis = grid.clock.epochMillis() + GRACE_MILLIS;
      sayState();
    }
  }

  void ownerGoes() {
    if (owner) {
      owner = false;
      killAtMillis = Long.MAX_VALUE;
      sayState();
    }
  }

  /** An order arrives, if one is on its way. */
  boolean receive() {
    final Wire from = wire;
    if (from == null || cut || !up) {
      return false;
    }
    final AgentOrder order = from.next();
    if (order == null) {
      if (from.session.ended()) {
        wire = null;
      }
      return false;
    }
    obey(order);
    report();
    return true;
  }

  private void obey(AgentOrder order) {
    if (order.getFence() < fenceSeen) {
      grid.note(name + " refuses an order of fence " + order.getFence());
      wire = null;
      return;
    }
    fenceSeen = order.getFence();
    heardMillis = grid.clock.epochMillis();
    while (!unacknowledged.isEmpty()
        && unacknowledged.getFirst().getSequence() <= order.getAcknowledged()) {
      unacknowledged.remove();
    }
    switch (order.getOrderCase()) {
      case ACCEPTED -> {
        final List<String> wanted = order.getAccepted().getWantedWorkersList();
        endGuests(worker -> !wanted.contains(worker), "nobody wants it any more");
      }
      case REFUSED -> wire = null;
      case REFRESH, ORDER_NOT_SET, ACCEPT_PIECES -> {}
      case START_WORKER -> {
        final String worker = order.getStartWorker().getWorker();
        grid.check(
            grid.sides()
                .allMatch(
                    side -> side.workers(name).isEmpty() || side.workers(name).contains(worker)),
            name + " is in two jobs when " + worker + " is to be started");
        grid.side(order.getStartWorker().getJob()).obey(name, order);
      }
      case END_WORKER -> endGuests(order.getEndWorker().getWorker()::equals, "asked to");
      case TO_WORKER -> grid.side(jobOf(order.getToWorker().getWorker())).obey(name, order);
      case KEEP_PIECE -> grid.side(order.getKeepPiece().getJob()).obey(name, order);
      case STAGE_PIECES -> grid.side(order.getStagePieces().getJob()).obey(name, order);
      case DROP_PIECES -> grid.side(order.getDropPieces().getJob()).obey(name, order);
      case STORE_OUTPUTS -> grid.side(order.getStoreOutputs().getJob()).obey(name, order);
      default -> grid.check(false, "an order that no job here needs: " + order);
    }
  }

  private static String jobOf(String worker) {
    return worker.substring(0, worker.indexOf('-'));
  }

  private void endGuests(java.util.function.Predicate<String> which, String why) {
    grid.sides()
        .forEach(side ->
            new TreeSet<>(side.workers(name))
                .stream().filter(which).forEach(worker -> side.end(name, worker, why)));
  }

  /** Says what its guests did, and how it is itself. */
  void report() {
    if (up) {
      sayState();
      grid.sides()
          .forEach(side -> side.takeReports(name).forEach(report -> say(report.toBuilder())));
    }
  }

  void guestDies() {
    grid.sides()
        .filter(side -> !side.workers(name).isEmpty())
        .findFirst()
        .ifPresent(side -> side.end(name, side.workers(name).iterator().next(), "died by itself"));
    report();
  }

  /** Its plug is pulled; its disk is left. */
  void crash() {
    up = false;
    wire = null;
    unacknowledged.clear();
    sequence = 0;
    run++;
    grid.sides().forEach(side -> side.die(name));
  }

  void start() {
    up = true;
    heardMillis = grid.clock.epochMillis();
    grid.sides().forEach(side -> side.reach(name, !cut));
  }

  void cut(boolean isCut) {
    cut = isCut;
    if (up) {
      grid.sides().forEach(side -> side.reach(name, !isCut));
    }
  }

  void tick() {
    if (!up) {
      return;
    }
    final long now = grid.clock.epochMillis();
    if (now >= killAtMillis) {
      killAtMillis = Long.MAX_VALUE;
      endGuests(_ -> true, "killed after the grace period");
    }
    if (now - heardMillis > LEASE_MILLIS) {
      endGuests(_ -> true, "no word from a coordinator for as long as a lease");
    }
    if (wire != null && now - heardMillis > PATIENCE_MILLIS) {
      wire = null;
    }
    final Wire here = wire;
    if (here != null) {
      here.up.add(() -> here.session.hear());
    }
    report();
  }
}
