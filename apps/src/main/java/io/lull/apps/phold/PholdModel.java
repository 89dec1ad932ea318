package io.lull.apps.phold;

import io.lull.apps.numbers.HashedNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is simulated: each event of a process causes one of a process drawn at random, after a time
 * of exponential distribution beyond the lookahead. Random numbers are known by their places.
 *
 * <p>R. M. Fujimoto, "Performance of Time Warp under synthetic workloads", SCS Multiconference on
 * Distributed Simulation, 1990.
 *
 * @param processes how many there are
 * @param events of each at the start
 * @param end nothing happens from then on
 */
record PholdModel(int processes, int events, double lookahead, double end, long seed) {
  private static final int DRAWS_BITS = 32;

  private double draw(int process, long number) {
    return HashedNumbers.unit(seed, ((long) process << DRAWS_BITS) + number);
  }

  private double delay(int process, long number) {
    return lookahead - StrictMath.log(1 - draw(process, number));
  }

  /** The events with which a process begins. */
  List<Event> start(int process) {
    final List<Event> start = new ArrayList<>();
    for (int i = 1; i <= events; i++) {
      final double time = delay(process, -i);
      if (time < end) {
        start.add(new Event(time, process, process, -i));
      }
    }
    return start;
  }

  /** What an event causes; empty: nothing that happens before the end. */
  Optional<Event> caused(Event event, ProcessState state) {
    final long number = state.processed();
    final double time = event.time() + delay(event.process(), 2 * number);
    if (time >= end) {
      return Optional.empty();
    }
    final int to = (int) (draw(event.process(), 2 * number + 1) * processes);
    return Optional.of(new Event(time, to, event.process(), number));
  }

  /** The state of a process after an event. */
  static ProcessState after(Event event, ProcessState state) {
    final long trace =
        HashedNumbers.mixed(
            HashedNumbers.mixed(state.trace() ^ Double.doubleToRawLongBits(event.time()))
                + HashedNumbers.mixed(((long) event.source() << DRAWS_BITS) ^ event.number()));
    return new ProcessState(state.processed() + 1, trace);
  }

  /** A process's part of the whole trace, which does not depend on the processes' order. */
  static long share(int process, ProcessState state) {
    return HashedNumbers.mixed(state.trace() + HashedNumbers.mixed(process));
  }

  /**
   * A process.
   *
   * @param processed how many of its events
   * @param trace of these, in their order
   */
  record ProcessState(long processed, long trace) {
    static final ProcessState START = new ProcessState(0, 0);
  }
}
