package io.lull.reconfig.runtime;

import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.Reconfigure;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Holding;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.distribution.TransferPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One change of configuration as every worker computes it from the same order: who will have what,
 * what moves, who talks to whom.
 *
 * @param order as it came
 * @param plan the moves
 * @param informer the worker that tells those who have nothing yet what all hold alike; empty when
 *     nobody has to be told
 * @param informed whom it tells
 */
record Change(Reconfigure order, TransferPlan plan, String informer, Set<String> informed) {

  static Change of(Reconfigure order, List<Shape> shapes) {
    final List<Part> parts = order.getMembersList().stream().map(Change::part).toList();
    final List<Holding> held = held(order, shapes);
    final TransferPlan plan = TransferPlan.of(shapes, held, parts);
    final Set<String> informed = new LinkedHashSet<>();
    final String informer = held.isEmpty() ? "" : held.getFirst().holder();
    for (final Part part : parts) {
      final boolean knows =
          order.hasLive() && held.stream().anyMatch(h -> h.holder().equals(part.worker()));
      if (!held.isEmpty() && !knows && !part.worker().equals(informer)) {
        informed.add(part.worker());
      }
    }
    return new Change(order, plan, informer, Set.copyOf(informed));
  }

  private static Part part(Member member) {
    return new Part(member.getWorker(), member.getWeight());
  }

  private static List<Holding> held(Reconfigure order, List<Shape> shapes) {
    return switch (order.getSourceCase()) {
      case LIVE -> distribution(order.getLive().getLayout(), shapes).held();
      case GENERATION -> held(order.getGeneration(), shapes);
      case FRESH, SOURCE_NOT_SET -> List.of();
    };
  }

  private static List<Holding> held(Generation generation, List<Shape> shapes) {
    final Distribution kept = distribution(generation.getLayout(), shapes);
    final Map<Integer, String> holders = new HashMap<>();
    for (final PieceHolder holder : generation.getHoldersList()) {
      holders.put(holder.getRank(), holder.getWorker());
    }
    final List<Holding> held = new ArrayList<>(kept.size());
    for (int rank = 0; rank < kept.size(); rank++) {
      final String holder = holders.getOrDefault(rank, "");
      if (holder.isEmpty()) {
        throw new IllegalArgumentException("nobody has the piece of rank " + rank);
      }
      held.add(new Holding(rank, holder, kept.regions().get(rank)));
    }
    return List.copyOf(held);
  }

  private static Distribution distribution(Layout layout, List<Shape> shapes) {
    return Distribution.of(shapes, layout.getMembersList().stream().map(Change::part).toList());
  }

  long epoch() {
    return order.getEpoch();
  }

  boolean live() {
    return order.hasLive();
  }

  /** Rank in the new configuration, or -1. */
  int rankOf(String worker) {
    return plan.next().rankOf(worker);
  }

  /** The new configuration's layout, by rank. */
  Layout layout() {
    final Layout.Builder layout = Layout.newBuilder().setEpoch(epoch());
    for (final Part part : plan.next().parts()) {
      layout.addMembers(member(part.worker()));
    }
    return layout.build();
  }

  /** Whom this worker has to be linked with; the other side finds the same. */
  Set<String> peersOf(String self) {
    final Set<String> peers = new LinkedHashSet<>();
    if (rankOf(self) >= 0) {
      plan.next().parts().forEach(part -> peers.add(part.worker()));
    }
    for (final TransferPlan.Move move : plan.moves()) {
      if (move.from().equals(self)) {
        peers.add(move.to());
      } else if (move.to().equals(self)) {
        peers.add(move.from());
      }
    }
    if (informer.equals(self)) {
      peers.addAll(informed);
    } else if (informed.contains(self)) {
      peers.add(informer);
    }
    peers.remove(self);
    return peers;
  }

  /** Where a worker of the old or the new configuration listens. */
  Member member(String worker) {
    for (final Member member : order.getMembersList()) {
      if (member.getWorker().equals(worker)) {
        return member;
      }
    }
    for (final Member member : order.getLive().getLayout().getMembersList()) {
      if (member.getWorker().equals(worker)) {
        return member;
      }
    }
    throw new IllegalArgumentException(
        "worker " + worker + " is neither in the old nor in the new configuration");
  }
}
