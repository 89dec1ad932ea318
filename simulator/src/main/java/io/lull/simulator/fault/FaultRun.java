package io.lull.simulator.fault;

import io.lull.agent.core.settings.Settings;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.JobSpec;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.simulator.job.JobPace;
import io.lull.simulator.time.Agenda;
import io.lull.simulator.world.BrokenInvariant;
import io.lull.simulator.world.GridSetup;
import io.lull.simulator.world.SimulatedAgent;
import io.lull.simulator.world.SimulatedGrid;
import io.lull.simulator.world.SimulatedMember;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One history: a grid of the live decision code lives through a plan; then all that was broken is
 * mended, all owners go, and every job must come to its end.
 */
public final class FaultRun {
  private static final Settings OWNERS =
      Settings.of(Map.of("idle-after", "2s", "cpu-window", "1s", "grace", "10s"));
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
  private static final Duration ROUND_AFTER = Duration.ofMillis(20);
  private static final JobPace PROGRAMS = JobPace.steady(100, Duration.ofMillis(200));

  /** In virtual time: after it, something will never end. */
  private static final Duration PEACE = Duration.ofMinutes(20);

  /** So often what users were promised is looked up. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  /** A clock that goes wrong gains or loses such a part of the time. */
  private static final double DRIFT = 0.25;

  private static final int TASKS = 40;
  private static final int COPIES = 2;
  private static final String CODE = "2:3";

  private FaultRun() {}

  /** In most histories ghosts pay, once another coordinator leads. */
  private static NodeHistory past(FaultPlan plan, long startMillis) {
    return plan.seed() % 4 == 0
        ? new DiscardingHistory()
        : new RestlessPast(
            IntStream.rangeClosed(1, plan.nodes()).mapToObj(n -> "n" + n).toList(), startMillis);
  }

  /** Runs it to its end or to the first thing that does not hold. */
  public static FaultOutcome of(FaultPlan plan) {
    final Situations situations = new Situations(plan);
    final SimulatedGrid grid =
        new SimulatedGrid(
            new GridSetup(
                plan.seed(),
                GridSetup.SOME_MONDAY_MILLIS,
                plan.coordinators(),
                plan.nodes(),
                OWNERS,
                LONGEST_DELAY,
                ROUND_AFTER,
                startMillis -> past(plan, startMillis),
                _ -> PROGRAMS,
                situations::stepped));
    try {
      return lived(plan, grid, situations);
    } catch (BrokenInvariant e) {
      return new FaultOutcome.Broken(grid.agenda().made(), e.what(), e.journal());
    } catch (RuntimeException e) {
      // The live code threw what it should not.
      return new FaultOutcome.Broken(
          grid.agenda().made(),
          e.toString().lines().findFirst().orElse(""),
          List.of("thrown at " + (e.getStackTrace().length == 0 ? "?" : e.getStackTrace()[0])));
    }
  }

  private static FaultOutcome lived(FaultPlan plan, SimulatedGrid grid, Situations situations) {
    plan.jobs().forEach(job -> at(grid.agenda(), job.atMillis(), () -> submit(grid, job)));
    plan.faults().forEach(fault -> schedule(fault, grid));
    plan.wishes()
        .forEach(wish ->
            at(
                grid.agenda(),
                wish.atMillis(),
                () -> grid.ask(wish.kind(), wish.job() - 1, wish.workers())));
    final long end = Duration.ofMillis(plan.endMillis()).toNanos();
    while (grid.agenda().nanos() < end) {
      grid.agenda().runUntil(Math.min(end, grid.agenda().nanos() + LOOK.toNanos()));
      grid.stored();
    }
    grid.makePeace();
    grid.runUntilOver(PEACE);
    final Map<String, Job> jobs = grid.stored();
    final Set<String> changes =
        jobs.values().stream()
            .flatMap(job -> JobViews.events(job).stream())
            .map(change ->
                change.getKind()
                    + " by "
                    + change.getCause()
                    + (change.getMethod().equals(ChangeMethod.GHOST.wire()) ? " onto a ghost" : ""))
            .collect(Collectors.toSet());
    return new FaultOutcome.Held(
        grid.agenda().made(), changes, grid.answered(), situations.met(), grid.trace());
  }

  private static void submit(SimulatedGrid grid, Submission job) {
    final JobSpec.Builder spec =
        JobSpec.newBuilder().setMinWorkers(job.leastWorkers()).setMaxWorkers(job.mostWorkers());
    grid.submit(
        switch (job.model()) {
          case GRID -> heat(spec);
          case CODED -> heat(spec).setCode(CODE);
          case MOLDABLE -> heat(spec).setMoldable(true);
          case BAG -> bag(spec, 1);
          case REPLICATED ->
              bag(spec, COPIES)
                  .setMinWorkers(Math.max(COPIES, job.leastWorkers()))
                  .setMaxWorkers(Math.max(COPIES, job.mostWorkers()));
        });
  }

  private static JobSpec.Builder heat(JobSpec.Builder spec) {
    return spec.setName("heat").setApp("jacobi").setCheckpoint("auto");
  }

  private static JobSpec.Builder bag(JobSpec.Builder spec, int copies) {
    return spec.setName("render")
        .setBag(Bag.newBuilder().addCommand("render").setTasks(TASKS).setReplicas(copies));
  }

  private static void at(Agenda agenda, long millis, Runnable what) {
    agenda.at(Duration.ofMillis(millis).toNanos(), what);
  }

  private static void schedule(Fault fault, SimulatedGrid grid) {
    final long begin = fault.atMillis();
    final long end = begin + fault.spanMillis();
    final double drift = fault.lastsMillis() < 0 ? -DRIFT : DRIFT;
    final Duration jump = Duration.ofMillis(fault.lastsMillis());
    final Agenda agenda = grid.agenda();
    switch (fault.kind()) {
      case COORDINATOR_CRASH -> {
        at(agenda, begin, member(grid, fault)::crash);
        at(agenda, end, member(grid, fault)::start);
      }
      case COORDINATOR_FREEZE -> {
        at(agenda, begin, member(grid, fault)::freeze);
        at(agenda, end, member(grid, fault)::thaw);
      }
      case COORDINATOR_CLOCK -> at(agenda, begin, () -> member(grid, fault).jumpClock(jump));
      case NODE_CRASH -> {
        at(agenda, begin, agent(grid, fault)::crash);
        at(agenda, end, agent(grid, fault)::start);
      }
      case NODE_CUT -> {
        at(agenda, begin, () -> agent(grid, fault).cut(true));
        at(agenda, end, () -> agent(grid, fault).cut(false));
      }
      case NODE_HUSHED -> {
        at(agenda, begin, () -> agent(grid, fault).hush(true));
        at(agenda, end, () -> agent(grid, fault).hush(false));
      }
      case NODE_DEAF -> {
        at(agenda, begin, () -> agent(grid, fault).deafen(true));
        at(agenda, end, () -> agent(grid, fault).deafen(false));
      }
      case NODE_GONE -> at(agenda, begin, () -> grid.lose(agent(grid, fault)));
      case DISK_FULL -> {
        at(agenda, begin, () -> agent(grid, fault).fillDisk(true));
        at(agenda, end, () -> agent(grid, fault).fillDisk(false));
      }
      case DISK_DAMAGE -> at(agenda, begin, agent(grid, fault)::damageDisk);
      case DISK_UNSYNCED -> {
        at(agenda, begin, agent(grid, fault)::crashUnsynced);
        at(agenda, end, agent(grid, fault)::start);
      }
      case NODE_CLOCK -> at(agenda, begin, () -> agent(grid, fault).jumpClock(jump));
      case COORDINATOR_DRIFT -> {
        at(agenda, begin, () -> member(grid, fault).driftClock(drift));
        at(agenda, end, () -> member(grid, fault).driftClock(0));
      }
      case NODE_DRIFT -> {
        at(agenda, begin, () -> agent(grid, fault).driftClock(drift));
        at(agenda, end, () -> agent(grid, fault).driftClock(0));
      }
      case STORE_DRIFT -> {
        at(agenda, begin, () -> grid.store().driftClock(drift));
        at(agenda, end, () -> grid.store().driftClock(0));
      }
      case OWNER -> {
        at(agenda, begin, agent(grid, fault)::ownerComes);
        at(agenda, end, agent(grid, fault)::ownerGoes);
      }
      case GUEST_DEATH -> at(agenda, begin, agent(grid, fault)::guestDies);
      case CONNECTION_BREAK -> at(agenda, begin, agent(grid, fault)::tear);
      case STORE_REFUSAL -> {
        at(agenda, begin, () -> grid.store().refuse(true));
        at(agenda, end, () -> grid.store().refuse(false));
      }
      case STORE_SILENCE -> {
        at(agenda, begin, () -> grid.store().silence(true));
        at(agenda, end, () -> grid.store().silence(false));
      }
      case STORE_CLOCK -> at(agenda, begin, () -> grid.store().jumpClock(jump));
      case STORE_LOSS -> at(agenda, begin, () -> grid.store().forget(1));
    }
  }

  /** Plans from files may count further than there are hosts. */
  private static SimulatedMember member(SimulatedGrid grid, Fault fault) {
    return grid.members().get((fault.subject() - 1) % grid.members().size());
  }

  private static SimulatedAgent agent(SimulatedGrid grid, Fault fault) {
    return grid.agents().get((fault.subject() - 1) % grid.agents().size());
  }
}
