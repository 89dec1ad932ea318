package io.lull.coordinator.core.job.checkpoint;

import io.lull.coordinator.core.job.CodeGroup;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Generations.Committed;
import io.lull.coordinator.core.job.Generations.Kept;
import io.lull.coordinator.core.job.Generations.Pending;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.CodingGroup;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.ParityMade;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Has parities made of the pieces of jobs that asked for a code instead of second copies. */
public final class ParityMaking {
  private ParityMaking() {}

  /** How the machines of a configuration are coded together; none: pieces are kept twice. */
  public static List<CodeGroup> groups(WorkingCopy job, Layout layout) {
    return job.terms()
        .code()
        .map(code ->
            CodeGroup.of(
                code, WorkingCopy.nodesOf(layout).stream().map(node -> alike(job, node)).toList()))
        .orElse(List.of());
  }

  /** Machines on one host, or with the same labels, are likely to be lost together. */
  private static String alike(WorkingCopy job, String node) {
    final @Nullable NodeAddress address = job.generations().holders().addresses().get(node);
    return new TreeSet<>(job.labelsOf(node)) + (address == null ? "" : address.getHost());
  }

  /** The piece of the rank is on its machine's disk: was it the last of its group? */
  public static void kept(WorkingCopy job, int rank) {
    final Pending pending = job.generations().pending();
    if (pending == null) {
      return;
    }
    pending.groups().stream()
        .filter(group -> group.ranks().contains(rank) && pending.readyToCode(group))
        .findFirst()
        .ifPresent(group -> {
          job.put(job.generations().taking(pending.until(job.now() + Limits.CODING_MILLIS)));
          group.ranks().forEach(each -> order(job, pending, group, each));
        });
  }

  /** The node may not have heard what it is to do. */
  public static void resend(WorkingCopy job, String node) {
    final Pending pending = job.generations().pending();
    if (pending == null) {
      return;
    }
    for (final CodeGroup group : pending.groups()) {
      for (final int rank : group.ranks()) {
        if (pending.readyToCode(group)
            && !pending.coded(rank)
            && pending.layout().getMembers(rank).getNode().equals(node)) {
          order(job, pending, group, rank);
        }
      }
    }
  }

  private static void order(WorkingCopy job, Pending pending, CodeGroup group, int rank) {
    final CodingGroup.Builder wire = CodingGroup.newBuilder().setNeeded(group.needed());
    for (final int each : group.ranks()) {
      final String node = pending.layout().getMembers(each).getNode();
      final CodingMember.Builder member =
          CodingMember.newBuilder()
              .setRank(each)
              .setBytes(Objects.requireNonNull(pending.kept().get(each)).bytes());
      Optional.ofNullable(job.generations().holders().addresses().get(node))
          .ifPresent(member::setAddress);
      wire.addMembers(member);
    }
    job.order(
        pending.layout().getMembers(rank).getNode(),
        Orders.makeParity(job.terms(), pending.number(), rank, wire.build()));
  }

  /** The node makes its parities, however long they are. */
  public static void getsOn(WorkingCopy job, String node, CodingProgress said) {
    final Pending pending = job.generations().pending();
    if (pending != null
        && pending.number() == said.getGeneration()
        && pending.kept().containsKey(said.getRank())
        && !pending.coded(said.getRank())
        && pending.layout().getMembers(said.getRank()).getNode().equals(node)) {
      job.put(job.generations().taking(pending.until(job.now() + Limits.CODING_MILLIS)));
    }
  }

  public static void made(WorkingCopy job, String node, ParityMade said) {
    final Pending pending = job.generations().pending();
    final @Nullable Kept kept = pending == null ? null : pending.kept().get(said.getRank());
    if (pending == null
        || kept == null
        || pending.number() != said.getGeneration()
        || !pending.layout().getMembers(said.getRank()).getNode().equals(node)) {
      return;
    }
    job.put(
        job.generations()
            .taking(
                pending.with(
                    said.getRank(),
                    said.getError().isEmpty()
                        ? new Kept(kept.nodes(), kept.bytes(), "", said.getBytes())
                        : new Kept(
                            kept.nodes(),
                            kept.bytes(),
                            "the parities on " + node + " could not be made: " + said.getError(),
                            0))));
  }

  /** As the rebuilding of one of its pieces needs it: with the machines within reach. */
  public static CodingGroup survivors(WorkingCopy job, Committed generation, CodeGroup group) {
    final Generations.Holders holders = job.generations().holders();
    final CodingGroup.Builder wire = CodingGroup.newBuilder().setNeeded(group.needed());
    for (final int rank : group.ranks()) {
      final String node = generation.layout().getMembers(rank).getNode();
      final @Nullable NodeAddress address =
          holders.reachable(node) ? holders.addresses().get(node) : null;
      final CodingMember.Builder member = CodingMember.newBuilder().setRank(rank);
      if (address != null) {
        member.setAddress(address);
      }
      wire.addMembers(member);
    }
    return wire.build();
  }
}
