package io.lull.coordinator.core.job;

import java.util.List;

/** The outcome of a change in a job's history. Only what is shown of it makes sentences. */
public sealed interface ChangeOutcome {
  /** As it was wanted. */
  record Done() implements ChangeOutcome {}

  /** A checkpoint of which a piece has one copy only. */
  record OneCopyOnly(String why) implements ChangeOutcome {}

  /** A change from the safe point before the one that was agreed on: an owner could not wait. */
  record FromSafePointBefore() implements ChangeOutcome {}

  /**
   * A configuration was formed from the checkpoint before the newest.
   *
   * @param why what of the newest cannot be read
   * @param ranks whose pieces were rebuilt from parities; may be empty
   */
  record FromCheckpointBefore(String why, List<Integer> ranks) implements ChangeOutcome {
    public FromCheckpointBefore {
      ranks = List.copyOf(ranks);
    }
  }

  /** A configuration was formed, with pieces of these ranks rebuilt from parities. */
  record Rebuilt(List<Integer> ranks) implements ChangeOutcome {
    public Rebuilt {
      ranks = List.copyOf(ranks);
    }
  }

  /**
   * The program started again.
   *
   * @param why no checkpoint could be read; empty: there was none yet
   */
  record BeganAnew(String why) implements ChangeOutcome {}

  /** A bag lost a worker, and so many tasks are dealt once more. */
  record TasksReturned(int tasks) implements ChangeOutcome {}

  /**
   * What was wanted did not come to be.
   *
   * @param why what is known beside the reason; may be empty
   */
  record NotDone(Reason reason, String why) implements ChangeOutcome {}

  /** A line that an earlier version stored as it was shown. */
  record Told(String text) implements ChangeOutcome {}

  /** Why something did not come to be. */
  enum Reason {
    /** The workers of a checkpoint did not come to a safe point in time. */
    NO_SAFE_POINT,
    /**
     * The workers of a job to be suspended did not, so that it goes back to its last checkpoint.
     */
    SUSPENDED_WITHOUT_SAFE_POINT,
    /** The last checkpoint before a suspension failed. */
    LAST_CHECKPOINT_FAILED,
    /** An owner could not wait for a checkpoint's safe point. */
    OWNER_COULD_NOT_WAIT,
    /** A worker had passed the safe point that was chosen. */
    SAFE_POINT_PASSED,
    /** A piece is on no disk. */
    PIECE_NOT_KEPT,
    /** Parities could not be made. */
    NOT_CODED,
    /** Not all pieces were on disks in time. */
    LATE,
    /** The job failed. */
    FAILED,
    /** Somebody ended the job. */
    CANCELLED
  }

  static ChangeOutcome done() {
    return new Done();
  }

  static ChangeOutcome notDone(Reason reason) {
    return new NotDone(reason, "");
  }
}
