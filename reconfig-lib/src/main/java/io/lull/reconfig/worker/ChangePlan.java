package io.lull.reconfig.worker;

import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.checkpoint.WorkerPieces;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.state.FollowingState;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.Piece;
import io.lull.reconfig.state.ReadablePieces;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.StateUnit;
import io.lull.reconfig.transfer.ChangeTransfers;
import io.lull.reconfig.transfer.ChangeTransfers.Informing;
import io.lull.reconfig.transfer.ChangeTransfers.Known;
import io.lull.reconfig.transfer.PreCopied;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The plan of one change of configuration, which every worker computes from the same order: future
 * owners, transfers and links.
 *
 * @param order as it came
 * @param plan the transfers
 * @param informer the worker that tells those who have nothing yet what all hold alike; empty when
 *     nobody has to be told
 * @param informed whom it tells
 */
public record ChangePlan(Reconfigure order, StatePlan plan, String informer, Set<String> informed) {
  private static final List<String> REHEARSED = List.of("a", "b", "c", "d");

  public static ChangePlan of(Reconfigure order, DistributedState state) {
    return of(order, state, List.of());
  }

  /**
   * @param units by rank, where the state plans from them
   */
  static ChangePlan of(Reconfigure order, DistributedState state, List<List<StateUnit>> units) {
    return of(order, state.plan(held(order).withUnits(units), parts(order.getMembersList())));
  }

  /**
   * @param plan made before, for the same members and the same layout
   */
  public static ChangePlan of(Reconfigure order, StatePlan plan) {
    final Holdings held = held(order);
    final Set<String> informed = new LinkedHashSet<>();
    final String informer = held.isEmpty() ? "" : held.holders().getFirst();
    for (final Part part : parts(order.getMembersList())) {
      final boolean knows = order.hasLive() && held.holders().contains(part.worker());
      if (!held.isEmpty() && !knows && !part.worker().equals(informer)) {
        informed.add(part.worker());
      }
    }
    return new ChangePlan(order, plan, informer, Set.copyOf(informed));
  }

  /**
   * Plans changes of some workers that do not exist, so that the first real one finds the code
   * loaded: at a safe point everybody waits for the plan, and a first one takes a tenth of a second
   * longer.
   */
  public static void rehearse(DistributedState state) {
    try {
      final ChangePlan started =
          of(rehearsed(REHEARSED).setFresh(Fresh.getDefaultInstance()).build(), state);
      final ChangePlan fewer =
          of(
              rehearsed(REHEARSED.subList(1, REHEARSED.size()))
                  .setLive(Live.newBuilder().setLayout(started.layout()))
                  .build(),
              state);
      of(rehearsed(REHEARSED).setLive(Live.newBuilder().setLayout(fewer.layout())).build(), state);
    } catch (IllegalArgumentException | BadInput e) {
      // The job may be too small for so many workers, and have fewer.
    }
  }

  private static Reconfigure.Builder rehearsed(List<String> workers) {
    final Reconfigure.Builder order = Reconfigure.newBuilder();
    workers.forEach(worker -> order.addMembers(Member.newBuilder().setWorker(worker).setWeight(1)));
    return order;
  }

  private static List<Part> parts(List<Member> members) {
    return members.stream()
        .map(member -> new Part(member.getWorker(), member.getWeight()))
        .toList();
  }

  static Holdings held(Reconfigure order) {
    return switch (order.getSourceCase()) {
      case LIVE ->
          new Holdings(
              order.getLive().getLayout(),
              order.getLive().getLayout().getMembersList().stream().map(Member::getWorker).toList(),
              List.of(),
              false);
      case GENERATION -> held(order.getGeneration());
      case FRESH, SOURCE_NOT_SET -> Holdings.NOTHING;
    };
  }

  private static Holdings held(Generation generation) {
    final Map<Integer, String> holders = new HashMap<>();
    for (final PieceHolder holder : generation.getHoldersList()) {
      holders.put(holder.getRank(), holder.getWorker());
    }
    final List<String> byRank = new ArrayList<>();
    for (int rank = 0; rank < generation.getLayout().getMembersCount(); rank++) {
      final String holder = holders.getOrDefault(rank, "");
      if (holder.isEmpty()) {
        throw new IllegalArgumentException("no worker has the piece of rank " + rank);
      }
      byRank.add(holder);
    }
    return new Holdings(generation.getLayout(), byRank, List.of(), true);
  }

  /**
   * What this worker has to do for it.
   *
   * @param pieces this worker's folder
   * @param present what all workers hold alike now
   * @param copied before
   */
  public ChangeTransfers transfers(
      String self,
      DistributedState state,
      WorkerPieces pieces,
      ReplicatedState present,
      PreCopied copied) {
    final Known known =
        switch (order.getSourceCase()) {
          case LIVE -> () -> informed.contains(self) ? null : present;
          case GENERATION -> () -> informer.equals(self) ? replicated(kept(order, pieces)) : null;
          case FRESH, SOURCE_NOT_SET -> () -> null;
        };
    return new ChangeTransfers(
        epoch(),
        state,
        plan,
        source(order, state, pieces),
        order.hasGeneration(),
        copied,
        following(state),
        peersOf(self).stream().map(this::member).toList(),
        linksSince(order),
        new Informing(known, informer.equals(self) ? informed : Set.of(), informed.contains(self)),
        order.getDeadlineMillis());
  }

  /**
   * What comes after the change is in force: from workers that leave, who can wait, to workers that
   * join, who would have to.
   */
  List<StateTransfer> following(DistributedState state) {
    final Optional<FollowingState> later = state.following();
    if (!order.hasLive() || !order.getPostCopy() || later.isEmpty()) {
      return List.of();
    }
    final List<String> before =
        order.getLive().getLayout().getMembersList().stream().map(Member::getWorker).toList();
    return plan.transfers().stream()
        .filter(transfer -> rankOf(transfer.from()) < 0 && !before.contains(transfer.to()))
        .filter(transfer -> later.get().mayFollow(plan, transfer))
        .toList();
  }

  /** Where the state before a change is read from. */
  static StateSource source(Reconfigure order, DistributedState state, WorkerPieces pieces) {
    return switch (order.getSourceCase()) {
      case LIVE -> state.live();
      case GENERATION -> state.open(kept(order, pieces));
      case FRESH, SOURCE_NOT_SET -> StateSource.EMPTY;
    };
  }

  private static ReadablePieces kept(Reconfigure order, WorkerPieces pieces) {
    return pieces.generation(order.getGeneration().getNumber());
  }

  /** Links made in an earlier epoch will not do; 0: any will. */
  static long linksSince(Reconfigure order) {
    return order.hasLive() ? 0 : order.getEpoch();
  }

  /** All others of the old and of the new configuration. */
  static List<Member> others(Reconfigure order, String self) {
    final Map<String, Member> others = new LinkedHashMap<>();
    for (final Member member : order.getMembersList()) {
      others.put(member.getWorker(), member);
    }
    for (final Member member : order.getLive().getLayout().getMembersList()) {
      others.putIfAbsent(member.getWorker(), member);
    }
    others.remove(self);
    return List.copyOf(others.values());
  }

  /** The informer holds the piece of the first rank. */
  private static ReplicatedState replicated(ReadablePieces pieces) throws IOException {
    try (Piece piece = pieces.open(0)) {
      return piece.header().getState();
    }
  }

  long epoch() {
    return order.getEpoch();
  }

  boolean live() {
    return order.hasLive();
  }

  /** Rank in the new configuration, or -1. */
  public int rankOf(String worker) {
    return plan.rankOf(worker);
  }

  /** The new configuration's layout, by rank. */
  public Layout layout() {
    final Layout.Builder layout = Layout.newBuilder().setEpoch(epoch());
    for (final Part part : plan.members()) {
      layout.addMembers(member(part.worker()));
    }
    plan.describe(layout);
    return layout.build();
  }

  /** Whom this worker has to be linked with; the other side finds the same. */
  Set<String> peersOf(String self) {
    final Set<String> peers = new LinkedHashSet<>();
    if (rankOf(self) >= 0) {
      plan.members().forEach(part -> peers.add(part.worker()));
    }
    for (final StateTransfer move : plan.transfers()) {
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
