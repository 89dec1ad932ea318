package io.lull.simulator.world;

import io.lull.protocol.wire.JobSpec;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Lets a grid live through what chance brings: coordinators are killed and frozen, machines are
 * switched off and cut off, connections break, guests die, owners come and go, users submit jobs.
 */
public final class RandomFaults {
  private static final int KINDS = 60;
  private static final int MOST_JOBS = 8;
  private static final int MOST_WORKERS = 3;
  private static final int LOOK_EVERY = 50;
  private static final Duration BETWEEN = Duration.ofMillis(40);
  private static final int LONGEST_CALM_MILLIS = 4_000;

  private final SimulatedGrid grid;
  private final RandomGenerator chance;

  public RandomFaults(SimulatedGrid grid) {
    this.grid = grid;
    this.chance = grid.chance("faults");
  }

  /** One thing after another, as it comes. */
  public void happen(int times) {
    for (int i = 0; i < times; i++) {
      somethingHappens(any(grid.members()), any(grid.agents()));
      grid.agenda().runFor(BETWEEN);
      if (i % LOOK_EVERY == 0) {
        grid.stored();
      }
    }
  }

  private <T> T any(List<T> all) {
    return all.get(chance.nextInt(all.size()));
  }

  private void somethingHappens(SimulatedMember member, SimulatedAgent agent) {
    switch (chance.nextInt(KINDS)) {
      case 0 -> submit();
      case 1 -> member.crash();
      case 2, 3, 4 -> member.start();
      case 5 -> member.freeze();
      case 6, 7, 8 -> member.thaw();
      case 9 -> agent.ownerComes();
      case 10, 11, 12 -> agent.ownerGoes();
      case 13 -> agent.crash();
      case 14, 15, 16 -> agent.start();
      case 17 -> agent.cut(true);
      case 18, 19, 20 -> agent.cut(false);
      case 21 -> agent.guestDies();
      case 22, 23, 24 -> agent.tear();
      case 25 -> grid.agenda().runFor(Duration.ofMillis(chance.nextInt(LONGEST_CALM_MILLIS)));
      default -> {
        // Nothing.
      }
    }
  }

  private void submit() {
    if (grid.requests() < MOST_JOBS) {
      final int least = 1 + chance.nextInt(MOST_WORKERS);
      grid.submit(
          JobSpec.newBuilder()
              .setName("heat")
              .setApp("jacobi")
              .setMinWorkers(least)
              .setMaxWorkers(least + chance.nextInt(MOST_WORKERS))
              .setCheckpoint("auto"));
    }
  }
}
