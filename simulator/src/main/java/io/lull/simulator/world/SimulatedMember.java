package io.lull.simulator.world;

import io.lull.coordinator.core.control.ControlAccess;
import io.lull.coordinator.core.control.ControlEvent;
import io.lull.coordinator.core.control.ControlRound;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.leadership.LeaseTerm;
import io.lull.coordinator.core.session.SessionProtocol;
import io.lull.coordinator.core.session.SessionProtocol.Heard;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentReport;
import io.lull.simulator.job.SimulatedJob;
import io.lull.simulator.time.Alarm;
import io.lull.simulator.time.HostClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator of several: it waits for the lease, leads with {@link ControlRound}, and finds that
 * it leads no more. It thinks when something has arrived or is due.
 */
public final class SimulatedMember implements AgentConnection.MemberEnd {
  /** One that does not lead asks for the lease so often. */
  private static final Duration LEASE_RETRY = Duration.ofMillis(250);

  private final String name;
  private final VirtualWorld world;
  private final SharedStore store;
  private final HostClock clock;
  private final Alarm thinking;
  private final Deque<ControlEvent> inbox = new ArrayDeque<>();
  private final Set<AgentConnection> wires = new LinkedHashSet<>();
  private boolean up = true;
  private boolean frozen;
  private @Nullable ControlRound round;
  private boolean unfinished;

  SimulatedMember(String name, VirtualWorld world, SharedStore store) {
    this.name = name;
    this.world = world;
    this.store = store;
    this.clock = world.newClock();
    this.thinking = new Alarm(world.agenda(), this::think);
    thinking.set(clock.nanos());
  }

  @Override
  public Clock clock() {
    return clock;
  }

  /** Whether it leads, or believes so. */
  boolean leads() {
    return up && round != null;
  }

  @Override
  public boolean receives() {
    return up && !frozen;
  }

  /** Its process is killed; all that it had not stored is gone. */
  public void crash() {
    world.note(name + " crashes");
    up = false;
    stop();
  }

  /** Its process is there again, and goes on if it was frozen. */
  public void start() {
    up = true;
    thinking.setBy(clock.nanos());
  }

  /** Its process stands still; what is sent to it waits. */
  public void freeze() {
    frozen = true;
  }

  public void thaw() {
    frozen = false;
    List.copyOf(wires).forEach(AgentConnection::pump);
    thinking.setBy(clock.nanos());
  }

  /** Somebody sets its machine's clock. */
  public void jumpClock(Duration by) {
    world.note("the clock of " + name + " jumps by " + by);
    clock.jump(by);
  }

  /** Its machine's clock goes wrong, or right again. */
  public void driftClock(double part) {
    clock.drift(part);
  }

  void connected(AgentConnection wire) {
    wires.add(wire);
  }

  @Override
  public void forget(AgentConnection wire) {
    wires.remove(wire);
  }

  @Override
  public void hears(AgentConnection wire, AgentReport said) {
    wire.session.heard();
    SessionProtocol.complaint(said).ifPresent(why -> world.check(false, why));
    switch (wire.protocol.on(SessionProtocol.bounded(said))) {
      case Heard.Greeting(var hello) -> put(new ControlEvent.Connected(wire.session, hello));
      case Heard.Numbered(var report) -> put(new ControlEvent.Reported(wire.session, report));
      case Heard.Newest(var key, var report) -> {
        if (wire.session.offer(key, report)) {
          put(new ControlEvent.Refreshed(wire.session, key));
        }
      }
      case Heard.Unknown() -> world.check(false, "a report that no coordinator knows: " + said);
      case Heard.Violation(var why) -> world.check(false, why + ": " + said);
    }
  }

  @Override
  public void ended(AgentConnection wire) {
    if (wires.remove(wire) && wire.protocol.greeted()) {
      put(new ControlEvent.Disconnected(wire.session));
    }
  }

  /** Somebody asks it for something; one that does not lead says nothing. */
  <T> void ask(Function<GridControl, T> request, ControlEvent.Reply<T> reply) {
    put(new ControlEvent.Asked<>(request, reply));
  }

  private void put(ControlEvent event) {
    if (leads()) {
      inbox.add(event);
      thinking.setBy(clock.nanos() + world.setup().roundAfter().toNanos());
    }
  }

  private void think() {
    if (!receives()) {
      return;
    }
    final ControlRound leading = round;
    if (leading == null) {
      takeLead();
      return;
    }
    final ControlRound.Outcome outcome;
    if (unfinished) {
      outcome = leading.resume();
    } else {
      final List<ControlEvent> batch = new ArrayList<>(inbox);
      inbox.clear();
      outcome = leading.run(batch);
    }
    noNodeIsInTwoJobs(leading.grid());
    switch (outcome) {
      case ControlRound.Outcome.Done() -> {
        unfinished = false;
        thinking.setBy(leading.dueNanos());
      }
      case ControlRound.Outcome.Retry(var after, var why) -> {
        world.note(name + " waits for the store: " + why);
        unfinished = true;
        thinking.setBy(clock.nanos() + after.toNanos());
      }
      case ControlRound.Outcome.Stop(var halt, _) -> {
        world.note(name + " leads no more: " + halt.why());
        stop();
        thinking.setBy(clock.nanos() + LEASE_RETRY.toNanos());
      }
    }
  }

  private void stop() {
    round = null;
    inbox.clear();
    List.copyOf(wires).forEach(wire -> wire.session.close("the coordinator stops"));
  }

  private void takeLead() {
    try {
      LeaseTerm.take(store.lease(), name, clock.nanos(), 0, false).ifPresent(this::lead);
    } catch (StoreException e) {
      world.note(name + " cannot lead yet: " + e.getMessage());
    }
    thinking.setBy(clock.nanos() + (round == null ? LEASE_RETRY.toNanos() : 0));
  }

  private void lead(LeaseTerm term) {
    world.note(name + " leads with fence " + term.fence());
    final ControlRound leading = store.newRound(new Held(term), clock);
    leading.begin();
    round = leading;
    unfinished = false;
  }

  /** A lease that is renewed when it is in doubt. */
  private final class Held implements LeaderLease {
    private LeaseTerm term;

    Held(LeaseTerm taken) {
      this.term = taken;
    }

    @Override
    public long fence() {
      return term.fence();
    }

    @Override
    public boolean holds() {
      if (term.inDoubt(clock.nanos())) {
        term = term.renewed(store.lease(), clock.nanos());
      }
      return !term.lost();
    }

    @Override
    public boolean contested() {
      return !term.sole();
    }
  }

  private void noNodeIsInTwoJobs(GridControl leading) {
    final Set<String> taken = new HashSet<>();
    for (final Job job : commands(leading).jobs(false)) {
      SimulatedJob.usedNodes(job)
          .forEach(node -> world.check(taken.add(node), node + " is in two jobs, says " + name));
    }
  }

  /** Commands within or between rounds. */
  static GridCommands commands(GridControl leading) {
    return new GridCommands(
        new ControlAccess() {
          @Override
          public <T> T ask(Function<GridControl, T> request) {
            return request.apply(leading);
          }
        });
  }

  /** What its jobs do. */
  String explain() {
    final ControlRound leading = round;
    return name
        + ": "
        + (leading == null
            ? "does not lead"
            : commands(leading.grid()).jobs(false).stream()
                .map(job -> job.id() + " " + job.state() + " " + job.phase())
                .toList());
  }
}
