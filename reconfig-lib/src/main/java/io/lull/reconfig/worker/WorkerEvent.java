package io.lull.reconfig.worker;

import io.lull.protocol.wire.Completed;
import io.lull.reconfig.worker.ProtocolState.PreparedChange;

/** An event of a worker, as its program's thread learns of it. */
public sealed interface WorkerEvent {

  /**
   * How far the program is.
   *
   * @param passed safe points that are behind
   * @param ended whether the last one is
   */
  record Progress(long passed, boolean ended) {
    /** Whether that safe point is still to come. */
    public boolean isBefore(long safePoint) {
      return passed < safePoint && !ended;
    }
  }

  /**
   * An order came.
   *
   * @param answered whether it is a change that this worker has answered already
   * @param broken whether the present epoch was broken up, which the program may not have noticed
   */
  record Ordered(DueOrder due, Progress at, boolean answered, boolean broken)
      implements WorkerEvent {}

  /** The program has come to a safe point. */
  record SafePointReached(Progress at) implements WorkerEvent {}

  /**
   * The program was interrupted.
   *
   * @param known whether the coordinator has been told, or ordered it
   */
  record EpochBroke(String why, boolean known) implements WorkerEvent {}

  /** A change is prepared. */
  record ChangeReady(PreparedChange change, boolean wentBack) implements WorkerEvent {}

  /** A change could not be prepared. */
  record ChangeFailed(boolean wentBack) implements WorkerEvent {}

  /** The program's last safe point is behind, no order is due, and the results are written. */
  record ProgramFinished(Completed report) implements WorkerEvent {}

  /** The program, or what it needs, failed. */
  record ProgramFailed() implements WorkerEvent {}
}
