package io.lull.simulator.world;

import io.lull.agent.core.session.SessionEvent;
import io.lull.coordinator.core.job.Job;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.simulator.job.SimulatedJob;
import io.lull.simulator.time.Agenda;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Coordinators with one store, agents, users, and the network between them, in virtual time: each
 * is stepped when something reaches it or is due. One thread; the same setup and the same calls are
 * the same history.
 *
 * <p>Coordinators run {@link io.lull.coordinator.core.control.ControlRound}; agents run {@link
 * io.lull.agent.core.session.SessionStep} and {@link io.lull.agent.core.owner.OwnerStepper}. While
 * it runs it checks what must always hold, and throws {@link BrokenInvariant} when something does
 * not.
 */
public final class SimulatedGrid {
  private static final Duration PEACE_STEP = Duration.ofMillis(200);
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Longer than a coordinator that begins to lead waits for the nodes of its jobs. */
  private static final Duration KNOWN_AFTER = Duration.ofSeconds(30);

  /** Of nodes, for good. */
  private static final int MOST_GONE = 2;

  private final VirtualWorld world;
  private final SharedStore store;
  private final List<SimulatedMember> members = new ArrayList<>();
  private final Map<String, SimulatedAgent> agents = new LinkedHashMap<>();
  private final Users users;
  private final JobPrograms programs;

  public SimulatedGrid(GridSetup setup) {
    this.world = new VirtualWorld(setup);
    this.store = new SharedStore(world);
    this.users = new Users(world, store, members);
    for (int m = 1; m <= setup.coordinators(); m++) {
      members.add(new SimulatedMember("m" + m, world, store));
    }
    this.programs =
        new JobPrograms(
            world,
            store,
            new JobPrograms.Nodes() {
              @Override
              public boolean reachable(String node) {
                return agent(node).reachable();
              }

              @Override
              public boolean full(String node) {
                return agent(node).full();
              }

              @Override
              public void collect(String node) {
                agent(node).collect();
              }

              @Override
              public boolean wellKnown(String node) {
                return agent(node).reachedFor(KNOWN_AFTER);
              }
            });
    for (int n = 1; n <= setup.nodes(); n++) {
      final String name = "n" + n;
      agents.put(name, new SimulatedAgent(name, world, programs, this::dial));
    }
    agents.values().forEach(SimulatedAgent::start);
  }

  public Agenda agenda() {
    return world.agenda();
  }

  /** When the agenda began, by the clock that jobs' times are by, in milliseconds since 1970. */
  public long beginningMillis() {
    return world.clock().epochMillis() - agenda().nanos() / NANOS_PER_MILLI;
  }

  /** For how long nodes have computed for a job, all together, that which was lost later too. */
  public long workedNanos(String job) {
    return programs.workedNanos(job);
  }

  /** The one store of all coordinators. */
  public SharedStore store() {
    return store;
  }

  public List<SimulatedMember> members() {
    return Collections.unmodifiableList(members);
  }

  public List<SimulatedAgent> agents() {
    return List.copyOf(agents.values());
  }

  private SimulatedAgent agent(String name) {
    return Objects.requireNonNull(agents.get(name), name);
  }

  /** A user wants a job, and asks for it until it is accepted. */
  public void submit(JobSpec.Builder spec) {
    users.submit(spec);
  }

  /**
   * A user asks once for something that concerns a job.
   *
   * @param job its number in the order of {@link #submit}, from 0
   */
  public void ask(UserOperation.Kind kind, int job, int workers) {
    users.ask(kind, job, workers);
  }

  /** How many such requests were answered. */
  public int answered() {
    return users.answered();
  }

  /** How many jobs users have asked for. */
  public int requests() {
    return users.requests();
  }

  /** Null: nobody answers there, or not yet. */
  private @Nullable AgentConnection dial(
      AgentConnection.AgentEnd agent, long connection, int coordinator) {
    final SimulatedMember member = members.get(coordinator);
    if (!agent.reachable()) {
      return null;
    }
    if (!member.leads()) {
      world
          .agenda()
          .at(
              world.agenda().nanos()
                  + world.delaysNanos(agent.name() + " " + connection).getAsLong(),
              () -> agent.take(new SessionEvent.Broken(connection, "nobody listens there", false)));
      return null;
    }
    final AgentConnection made = new AgentConnection(connection, agent, member, world);
    member.connected(made);
    return made;
  }

  /** The same for the same history. */
  public long trace() {
    return world.trace();
  }

  /** The stored state of every job; checks that each accepted one is there. */
  public Map<String, Job> stored() {
    final Map<String, Job> jobs = store.jobs();
    users
        .accepted()
        .forEach(id -> world.check(jobs.containsKey(id), id + " was accepted and is lost"));
    return jobs;
  }

  /** A node goes for good, unless so many are gone that jobs may wait for ever. */
  public void lose(SimulatedAgent node) {
    if (agents.values().stream().filter(SimulatedAgent::isGone).count() < MOST_GONE) {
      node.goForGood();
    }
  }

  /** All machines that are left run, the store works, all links are there, and all owners go. */
  public void makePeace() {
    store.heal();
    members.forEach(member -> {
      member.start();
      member.thaw();
    });
    for (final SimulatedAgent agent : agents.values()) {
      agent.start();
      agent.cut(false);
      agent.hush(false);
      agent.deafen(false);
      agent.fillDisk(false);
      agent.ownerGoes();
    }
    users.releaseAll();
  }

  /** Goes on until every request is answered and every job has finished; checks that this comes. */
  public void runUntilOver(Duration atMost) {
    final long end = agenda().nanos() + atMost.toNanos();
    while (!allIsOver() && agenda().nanos() < end) {
      agenda().runFor(PEACE_STEP);
    }
    world.check(
        allIsOver(),
        "it never ends: "
            + members.stream().map(SimulatedMember::explain).toList()
            + agents.values());
    users.check();
    // Faults of hosts and networks are not the jobs' own: none of them makes a job fail.
    for (final Job job : stored().values()) {
      world.check(
          job.state() == JobState.FINISHED
              || (job.state() == JobState.CANCELLED && users.cancelled(job.id())),
          job.id() + " is " + job.state().wire() + ": " + job.history().result().error());
      world.check(
          job.state() != JobState.FINISHED || job.terms().isBag() || programs.isComplete(job.id()),
          job.id() + " has finished before all of its workers had come to the end");
      final List<String> outputs =
          job.history().result().outputs().stream().map(Blob::getName).sorted().toList();
      world.check(
          job.state() != JobState.FINISHED
              || outputs.equals(SimulatedJob.outputs(job).stream().sorted().toList()),
          "a job has finished without its outputs: " + job.id() + " has " + outputs);
    }
  }

  private boolean allIsOver() {
    return users.allAnswered()
        && agents.values().stream().noneMatch(SimulatedAgent::hasGuests)
        && stored().values().stream().allMatch(Job::ended);
  }
}
