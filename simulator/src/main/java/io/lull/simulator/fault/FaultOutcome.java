package io.lull.simulator.fault;

import java.util.List;
import java.util.Set;

/** How a grid lived through a plan. */
public sealed interface FaultOutcome {
  /** What the simulation did, in entries of its agenda. */
  long events();

  /**
   * All that must hold held, and each job that was accepted has finished.
   *
   * @param changes that jobs went through, such as {@code grow by opportunity}
   * @param answered requests of users that concern jobs, of which it was looked whether their
   *     answers can be explained
   * @param situations that jobs came through
   * @param trace the same for the same history
   */
  record Held(long events, Set<String> changes, int answered, Set<String> situations, long trace)
      implements FaultOutcome {
    public Held {
      changes = Set.copyOf(changes);
      situations = Set.copyOf(situations);
    }
  }

  /**
   * Something did not hold.
   *
   * @param what in one line
   * @param journal what happened before
   */
  record Broken(long events, String what, List<String> journal) implements FaultOutcome {
    public Broken {
      journal = List.copyOf(journal);
    }

    /** The same for failures of one kind: without the names and numbers of a history. */
    String kind() {
      final int colon = what.indexOf(':');
      return (colon < 0 ? what : what.substring(0, colon)).replaceAll("[0-9]+", "#");
    }
  }
}
