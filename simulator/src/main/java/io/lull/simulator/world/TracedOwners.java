package io.lull.simulator.world;

import io.lull.simulator.trace.AvailabilityTrace;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Lets the owners of a grid's nodes come and go as those of recorded machines did. */
public final class TracedOwners {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private TracedOwners() {}

  /**
   * The first machine's owner is the first node's, and so on; the trace begins now. A machine of
   * which nothing is known is switched off.
   *
   * @throws IllegalArgumentException when the trace has more machines than the grid has nodes
   */
  public static void follow(SimulatedGrid grid, AvailabilityTrace trace) {
    if (trace.machines().size() > grid.agents().size()) {
      throw new IllegalArgumentException(
          "the trace has "
              + trace.machines().size()
              + " machines, the grid only "
              + grid.agents().size()
              + " nodes");
    }
    final Map<String, SimulatedAgent> nodes = new HashMap<>();
    final Iterator<SimulatedAgent> agents = grid.agents().iterator();
    trace.machines().forEach(machine -> nodes.put(machine, agents.next()));
    final long begin = grid.agenda().nanos();
    for (final AvailabilityTrace.Turn turn : trace.turns()) {
      final SimulatedAgent node = nodes.get(turn.machine());
      if (node != null) {
        grid.agenda().at(begin + turn.millis() * NANOS_PER_MILLI, () -> turn(node, turn));
      }
    }
  }

  private static void turn(SimulatedAgent node, AvailabilityTrace.Turn turn) {
    switch (turn.presence()) {
      case THERE -> {
        node.start();
        node.ownerComes();
      }
      case AWAY -> {
        node.start();
        node.ownerGoes();
      }
      case UNKNOWN -> {
        node.ownerGoes();
        node.crash();
      }
    }
  }
}
