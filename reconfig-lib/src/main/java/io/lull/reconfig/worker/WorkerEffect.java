package io.lull.reconfig.worker;

import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;

/** An effect of a protocol step; effects are carried out in the order of the step. */
public sealed interface WorkerEffect {
  /** The program does not compute from now on: the time is counted. */
  record Stand() implements WorkerEffect {}

  /** Nobody stands still for a change any more. */
  record ForgetDowntime() implements WorkerEffect {}

  /** Start to copy state, or make room for it, before the change of this meeting. */
  record StartCopying(Meet order) implements WorkerEffect {}

  /** Answer where the program stands. */
  record VoteAtRest(WorkerOrder proposal) implements WorkerEffect {}

  /** What moves by itself stays where it is: it is of the state that the next change replaces. */
  record LeaveUnits() implements WorkerEffect {}

  /**
   * Go back to an earlier safe point if that is ordered, prepare the change, and answer. A {@link
   * WorkerEvent.ChangeReady} or {@link WorkerEvent.ChangeFailed} follows.
   */
  record Prepare(Reconfigure order) implements WorkerEffect {}

  /** Answer as before: the first answer may have been lost. */
  record RepeatPrepared() implements WorkerEffect {}

  /** Give back what was prepared. */
  record Abandon() implements WorkerEffect {}

  /** Put the prepared change in force, and report. */
  record Commit(boolean member) implements WorkerEffect {}

  /** Keep the state as it is at this safe point. */
  record CaptureState(Capture order) implements WorkerEffect {}

  /** Report that the epoch cannot go on. */
  record ReportBroken(long epoch, String why) implements WorkerEffect {}

  /** Report the program's end. */
  record ReportCompleted(Completed report) implements WorkerEffect {}
}
