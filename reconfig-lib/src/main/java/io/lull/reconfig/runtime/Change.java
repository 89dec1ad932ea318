package io.lull.reconfig.runtime;

import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.Reconfigure;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.Balance;
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
 * @param shapes of the grids
 * @param plan the moves
 * @param informer the worker that tells those who have nothing yet what all hold alike; empty when
 *     nobody has to be told
 * @param informed whom it tells
 */
record Change(
    Reconfigure order,
    List<Shape> shapes,
    TransferPlan plan,
    String informer,
    Set<String> informed) {
  static Change of(Reconfigure order, List<Shape> shapes, Balance balance) {
    return of(
        order,
        shapes,
        TransferPlan.of(shapes, held(order, shapes), parts(order.getMembersList()), balance));
  }

  /**
   * @param plan made before, for the same members and the same layout
   */
  static Change of(Reconfigure order, List<Shape> shapes, TransferPlan plan) {
    final List<Part> parts = parts(order.getMembersList());
    final Holding held = held(order, shapes);
    final Set<String> informed = new LinkedHashSet<>();
    final String informer = held.isEmpty() ? "" : held.holders().getFirst();
    for (final Part part : parts) {
      final boolean knows = order.hasLive() && held.holders().contains(part.worker());
      if (!held.isEmpty() && !knows && !part.worker().equals(informer)) {
        informed.add(part.worker());
      }
    }
    return new Change(order, shapes, plan, informer, Set.copyOf(informed));
  }

  /**
   * Plans a change of some workers that do not exist, so that the first real one finds the code
   * loaded: at a safe point everybody waits for the plan, and a first one takes a tenth of a second
   * longer.
   */
  static void rehearse() {
    final List<Shape> shapes = List.of(new Shape(256, 256, 1));
    final List<Part> old =
        List.of(new Part("a", 1), new Part("b", 1), new Part("c", 1), new Part("d", 1));
    final TransferPlan fewer =
        TransferPlan.of(
            shapes, Allotment.afresh(shapes, old).held(), old.subList(1, 4), Balance.USUAL);
    TransferPlan.of(shapes, fewer.next().held(), old, Balance.USUAL);
  }

  private static List<Part> parts(List<Member> members) {
    return members.stream().map(Change::part).toList();
  }

  private static Part part(Member member) {
    return new Part(member.getWorker(), member.getWeight());
  }

  private static Holding held(Reconfigure order, List<Shape> shapes) {
    return switch (order.getSourceCase()) {
      case LIVE -> allotment(order.getLive().getLayout(), shapes).held();
      case GENERATION -> held(order.getGeneration(), shapes);
      case FRESH, SOURCE_NOT_SET -> Holding.NOTHING;
    };
  }

  private static Holding held(Generation generation, List<Shape> shapes) {
    final Allotment kept = allotment(generation.getLayout(), shapes);
    final Map<Integer, String> holders = new HashMap<>();
    for (final PieceHolder holder : generation.getHoldersList()) {
      holders.put(holder.getRank(), holder.getWorker());
    }
    final List<String> byRank = new ArrayList<>(kept.size());
    for (int rank = 0; rank < kept.size(); rank++) {
      final String holder = holders.getOrDefault(rank, "");
      if (holder.isEmpty()) {
        throw new IllegalArgumentException("nobody has the piece of rank " + rank);
      }
      byRank.add(holder);
    }
    return new Holding(kept, byRank);
  }

  /** Where the cuts lay; a layout kept without them was cut afresh by its weights. */
  private static Allotment allotment(Layout layout, List<Shape> shapes) {
    final List<Part> parts = layout.getMembersList().stream().map(Change::part).toList();
    if (layout.getTilingsCount() == 0) {
      return Allotment.afresh(shapes, parts);
    }
    return new Allotment(parts, shapes.stream().map(shape -> cuts(layout, shape)).toList());
  }

  private static Distribution cuts(Layout layout, Shape shape) {
    return layout.getTilingsList().stream()
        .filter(tiling -> Tilings.isOf(tiling, shape))
        .findFirst()
        .map(tiling -> Tilings.distribution(tiling, shape, layout.getMembersCount()))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "the data kept is not that of a grid of "
                    + shape.extents().described()
                    + " cells divided as this one"));
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
    final List<Shape> tiled = new ArrayList<>();
    for (int g = 0; g < shapes.size(); g++) {
      final Shape shape = shapes.get(g);
      if (tiled.stream().noneMatch(shape::isDividedAs)) {
        tiled.add(shape);
        layout.addTilings(Tilings.of(plan.next().grids().get(g), shape));
      }
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
