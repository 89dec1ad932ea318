package io.lull.simulator.world;

import io.lull.agent.core.settings.Setting;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.NodeFacts;
import io.lull.simulator.job.SimulatedJob;
import io.lull.simulator.time.Agenda;
import io.lull.simulator.time.Alarm;
import io.lull.simulator.time.HostClock;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A workstation: its owner, its disk, its cable, and the agent that runs on it. */
public final class SimulatedAgent {
  /** After the grace period a guest has been killed within this time. */
  private static final Duration KILL_TAKES = Duration.ofSeconds(1);

  private final String name;
  private final VirtualWorld world;
  private final JobPrograms programs;
  private final AgentConnection.Network network;
  private final HostClock clock;
  private final RandomGenerator chance;
  private final Alarm typing;

  /** Jobs whose workers or pieces were ever here. */
  private final Set<String> jobs = new TreeSet<>();

  private int runs;
  private long fence;
  private boolean cut;
  private boolean hushed;
  private boolean deafened;
  private boolean full;
  private boolean gone;
  private boolean ownerThere;
  private long ownerCame;
  private long changedNanos;
  private @Nullable AgentProcess process;

  SimulatedAgent(
      String name, VirtualWorld world, JobPrograms programs, AgentConnection.Network network) {
    this.name = name;
    this.world = world;
    this.programs = programs;
    this.network = network;
    this.chance = world.chance(name);
    this.clock = world.newClock();
    this.typing = new Alarm(world.agenda(), this::type);
  }

  public String name() {
    return name;
  }

  Clock clock() {
    return clock;
  }

  Set<String> jobs() {
    return jobs;
  }

  /** The greatest that it has obeyed, as its disk has it. */
  long fence() {
    return fence;
  }

  void storeFence(long seen) {
    world.check(seen > fence, name + " goes back to fence " + seen);
    fence = seen;
  }

  NodeFacts facts() {
    return NodeFacts.newBuilder()
        .setOs("linux")
        .setCores(4)
        .setMemoryBytes(8L << 30)
        .setSpeed(1)
        .setHost(name)
        .setPiecePort(7500)
        .build();
  }

  /** Whether the machine is on, and its cable in place. */
  boolean reachable() {
    return isHeard() && hears();
  }

  /** Whether what it sends gets through. */
  boolean isHeard() {
    return process != null && !cut && !hushed;
  }

  /** Whether what is sent to it gets through. */
  boolean hears() {
    return process != null && !cut && !deafened;
  }

  boolean hasGuests() {
    return jobs.stream().map(programs::job).anyMatch(job -> !job.workers(name).isEmpty());
  }

  /** Whether its agent takes guests now. */
  public boolean willing() {
    return process != null && process.willing();
  }

  /** The machine is switched on, and its agent begins; not one that is gone for good. */
  public void start() {
    if (process == null && !gone) {
      final AgentProcess begun =
          new AgentProcess(this, name + "-" + ++runs, world, programs, network, chance);
      process = begun;
      changedNanos = clock.nanos();
      jobs.forEach(job -> programs.job(job).reach(name, reachable()));
      begun.begin();
      if (ownerThere) {
        type();
      }
    }
  }

  /** Its plug is pulled; its disk is left. */
  public void crash() {
    if (process != null) {
      process.die();
      process = null;
      jobs.forEach(job -> programs.job(job).die(name));
    }
  }

  /** It is carried away. */
  void goForGood() {
    world.note(name + " is gone for good");
    crash();
    gone = true;
  }

  boolean isGone() {
    return gone;
  }

  /** Its plug is pulled, and what its disk acknowledged last is not on it. */
  public void crashUnsynced() {
    if (process != null) {
      world.note("the disk of " + name + " has lost what it wrote last");
      crash();
      programs.all().forEach(job -> job.loseNewest(name));
    }
  }

  /** Its disk takes nothing more, or does again. */
  public void fillDisk(boolean isFull) {
    full = isFull;
    programs.all().forEach(job -> job.fillDisk(name, isFull));
  }

  boolean full() {
    return full;
  }

  /** Bits on its disk flip. */
  public void damageDisk() {
    world.note("bits flip on the disk of " + name);
    programs.all().forEach(job -> job.damage(name));
  }

  /** Its cable is pulled, or in place again. */
  public void cut(boolean isCut) {
    cut = isCut;
    networkChanged();
  }

  /** Nothing that it sends gets through, or it does again. */
  public void hush(boolean isHushed) {
    hushed = isHushed;
    networkChanged();
  }

  /** Nothing that is sent to it gets through, or it does again. */
  public void deafen(boolean isDeafened) {
    deafened = isDeafened;
    networkChanged();
  }

  /** Whether others have reached it for so long, without a break. */
  boolean reachedFor(Duration time) {
    return reachable() && clock.nanos() - changedNanos >= time.toNanos();
  }

  private void networkChanged() {
    changedNanos = clock.nanos();
    if (process != null) {
      jobs.forEach(job -> programs.job(job).reach(name, reachable()));
      process.pump();
    }
  }

  /** Somebody sets its clock. */
  public void jumpClock(Duration by) {
    world.note("the clock of " + name + " jumps by " + by);
    clock.jump(by);
  }

  /** Its clock goes wrong, or right again. */
  public void driftClock(double part) {
    clock.drift(part);
  }

  /** Its connection to the coordinator breaks. */
  public void tear() {
    if (process != null) {
      process.tear();
    }
  }

  /** The owner comes, and is at the machine until they go. */
  public void ownerComes() {
    if (!ownerThere) {
      ownerThere = true;
      ownerCame = clock.nanos();
      type();
      final long came = ownerCame;
      world
          .agenda()
          .after(world.setup().owners().get(Setting.GRACE).plus(KILL_TAKES), () -> hasLeft(came));
    }
  }

  /** The owner leaves, having used it until now. */
  public void ownerGoes() {
    if (ownerThere) {
      type();
    }
    ownerThere = false;
    typing.set(Agenda.NEVER);
  }

  private void hasLeft(long came) {
    world.check(
        !ownerThere || ownerCame != came || !hasGuests(),
        name + " has guests when the grace period of its owner is over");
  }

  private void type() {
    if (process != null) {
      process.input();
    }
    final Duration pause = world.setup().owners().get(Setting.IDLE_AFTER).dividedBy(2);
    typing.set(clock.nanos() + pause.toNanos());
  }

  /** One of its guests dies by itself, if it has one. */
  public void guestDies() {
    for (final String id : jobs) {
      final SimulatedJob job = programs.job(id);
      if (!job.workers(name).isEmpty()) {
        job.end(name, job.workers(name).iterator().next(), "died by itself");
        return;
      }
    }
  }

  /** A guest has something to report, or the disk has. */
  void collect() {
    if (process != null) {
      process.collect();
    }
  }

  @Override
  public String toString() {
    return process == null ? name + " is off" : process.explain().toString();
  }
}
