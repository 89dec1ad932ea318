package io.lull.simulator.world;

import io.lull.simulator.time.Agenda;
import io.lull.simulator.time.HostClock;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** What all parts of a simulated grid share: time, chance, the network's delays, the journal. */
final class VirtualWorld {
  private final GridSetup setup;
  private final Agenda agenda = new Agenda();
  private final HostClock clock;
  private final Journal journal;

  VirtualWorld(GridSetup setup) {
    this.setup = setup;
    this.clock = newClock();
    this.journal = new Journal(clock);
  }

  GridSetup setup() {
    return setup;
  }

  Agenda agenda() {
    return agenda;
  }

  /** Of the store, which all times of jobs are by. */
  HostClock clock() {
    return clock;
  }

  HostClock newClock() {
    return new HostClock(agenda, setup.beginningMillis());
  }

  /** Drawn from the seed for this subject alone. */
  RandomGenerator chance(String subject) {
    return new SplittableRandom(31 * setup.seed() + subject.hashCode());
  }

  /** Of the messages of a channel, one after the other; most take much less than the longest. */
  LongSupplier delaysNanos(String channel) {
    final RandomGenerator delays = chance(channel);
    return () -> {
      final double share = delays.nextDouble();
      return Math.round(setup.longestDelay().toNanos() * share * share * share);
    };
  }

  void note(String what) {
    journal.note(what);
  }

  /** Stops the simulation when something does not hold. */
  void check(boolean holds, String what) {
    journal.check(holds, what);
  }

  /** The same for the same history. */
  long trace() {
    return 31 * journal.trace() + agenda.made();
  }
}
