package io.lull.simulator.world;

import io.lull.agent.core.owner.Confinement;
import io.lull.agent.core.owner.Moment;
import io.lull.agent.core.owner.NodeCore;
import io.lull.agent.core.owner.NodeEffect;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.core.owner.NodeStep;
import io.lull.agent.core.owner.OwnerStepper;
import io.lull.agent.core.owner.PollIntervals;
import io.lull.agent.core.owner.StatusChanges;
import io.lull.agent.core.owner.StepResult;
import io.lull.agent.core.session.ReportRouter;
import io.lull.agent.core.session.SessionEffect;
import io.lull.agent.core.session.SessionEvent;
import io.lull.agent.core.session.SessionStep;
import io.lull.agent.core.settings.Settings;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.simulator.time.Agenda;
import io.lull.simulator.time.Alarm;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One run of an agent: {@link SessionStep} and {@link OwnerStepper}, as the live agent has them,
 * and around them what threads, connections and processes are there. It ends with {@link #die}.
 */
final class AgentProcess implements AgentConnection.AgentEnd {
  private static final String SOURCE = "display";

  /** Of all cores, by programs of the owner whether they are there or not. */
  private static final double OWNER_CPU = 0.02;

  private static final double GUEST_CPU = 0.9;

  private final SimulatedAgent host;
  private final VirtualWorld world;
  private final AgentConnection.Network network;
  private final Clock clock;
  private final String incarnation;
  private final SessionStep session;
  private final OwnerStepper owner;
  private final AgentGuests guests;
  private final StatusChanges changes = new StatusChanges();
  private final Deque<SessionEvent> events = new ArrayDeque<>();
  private final Deque<NodeEvent> happenings = new ArrayDeque<>();
  private final Alarm sessionDue;
  private final Alarm ownerDue;
  private @Nullable AgentConnection wire;
  private boolean taking;
  private boolean telling;
  private boolean over;
  private long lookedNanos;

  AgentProcess(
      SimulatedAgent host,
      String incarnation,
      VirtualWorld world,
      JobPrograms programs,
      AgentConnection.Network network,
      RandomGenerator chance) {
    this.host = host;
    this.world = world;
    this.network = network;
    this.clock = host.clock();
    this.incarnation = incarnation;
    this.guests = new AgentGuests(host, this, programs, world);
    this.session =
        new SessionStep(world.setup().coordinators(), host.fence(), chance, clock.nanos());
    this.owner =
        new OwnerStepper(
            new NodeStep(ZoneOffset.UTC, Confinement.COMPLETE),
            this::settings,
            guests,
            clock,
            NodeCore.beginning(Moment.now(clock)));
    this.sessionDue = new Alarm(world.agenda(), () -> take(new SessionEvent.Time()));
    this.ownerDue = new Alarm(world.agenda(), this::look);
    this.lookedNanos = clock.nanos();
  }

  private Settings settings() {
    return world.setup().owners();
  }

  @Override
  public String name() {
    return host.name();
  }

  @Override
  public boolean reachable() {
    return !over && host.reachable();
  }

  @Override
  public boolean isHeard() {
    return !over && host.isHeard();
  }

  @Override
  public boolean hears() {
    return !over && host.hears();
  }

  /** Begins to watch the owner, and to look for who leads. */
  void begin() {
    tell(new NodeEvent.SourceHealth(SOURCE, true, "simulated", clock.nanos()));
    tell(new NodeEvent.Load(OWNER_CPU, 0));
    take(new SessionEvent.Time());
  }

  /** The machine is off. */
  void die() {
    over = true;
    sessionDue.set(Agenda.NEVER);
    ownerDue.set(Agenda.NEVER);
    if (wire != null) {
      wire.die();
    }
  }

  /** The owner touches something. */
  void input() {
    tell(new NodeEvent.Input(SOURCE, clock.nanos()));
  }

  boolean willing() {
    return owner.core().willing();
  }

  /** Delivers what waited for the network. */
  void pump() {
    if (wire != null) {
      wire.pump();
    }
  }

  /** Its connection breaks, if it has one. */
  void tear() {
    if (wire != null) {
      wire.tear();
    }
  }

  /** Something happens to the session. */
  @Override
  public void take(SessionEvent first) {
    if (over) {
      return;
    }
    events.add(first);
    if (taking) {
      return;
    }
    taking = true;
    while (!events.isEmpty()) {
      session.on(events.remove(), clock.nanos()).forEach(this::carryOut);
    }
    taking = false;
    sessionDue.set(session.dueNanos());
  }

  private void carryOut(SessionEffect effect) {
    switch (effect) {
      case SessionEffect.Dial e -> {
        final AgentConnection made = network.dial(this, e.connection(), e.coordinator());
        wire = made;
        if (made != null) {
          events.add(new SessionEvent.Opened(e.connection()));
        }
      }
      case SessionEffect.AskHello e ->
          events.add(new SessionEvent.Greeted(e.connection(), hello(e.fenceSeen())));
      case SessionEffect.AskStatus _ -> events.add(new SessionEvent.Status(owner.core().toWire()));
      case SessionEffect.StoreFence e -> host.storeFence(e.fence());
      case SessionEffect.Write e -> {
        if (wire != null && wire.number() == e.connection() && wire.write(e.report())) {
          events.add(new SessionEvent.Writable(e.connection()));
        }
      }
      case SessionEffect.Deliver e -> guests.obey(e.order());
      case SessionEffect.AcceptedBy e -> guests.keepOnly(e.accepted().getWantedWorkersList());
      case SessionEffect.LeaseEnded _ -> tell(new NodeEvent.LeaseLost());
      case SessionEffect.HangUp _ -> {
        if (wire != null) {
          wire.endedByAgent();
          wire = null;
        }
      }
      case SessionEffect.Lost e -> world.note(host.name() + " lost its coordinator: " + e.why());
      case SessionEffect.StaleOrder e ->
          world.note(host.name() + " ignores an order of fence " + e.fence());
      case SessionEffect.Unreachable _ -> {
        // It tries again by itself.
      }
      case SessionEffect.Refused e -> world.check(false, host.name() + " is refused: " + e.why());
      case SessionEffect.NotKept e ->
          world.check(false, host.name() + " has " + e.waiting() + " reports that wait");
    }
  }

  private Hello hello(long fenceSeen) {
    final Hello.Builder hello =
        Hello.newBuilder()
            .setIncarnation(incarnation)
            .setFenceSeen(fenceSeen)
            .setFacts(host.facts())
            .setStatus(owner.core().toWire());
    guests.addTo(hello);
    return hello.build();
  }

  /** Something happens to the node. */
  void tell(NodeEvent event) {
    if (over) {
      return;
    }
    happenings.add(event);
    if (telling) {
      return;
    }
    telling = true;
    while (!happenings.isEmpty()) {
      owner.on(happenings.remove(), this::stepped);
    }
    telling = false;
    changes.after(owner.core()).ifPresent(status -> take(new SessionEvent.Status(status)));
    ownerDue.set(Math.min(owner.dueNanos(), nextLookNanos()));
  }

  private void stepped(StepResult step) {
    world.check(step.failed().isEmpty(), host.name() + " could not do " + step.failed());
    for (final NodeEffect effect : step.effects()) {
      if (effect instanceof NodeEffect.ReportVacated vacated) {
        report(ReportRouter.vacated(vacated));
      }
    }
  }

  private long nextLookNanos() {
    return lookedNanos + PollIntervals.of(owner.core(), settings()).load().toNanos();
  }

  /** A step is due, or it is time to see how busy the machine is. */
  private void look() {
    if (clock.nanos() >= nextLookNanos()) {
      lookedNanos = clock.nanos();
      tell(new NodeEvent.Load(OWNER_CPU, guests.running() ? GUEST_CPU : 0));
    }
    tell(new NodeEvent.Tick());
  }

  /** Its guests have something to report. */
  void collect() {
    if (!over) {
      guests.takeReports().forEach(report -> report(report.toBuilder()));
    }
  }

  private void report(AgentReport.Builder report) {
    ReportRouter.toOwner(report).ifPresent(this::tell);
    take(ReportRouter.toSession(report));
  }

  /** For a failure's message. */
  List<String> explain() {
    return List.of(
        host.name(), owner.core().reason(), session.connected() ? "connected" : "not connected");
  }
}
