package io.lull.simulator.world;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.control.Announcements;
import io.lull.coordinator.core.control.ControlObserver;
import io.lull.coordinator.core.control.ControlRound;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.ZonedNodeHistory;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.leadership.MemoryLease;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.coordinator.core.store.FencedRecordMaps;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.protocol.records.NoticeRecord;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.scheduling.SharingTerms;
import io.lull.simulator.job.SimulatedJob;
import io.lull.simulator.time.Agenda;
import io.lull.simulator.time.HostClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Three coordinators with one store, agents, users, and the wires between them: in one thread, in
 * virtual time, with every choice made by one source of chance.
 */
final class SimulatedGrid {
  static final Duration TICK = Duration.ofMillis(200);
  private static final int MEMBERS = 3;
  private static final int NODES = 5;
  private static final long ITERATIONS = 120;
  private static final int LOG_LINES = 300;

  private static final long BEGINNING = 1_767_225_600_000L;
  private final Agenda agenda = new Agenda();
  final HostClock clock = new HostClock(agenda, BEGINNING);
  final List<SimulatedMember> members = new ArrayList<>();
  final List<SimulatedAgent> agents = new ArrayList<>();
  private final RandomGenerator random;
  private final InMemoryRecordMaps maps = new InMemoryRecordMaps();
  private final MemoryLease lease = new MemoryLease(clock);
  private final DiscardingHistory history = new DiscardingHistory();
  private final Map<String, SimulatedJob> sides = new TreeMap<>();
  private final List<Wish> wishes = new ArrayList<>();
  private final Map<String, String> accepted = new TreeMap<>();
  private final Deque<String> log = new ArrayDeque<>();
  private long trace = 1;

  /** What a user wants, asked for until it is answered. */
  record Wish(String request, JobSpec spec) {
    JobTerms terms(long number, long now) {
      return new JobTerms(
          number, "ada", spec, DataPlane.getDefaultInstance(), ByteString.EMPTY, now);
    }
  }

  SimulatedGrid(RandomGenerator random) {
    this.random = random;
    for (int m = 1; m <= MEMBERS; m++) {
      members.add(new SimulatedMember("m" + m, this));
    }
    for (int n = 1; n <= NODES; n++) {
      agents.add(new SimulatedAgent("n" + n, this));
    }
  }

  MemoryLease lease() {
    return lease;
  }

  RecordMaps maps() {
    return maps;
  }

  ControlRound round(LeaderLease mine) {
    final RecordMaps fenced = new FencedRecordMaps(maps, () -> lease.fence() == mine.fence());
    final ControlObserver observer = new NothingFails();
    return new ControlRound(
        GridControl.open(
            fenced,
            new ZonedNodeHistory(history, ZoneOffset.UTC),
            new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
            mine,
            () -> true,
            clock,
            observer),
        mine,
        new Unheard(),
        clock,
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
    trace = 31 * trace + what.hashCode();
    log.add(clock.epochMillis() % 10_000_000 + " " + what);
    if (log.size() > LOG_LINES) {
      log.remove();
    }
  }

  /** The same for the same chance. */
  long trace() {
    return trace;
  }

  void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what + "\n" + String.join("\n", log));
    }
  }

  Stream<SimulatedJob> sides() {
    return sides.values().stream();
  }

  SimulatedJob side(String job) {
    return sides.computeIfAbsent(
        job,
        id -> {
          final SimulatedJob side =
              new SimulatedJob(
                  id, agents.stream().map(SimulatedAgent::name).toList(), ITERATIONS, this::check);
          agents.stream()
              .filter(agent -> agent.cut || !agent.up)
              .forEach(agent -> side.reach(agent.name(), false));
          return side;
        });
  }

  void accepted(Wish wish, String job) {
    note(wish.request() + " is " + job);
    final String before = accepted.put(wish.request(), job);
    check(before == null || before.equals(job), wish.request() + " is " + before + " and " + job);
  }

  /** The stored state of every job that was accepted. */
  Map<String, Job> stored() {
    final Map<String, Job> jobs = new TreeMap<>();
    new JobStore(maps).all().forEach(job -> jobs.put(job.id(), job));
    accepted.values().forEach(id -> check(jobs.containsKey(id), id + " was accepted and is lost"));
    return jobs;
  }

  void hangUp(SimulatedMember member) {
    for (final SimulatedAgent agent : agents) {
      if (agent.wire != null && agent.wire.member == member) {
        agent.wire = null;
      }
    }
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** One thing after another, as it comes. */
  void live(int steps) {
    for (int step = 0; step < steps; step++) {
      somethingHappens(any(members), any(agents));
      move();
      if (step % 5 == 0) {
        tick();
      }
      if (step % 50 == 0) {
        stored();
      }
    }
  }

  private void somethingHappens(SimulatedMember member, SimulatedAgent agent) {
    switch (random.nextInt(60)) {
      case 0 -> wish();
      case 1 -> {
        note("crash of a member");
        member.up = false;
        member.stop();
      }
      case 2, 3, 4 -> member.up = true;
      case 5 -> member.frozen = true;
      case 6, 7, 8 -> member.frozen = false;
      case 9 -> agent.ownerComes();
      case 10, 11, 12 -> agent.ownerGoes();
      case 13 -> agent.crash();
      case 14, 15, 16 -> {
        if (!agent.up) {
          agent.start();
        }
      }
      case 17 -> agent.cut(true);
      case 18, 19, 20 -> agent.cut(false);
      case 21 -> agent.guestDies();
      case 22 -> agent.wire = null;
      case 23, 24 -> agent.repeat();
      case 25 -> agenda.runFor(TICK.multipliedBy(random.nextInt(20)));
      default -> {}
    }
  }

  private void wish() {
    if (wishes.size() < 8) {
      final int least = 1 + random.nextInt(3);
      wishes.add(
          new Wish(
              "request-" + wishes.size(),
              JobSpec.newBuilder()
                  .setName("heat")
                  .setApp("jacobi")
                  .setMinWorkers(least)
                  .setMaxWorkers(least + random.nextInt(3))
                  .setCheckpoint("auto")
                  .setRequest("request-" + wishes.size())
                  .build()));
    }
  }

  /** A word or an order arrives somewhere, one looks for who leads, a coordinator thinks. */
  private void move() {
    for (int i = 0; i < 4; i++) {
      final SimulatedAgent agent = any(agents);
      final SimulatedAgent.Wire wire = agent.wire;
      if (wire == null) {
        agent.connect(any(members));
      } else if (random.nextBoolean()) {
        agent.receive();
      } else if (!agent.cut && agent.up && !wire.up.isEmpty()) {
        wire.up.remove().run();
      }
    }
    if (!wishes.isEmpty() && random.nextInt(4) == 0) {
      any(members).submit(any(wishes));
    }
    any(members).round();
  }

  private void tick() {
    agenda.runFor(TICK);
    sides.values().forEach(SimulatedJob::goOn);
    agents.forEach(SimulatedAgent::tick);
  }

  /** Nothing bad happens any more, and all that is on its way arrives. */
  void inPeace(int ticks) {
    members.forEach(member -> {
      member.up = true;
      member.frozen = false;
    });
    for (final SimulatedAgent agent : agents) {
      if (!agent.up) {
        agent.start();
      }
      agent.cut(false);
      agent.ownerGoes();
    }
    for (int i = 0; i < ticks && !allIsOver(); i++) {
      wishes.stream()
          .filter(wish -> !accepted.containsKey(wish.request()))
          .forEach(wish -> members.forEach(member -> member.submit(wish)));
      for (final SimulatedAgent agent : agents) {
        if (agent.wire == null) {
          agent.connect(any(members));
        }
        while (agent.receive()) {
          Objects.requireNonNull(agent.name());
        }
        final SimulatedAgent.Wire wire = agent.wire;
        while (wire != null && !wire.up.isEmpty()) {
          wire.up.remove().run();
        }
      }
      members.forEach(SimulatedMember::round);
      tick();
    }
    check(allIsOver(), "it never ends: " + members.stream().map(SimulatedMember::explain).toList());
  }

  private boolean allIsOver() {
    return accepted.size() == wishes.size()
        && stored().values().stream().allMatch(Job::ended)
        && agents.stream().noneMatch(SimulatedAgent::hasGuests);
  }
}
