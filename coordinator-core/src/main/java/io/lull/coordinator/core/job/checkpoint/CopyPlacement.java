package io.lull.coordinator.core.job.checkpoint;

import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceDurable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Chooses the nodes for copies of a piece, and knows which have one. */
public final class CopyPlacement {
  private CopyPlacement() {}

  /**
   * The nodes that are to have a copy if those before them cannot: first those that are not likely
   * to be lost at the same time, on another host and with as few labels in common as can be. Of
   * equals members come first, which can be sent it by the worker itself, and of those the next in
   * rank order. The last of them is a spare if there is one: the members' disks may all be full.
   */
  public static List<NodeAddress> others(WorkingCopy job, Layout layout, int rank) {
    final Generations.Holders holders = job.generations().holders();
    final String own = layout.getMembers(rank).getNode();
    final List<NodeAddress> others = new ArrayList<>();
    for (int i = 1; i < layout.getMembersCount(); i++) {
      final Member member = layout.getMembers((rank + i) % layout.getMembersCount());
      others.add(holders.addresses().get(member.getNode()));
    }
    job.targets().placed().spares().forEach(spare -> others.add(spare.address()));
    others.removeIf(a -> a == null || a.getNode().equals(own) || !holders.reachable(a.getNode()));
    final NodeAddress home = holders.addresses().get(own);
    final Set<String> labels = job.labelsOf(own);
    final Set<String> members = new TreeSet<>(WorkingCopy.nodesOf(layout));
    final List<NodeAddress> sorted =
        others.stream()
            .distinct()
            .sorted(
                Comparator.comparing(
                        (NodeAddress a) -> home == null || a.getHost().equals(home.getHost()))
                    .thenComparing(a -> !members.contains(a.getNode()))
                    .thenComparingLong(
                        a -> job.labelsOf(a.getNode()).stream().filter(labels::contains).count()))
            .toList();
    return tried(sorted, address -> !members.contains(address.getNode()));
  }

  private static List<NodeAddress> tried(List<NodeAddress> sorted, Predicate<NodeAddress> spare) {
    final List<NodeAddress> tried =
        new ArrayList<>(sorted.subList(0, Math.min(Limits.COPY_TRIES, sorted.size())));
    if (tried.stream().noneMatch(spare)) {
      sorted.stream()
          .filter(spare)
          .findFirst()
          .ifPresent(address -> tried.set(tried.size() - 1, address));
    }
    return tried;
  }

  /** The worker there that can be sent a copy: faster than by the agents. */
  public static @Nullable Worker memberOn(WorkingCopy job, String node) {
    return job.members().stream()
        .filter(member -> member.node().equals(node))
        .findFirst()
        .orElse(null);
  }

  /** The nodes that are known to have it on their disks. */
  public static List<String> holders(WorkingCopy job, String node, PieceDurable said) {
    if (said.getHoldersCount() > 0) {
      return said.getHoldersList().stream()
          .distinct()
          .filter(job.generations().holders().addresses()::containsKey)
          .toList();
    }
    // An agent of an earlier version. It asked no buddy where its own disk refused the piece.
    if (said.getLocalFailed()) {
      return List.of();
    }
    return said.getError().isEmpty() && !said.getBuddy().isEmpty()
        ? List.of(node, said.getBuddy())
        : List.of(node);
  }
}
