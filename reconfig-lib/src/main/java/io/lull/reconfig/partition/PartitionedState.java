package io.lull.reconfig.partition;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.PieceGrid;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.Balance;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Holding;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.distribution.TransferPlan;
import io.lull.reconfig.distribution.TransferPlan.Move;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.state.FollowingState;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.PostCopySource;
import io.lull.reconfig.state.PostCopyTarget;
import io.lull.reconfig.state.PreCopyRule;
import io.lull.reconfig.state.PreCopySource;
import io.lull.reconfig.state.ReadablePieces;
import io.lull.reconfig.state.RetainedState;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSnapshot;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A state that is nothing but arrays, each cut into one region a worker. */
public final class PartitionedState implements DistributedState, FollowingState {
  private final List<? extends PartitionedArray> arrays;
  private final Supplier<Balance> balance;

  /** Throws when the program is not to wait any more; null: it waits for no cell. */
  private final @Nullable Runnable requireGoing;

  private Allotment allotment = Allotment.NONE;

  /** This worker's in it, or -1. */
  private int rank = -1;

  /** Of each array, before the present configuration. */
  private volatile List<Long> writesBefore = List.of();

  /** What is still to come after the change that is in force, and after the one prepared. */
  private volatile @Nullable ArrivingRegions arriving;

  private @Nullable ArrivingRegions prepared;

  /**
   * Of a program that finds all of its cells in their place.
   *
   * @param arrays those that are declared, in their order; it may grow until the first plan
   * @param balance asked at each plan
   */
  public PartitionedState(List<? extends PartitionedArray> arrays, Supplier<Balance> balance) {
    this(arrays, balance, null);
  }

  /**
   * Of a program that may compute while some of its cells still come: see {@link #arriving}.
   *
   * @param requireGoing throws when the program is not to wait any more
   */
  public PartitionedState(
      List<? extends PartitionedArray> arrays,
      Supplier<Balance> balance,
      @Nullable Runnable requireGoing) {
    this.arrays = arrays;
    this.balance = balance;
    this.requireGoing = requireGoing;
  }

  /** Cells that are still to come, as far as that is not over; null: none are. Any thread. */
  public @Nullable ArrivingRegions arriving() {
    return arriving;
  }

  /** A program that waits for cells looks whether it still should. Any thread. */
  public void wake() {
    final @Nullable ArrivingRegions coming = arriving;
    if (coming != null) {
      coming.wake();
    }
  }

  @Override
  public Optional<FollowingState> following() {
    return requireGoing == null ? Optional.empty() : Optional.of(this);
  }

  @Override
  public boolean mayFollow(StatePlan plan, StateTransfer transfer) {
    final Move move = ((RegionPlan) plan).move(transfer);
    return move.indices().isBox()
        && !((RegionPlan) plan).shapes().get(move.grid()).division().isDealt();
  }

  @Override
  public PostCopySource holdBack(StatePlan plan, List<StateTransfer> following, String self) {
    awaitWhole();
    final RegionPlan regions = (RegionPlan) plan;
    final Map<Integer, HeldRegions.Held> held = new HashMap<>();
    for (final StateTransfer transfer : following) {
      if (transfer.from().equals(self)) {
        held.computeIfAbsent(
            regions.move(transfer).grid(), array -> HeldRegions.Held.of(arrays.get(array)));
      }
    }
    return new HeldBackRegions(
        regions, PostCopyOrder.of(regions, following).steps(self), new HeldRegions(held));
  }

  @Override
  public PostCopyTarget await(StatePlan plan, List<StateTransfer> following) {
    prepared =
        new ArrivingRegions(
            PostCopyOrder.of((RegionPlan) plan, following),
            arrays.stream().map(PartitionedArray::pending).toList(),
            Objects.requireNonNull(requireGoing, "a program that waits for its cells"));
    return prepared;
  }

  @Override
  public void awaitWhole() {
    final @Nullable ArrivingRegions coming = arriving;
    if (coming != null) {
      coming.awaitWhole();
      arriving = null;
    }
  }

  /** What the workers of the present configuration own; none before the first commit. */
  public Allotment allotment() {
    return allotment;
  }

  @Override
  public StatePlan plan(Holdings held, List<Part> next) {
    final List<Shape> shapes = arrays.stream().map(PartitionedArray::shape).toList();
    final Holding holding =
        held.isEmpty()
            ? Holding.NOTHING
            : new Holding(allotment(held.layout(), shapes), held.holders());
    return RegionPlan.of(shapes, holding, TransferPlan.of(shapes, holding, next, balance.get()));
  }

  /** Where the cuts lay; a layout kept without them was cut afresh by its weights. */
  private static Allotment allotment(Layout layout, List<Shape> shapes) {
    if (layout.hasOther()) {
      throw new IllegalArgumentException(
          "the data kept is that of " + layout.getOther().getKind() + ", and not of grids");
    }
    final List<Part> parts =
        layout.getMembersList().stream()
            .map(member -> new Part(member.getWorker(), member.getWeight()))
            .toList();
    if (layout.getTilingsCount() == 0) {
      return Allotment.afresh(shapes, parts);
    }
    return new Allotment(parts, shapes.stream().map(shape -> cuts(layout, shape)).toList());
  }

  private static Distribution cuts(Layout layout, Shape shape) {
    return layout.getTilingsList().stream()
        .filter(tiling -> LayoutCodec.isOf(tiling, shape))
        .findFirst()
        .map(tiling -> LayoutCodec.distribution(tiling, shape, layout.getMembersCount()))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "the data kept is not that of a grid of "
                    + shape.extents().described()
                    + " cells divided as this one"));
  }

  @Override
  public TransferTarget prepare(StatePlan plan, String self) {
    final RegionPlan regions = (RegionPlan) plan;
    final int rank = plan.rankOf(self);
    final List<RegionCells> pending = new ArrayList<>();
    for (int i = 0; rank >= 0 && i < arrays.size(); i++) {
      final PartitionedArray array = arrays.get(i);
      array.prepare(
          regions.moves().next().region(rank, i), !regions.held().equals(Holding.NOTHING));
      pending.add(array.pending());
    }
    return new RegionTarget(regions, pending);
  }

  @Override
  public void commit(StatePlan plan, String self) {
    allotment = ((RegionPlan) plan).moves().next();
    rank = plan.rankOf(self);
    for (int i = 0; i < arrays.size(); i++) {
      arrays.get(i).commit(allotment.regions(i), allotment.places(i), rank);
    }
    writesBefore = arrays.stream().map(PartitionedArray::writes).toList();
    arriving = prepared;
    prepared = null;
  }

  @Override
  public void abandon() {
    prepared = null;
    arrays.forEach(PartitionedArray::abandon);
  }

  @Override
  public StateSource live() {
    return new LiveRegions(arrays);
  }

  @Override
  public StateSource open(ReadablePieces pieces) {
    return new PieceRegions(pieces);
  }

  @Override
  public CompletionStage<StateSnapshot> capture() {
    awaitWhole();
    final List<PieceGrid> described = new ArrayList<>();
    final List<RegionCells> cells = new ArrayList<>();
    final List<Region> changed = new ArrayList<>();
    for (int i = 0; i < arrays.size(); i++) {
      final PartitionedArray array = arrays.get(i);
      described.add(RegionSnapshot.describe(array, allotment.grids().get(i), rank));
      cells.add(array.retain());
      changed.add(array.takeChanged());
    }
    return CompletableFuture.completedStage(new RegionSnapshot(described, cells, changed));
  }

  @Override
  public Optional<RetainedState> retain() {
    return Optional.of(RetainedRegions.of(arrays));
  }

  @Override
  public Optional<PreCopySource> hold(
      StatePlan plan, List<StateTransfer> wanted, PreCopyRule rule) {
    awaitWhole();
    final Map<Integer, HeldRegions.Held> held = new HashMap<>();
    for (final StateTransfer transfer : wanted) {
      final int i = ((RegionPlan) plan).move(transfer).grid();
      if (!held.containsKey(i) && allows(rule, i)) {
        held.put(i, HeldRegions.Held.of(arrays.get(i)));
      }
    }
    return held.isEmpty() ? Optional.empty() : Optional.of(new HeldRegions(held));
  }

  @Override
  public boolean isWorthHolding(StatePlan plan, List<StateTransfer> wanted, PreCopyRule rule) {
    return wanted.stream()
        .anyMatch(transfer -> allows(rule, ((RegionPlan) plan).move(transfer).grid()));
  }

  private boolean allows(PreCopyRule rule, int array) {
    return rule.allows(arrays.get(array).writes() - writesBefore.get(array));
  }

  @Override
  public boolean isPlaced() {
    return arrays.stream().allMatch(PartitionedArray::isPlaced);
  }

  @Override
  public void drop() {
    arriving = null;
    prepared = null;
    arrays.forEach(PartitionedArray::drop);
  }
}
