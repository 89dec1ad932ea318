package io.lull.reconfig.state;

import io.lull.reconfig.distribution.Part;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The part of a program's state that is shared out among the workers: what a change of
 * configuration moves, and what a checkpoint keeps. The runtime knows numbered transfers and bytes;
 * what they are, only the state knows.
 *
 * <p>A change has two phases. Every old and new worker computes the same plan by itself, prepares
 * room beside the present state, and moves the plan's transfers. Then all commit, or all abandon
 * what they have prepared; until then the present state is only read.
 *
 * <p>Called by the program's thread, but where noted.
 */
public interface DistributedState {

  /**
   * What moves where when that which is held is divided among the next members. A pure function of
   * its arguments and of what was declared, so that every worker plans the same; any thread.
   *
   * @param held what there is before the change
   * @param next the members of the next configuration; their order does not matter
   * @throws IllegalArgumentException when what is held is not a state of this kind and size, with
   *     one line for a person
   * @throws io.lull.reconfig.BadInput when the state cannot be divided among so many
   */
  StatePlan plan(Holdings held, List<Part> next);

  /**
   * Whether a plan needs to know which units each rank has, because layouts do not say it: then the
   * holders tell all others before each change.
   */
  default boolean plansFromUnits() {
    return false;
  }

  /**
   * Makes room beside the present state for what this worker is to hold. Also called on a worker
   * that is not in the next configuration, for which it reserves nothing.
   *
   * @param self this worker's name
   * @throws OutOfMemoryError when there is no room; {@link #abandon} follows
   */
  TransferTarget prepare(StatePlan plan, String self);

  /**
   * What was prepared for this plan is the state now; where nothing was, this worker holds nothing.
   * It cannot fail.
   */
  void commit(StatePlan plan, String self);

  /** What was prepared, if anything, is given back; may be called again. */
  void abandon();

  /** The present state as a source of transfers; it is good until the next commit. */
  StateSource live();

  /**
   * A checkpoint's pieces as a source of transfers.
   *
   * @param pieces those that this worker can read
   */
  StateSource open(ReadablePieces pieces);

  /**
   * The state as it is at this safe point. The stage is complete when it is whole: at once where
   * nothing has to be waited for.
   */
  CompletionStage<StateSnapshot> capture();

  /**
   * Holds the state as it is at this safe point until that is given back, or returned to; empty
   * where no state of this kind can be held.
   */
  default Optional<RetainedState> retain() {
    return Optional.empty();
  }

  /**
   * Holds parts of the state as they are at this safe point, to be copied before a change.
   *
   * @param wanted transfers of the plan, from this worker
   * @param rule says which parts are worth it
   * @return empty where none is, or no state of this kind can be held
   */
  default Optional<PreCopySource> hold(
      StatePlan plan, List<StateTransfer> wanted, PreCopyRule rule) {
    return Optional.empty();
  }

  /** Whether {@link #hold} would most likely hold anything; any thread. */
  default boolean isWorthHolding(StatePlan plan, List<StateTransfer> wanted, PreCopyRule rule) {
    return false;
  }

  /** How parts of it come after a change; empty: all of it comes at the change. Any thread. */
  default Optional<FollowingState> following() {
    return Optional.empty();
  }

  /**
   * Returns when all of this worker's part is there.
   *
   * @throws StateLost when some of it will never be
   */
  default void awaitWhole() {}

  /** Whether this worker holds a part of the state now. */
  boolean isPlaced();

  /** This worker holds nothing any more, and nothing is prepared. */
  void drop();
}
