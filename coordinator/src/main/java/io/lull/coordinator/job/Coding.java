package io.lull.coordinator.job;

import io.lull.coordinator.job.Generations.Committed;
import io.lull.coordinator.job.Generations.Kept;
import io.lull.coordinator.job.Generations.Pending;
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
final class Coding {
  private Coding() {}

  /** How the machines of a configuration are coded together; none: pieces are kept twice. */
  static List<CodeGroup> groups(Draft draft, Layout layout) {
    return draft
        .terms
        .code()
        .map(code ->
            CodeGroup.of(
                code, Draft.nodesOf(layout).stream().map(node -> alike(draft, node)).toList()))
        .orElse(List.of());
  }

  /** Machines on one host, or with the same labels, are likely to be lost together. */
  private static String alike(Draft draft, String node) {
    final @Nullable NodeAddress address = draft.generations.holders().addresses().get(node);
    return new TreeSet<>(draft.labelsOf(node)) + (address == null ? "" : address.getHost());
  }

  /** The piece of the rank is on its machine's disk: was it the last of its group? */
  static void kept(Draft draft, int rank) {
    final Pending pending = draft.generations.pending();
    if (pending == null) {
      return;
    }
    pending.groups().stream()
        .filter(group -> group.ranks().contains(rank) && pending.readyToCode(group))
        .findFirst()
        .ifPresent(group -> {
          draft.generations =
              draft.generations.taking(pending.until(draft.now + Limits.CODING_MILLIS));
          group.ranks().forEach(each -> order(draft, pending, group, each));
        });
  }

  /** The node may not have heard what it is to do. */
  static void resend(Draft draft, String node) {
    final Pending pending = draft.generations.pending();
    if (pending == null) {
      return;
    }
    for (final CodeGroup group : pending.groups()) {
      for (final int rank : group.ranks()) {
        if (pending.readyToCode(group)
            && !pending.coded(rank)
            && pending.layout().getMembers(rank).getNode().equals(node)) {
          order(draft, pending, group, rank);
        }
      }
    }
  }

  private static void order(Draft draft, Pending pending, CodeGroup group, int rank) {
    final CodingGroup.Builder wire = CodingGroup.newBuilder().setNeeded(group.needed());
    for (final int each : group.ranks()) {
      final String node = pending.layout().getMembers(each).getNode();
      final CodingMember.Builder member =
          CodingMember.newBuilder()
              .setRank(each)
              .setBytes(Objects.requireNonNull(pending.kept().get(each)).bytes());
      Optional.ofNullable(draft.generations.holders().addresses().get(node))
          .ifPresent(member::setAddress);
      wire.addMembers(member);
    }
    draft.order(
        pending.layout().getMembers(rank).getNode(),
        Orders.makeParity(draft.terms, pending.number(), rank, wire.build()));
  }

  /** The node makes its parities, however long they are. */
  static void getsOn(Draft draft, String node, CodingProgress said) {
    final Pending pending = draft.generations.pending();
    if (pending != null
        && pending.number() == said.getGeneration()
        && pending.kept().containsKey(said.getRank())
        && !pending.coded(said.getRank())
        && pending.layout().getMembers(said.getRank()).getNode().equals(node)) {
      draft.generations = draft.generations.taking(pending.until(draft.now + Limits.CODING_MILLIS));
    }
  }

  static void made(Draft draft, String node, ParityMade said) {
    final Pending pending = draft.generations.pending();
    final @Nullable Kept kept = pending == null ? null : pending.kept().get(said.getRank());
    if (pending == null
        || kept == null
        || pending.number() != said.getGeneration()
        || !pending.layout().getMembers(said.getRank()).getNode().equals(node)) {
      return;
    }
    draft.generations =
        draft.generations.taking(
            pending.with(
                said.getRank(),
                said.getError().isEmpty()
                    ? new Kept(kept.nodes(), kept.bytes(), "", said.getBytes())
                    : new Kept(
                        kept.nodes(),
                        kept.bytes(),
                        "the parities on " + node + " could not be made: " + said.getError(),
                        0)));
  }

  /** As the rebuilding of one of its pieces needs it: with the machines within reach. */
  static CodingGroup survivors(Draft draft, Committed generation, CodeGroup group) {
    final Generations.Holders holders = draft.generations.holders();
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
