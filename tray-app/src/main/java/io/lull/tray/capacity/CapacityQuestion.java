package io.lull.tray.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What an administrator wants to know of the cluster.
 *
 * @param days how much of its history counts
 * @param ownJobs its own jobs of that time; else made-up ones
 * @param moreMachines below 0: fewer; empty: that is not asked
 * @param idleMinutes for so long owners would have been away before a machine is used; empty: that
 *     is not asked
 */
public record CapacityQuestion(
    int days, boolean ownJobs, OptionalInt moreMachines, OptionalInt idleMinutes) {

  /** As {@code lull simulate whatif --change} has them. */
  List<String> changes() {
    final List<String> changes = new ArrayList<>();
    moreMachines.ifPresent(more -> changes.add("nodes=" + (more < 0 ? "" : "+") + more));
    idleMinutes.ifPresent(minutes -> changes.add("idle-after=" + minutes + "m"));
    return changes;
  }
}
