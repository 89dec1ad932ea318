package io.lull.simulator.world;

import io.lull.agent.core.session.SessionEvent;
import io.lull.coordinator.core.control.Announcements;
import io.lull.coordinator.core.control.ControlObserver;
import io.lull.coordinator.core.control.ControlRound;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.ZonedNodeHistory;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.leadership.MemoryLease;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.coordinator.core.store.FencedRecordMaps;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.protocol.records.NoticeRecord;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.scheduling.SharingTerms;
import io.lull.simulator.job.SimulatedJob;
import io.lull.simulator.time.Agenda;
import io.lull.simulator.time.HostClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Coordinators with one store, agents, users, and the network between them, in virtual time: each
 * is stepped when something reaches it or is due. One thread; the same setup and the same calls are
 * the same history.
 *
 * <p>Coordinators run {@link ControlRound}; agents run {@link
 * io.lull.agent.core.session.SessionStep} and {@link io.lull.agent.core.owner.OwnerStepper}. While
 * it runs it checks what must always hold, and throws {@link IllegalStateException} with the last
 * lines of its journal when something does not.
 */
public final class SimulatedGrid {
  /** 2026-01-01T00:00Z, a Thursday. */
  public static final long BEGINNING_MILLIS = 1_767_225_600_000L;

  private static final Duration PEACE_STEP = Duration.ofMillis(200);

  private final GridSetup setup;
  private final Agenda agenda = new Agenda();
  private final HostClock clock = newClock();
  private final Journal journal = new Journal(clock);
  private final InMemoryRecordMaps shelves = new InMemoryRecordMaps();
  private final MemoryLease lease = new MemoryLease(clock);
  private final DiscardingHistory history = new DiscardingHistory();
  private final Programs programs = new Programs(this);
  private final List<SimulatedMember> members = new ArrayList<>();
  private final Map<String, SimulatedAgent> agents = new LinkedHashMap<>();
  private final Users users;
  private final RandomGenerator delays;
  private long jobNumber;

  public SimulatedGrid(GridSetup setup) {
    this.setup = setup;
    this.delays = chance("delays");
    this.users = new Users(this, chance("users"));
    for (int m = 1; m <= setup.coordinators(); m++) {
      members.add(new SimulatedMember("m" + m, this));
    }
    for (int n = 1; n <= setup.nodes(); n++) {
      final String name = "n" + n;
      agents.put(name, new SimulatedAgent(name, this, chance(name)));
    }
    agents.values().forEach(SimulatedAgent::start);
  }

  /** Drawn from the seed for this subject alone. */
  RandomGenerator chance(String subject) {
    return new SplittableRandom(31 * setup.seed() + subject.hashCode());
  }

  GridSetup setup() {
    return setup;
  }

  public Agenda agenda() {
    return agenda;
  }

  /** Of the store, which all times of jobs are by. */
  Clock clock() {
    return clock;
  }

  HostClock newClock() {
    return new HostClock(agenda, BEGINNING_MILLIS);
  }

  public List<SimulatedMember> members() {
    return Collections.unmodifiableList(members);
  }

  public List<SimulatedAgent> agents() {
    return List.copyOf(agents.values());
  }

  SimulatedAgent agent(String name) {
    return Objects.requireNonNull(agents.get(name), name);
  }

  SimulatedJob job(String id) {
    return programs.job(id);
  }

  MemoryLease lease() {
    return lease;
  }

  long nextJobNumber() {
    jobNumber = Math.max(jobNumber, new JobStore(shelves).lastNumber()) + 1;
    return jobNumber;
  }

  /** A user wants a job, and asks for it until it is accepted. */
  public void submit(JobSpec.Builder spec) {
    users.submit(spec);
  }

  /** How many jobs users have asked for. */
  public int requests() {
    return users.requests();
  }

  /** Most messages take much less than the longest. */
  long delayNanos() {
    final double share = delays.nextDouble();
    return Math.round(setup.longestDelay().toNanos() * share * share * share);
  }

  /** Null: nobody answers there, or not yet. */
  @Nullable Wire dial(AgentProcess agent, long connection, int coordinator) {
    final SimulatedMember member = members.get(coordinator);
    if (!agent.host().reachable()) {
      return null;
    }
    if (!member.leads()) {
      agenda.at(
          agenda.nanos() + delayNanos(),
          () -> agent.take(new SessionEvent.Broken(connection, "nobody listens there", false)));
      return null;
    }
    final Wire wire = new Wire(connection, agent, member, this);
    member.connected(wire);
    return wire;
  }

  ControlRound newRound(LeaderLease mine, Clock membersClock) {
    final RecordMaps fenced = new FencedRecordMaps(shelves, () -> lease.fence() == mine.fence());
    final ControlObserver observer = new NothingFails();
    return new ControlRound(
        GridControl.open(
            fenced,
            new ZonedNodeHistory(history, ZoneOffset.UTC),
            new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
            mine,
            () -> true,
            membersClock,
            observer),
        mine,
        new Unheard(),
        membersClock,
        observer);
  }

  /** Nobody waits for news, and no notice is sent. */
  private static final class Unheard implements Announcements {
    @Override
    public void changed(Job job) {}

    @Override
    public void stored(NoticeRecord notice) {}

    @Override
    public boolean hasRoom() {
      return true;
    }
  }

  /** An event that a round cannot take is a fault of the program. */
  private final class NothingFails implements ControlObserver {
    @Override
    public void eventFailed(String event, String node, RuntimeException why) {
      check(false, event + " of " + node + " could not be taken: " + why);
    }

    @Override
    public void jobFailedOn(String job, JobEvent event, RuntimeException why) {
      check(false, job + " could not take " + event + ": " + why);
    }
  }

  void note(String what) {
    journal.note(what);
  }

  /** The same for the same history. */
  public long trace() {
    return 31 * journal.trace() + agenda.made();
  }

  void check(boolean holds, String what) {
    journal.check(holds, what);
  }

  /** The stored state of every job; checks that each accepted one is there. */
  public Map<String, Job> stored() {
    final Map<String, Job> jobs = new TreeMap<>();
    new JobStore(shelves).all().forEach(job -> jobs.put(job.id(), job));
    users.accepted().forEach(id -> check(jobs.containsKey(id), id + " was accepted and is lost"));
    return jobs;
  }

  /** All machines run, all links are there, and all owners go. */
  public void makePeace() {
    members.forEach(member -> {
      member.start();
      member.thaw();
    });
    for (final SimulatedAgent agent : agents.values()) {
      agent.start();
      agent.cut(false);
      agent.ownerGoes();
    }
  }

  /** Goes on until every request is answered and every job is over; checks that this comes. */
  public void runUntilOver(Duration atMost) {
    final long end = agenda.nanos() + atMost.toNanos();
    while (!allIsOver() && agenda.nanos() < end) {
      agenda.runFor(PEACE_STEP);
    }
    check(
        allIsOver(),
        "it never ends: "
            + members.stream().map(SimulatedMember::explain).toList()
            + agents.values());
  }

  private boolean allIsOver() {
    return users.allAnswered()
        && stored().values().stream().allMatch(Job::ended)
        && agents.values().stream().noneMatch(SimulatedAgent::hasGuests);
  }
}
