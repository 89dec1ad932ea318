package io.lull.reconfig.worker;

import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.reconfig.worker.ProtocolState.Active;
import io.lull.reconfig.worker.ProtocolState.Approaching;
import io.lull.reconfig.worker.ProtocolState.AtRest;
import io.lull.reconfig.worker.ProtocolState.Broken;
import io.lull.reconfig.worker.ProtocolState.ChangePrepared;
import io.lull.reconfig.worker.ProtocolState.Computing;
import io.lull.reconfig.worker.ProtocolState.Departed;
import io.lull.reconfig.worker.ProtocolState.Failing;
import io.lull.reconfig.worker.ProtocolState.Finished;
import io.lull.reconfig.worker.ProtocolState.Holding;
import io.lull.reconfig.worker.ProtocolState.PreparedChange;
import io.lull.reconfig.worker.ProtocolState.Run;
import io.lull.reconfig.worker.ProtocolState.Unplaced;
import io.lull.reconfig.worker.WorkerEffect.Abandon;
import io.lull.reconfig.worker.WorkerEffect.CaptureState;
import io.lull.reconfig.worker.WorkerEffect.Commit;
import io.lull.reconfig.worker.WorkerEffect.ForgetDowntime;
import io.lull.reconfig.worker.WorkerEffect.LeaveUnits;
import io.lull.reconfig.worker.WorkerEffect.Prepare;
import io.lull.reconfig.worker.WorkerEffect.RepeatPrepared;
import io.lull.reconfig.worker.WorkerEffect.ReportBroken;
import io.lull.reconfig.worker.WorkerEffect.ReportCompleted;
import io.lull.reconfig.worker.WorkerEffect.Stand;
import io.lull.reconfig.worker.WorkerEffect.StartCopying;
import io.lull.reconfig.worker.WorkerEffect.VoteAtRest;
import io.lull.reconfig.worker.WorkerEvent.ChangeFailed;
import io.lull.reconfig.worker.WorkerEvent.ChangeReady;
import io.lull.reconfig.worker.WorkerEvent.EpochBroke;
import io.lull.reconfig.worker.WorkerEvent.Ordered;
import io.lull.reconfig.worker.WorkerEvent.ProgramFailed;
import io.lull.reconfig.worker.WorkerEvent.ProgramFinished;
import io.lull.reconfig.worker.WorkerEvent.SafePointReached;
import java.util.List;

/**
 * The worker's side of the conversation that {@code worker.proto} describes: a pure function of
 * state and event. Orders that come twice, late, or for another epoch do no harm.
 */
public final class WorkerProtocol {
  private WorkerProtocol() {}

  /** What follows from an event in a state. */
  public static ProtocolStep on(ProtocolState state, WorkerEvent event) {
    if (state instanceof Departed || state instanceof Failing) {
      return ProtocolStep.to(state);
    }
    return switch (event) {
      case Ordered ordered -> ordered(state, ordered);
      case SafePointReached reached -> reached(state, reached);
      case EpochBroke broke -> broke(state, broke);
      case ChangeReady(PreparedChange change, boolean wentBack) ->
          state instanceof AtRest before
              ? ProtocolStep.to(new ChangePrepared(wentBack ? before.restarted() : before, change))
              : ProtocolStep.to(state);
      case ChangeFailed(boolean wentBack) ->
          wentBack && state instanceof AtRest before
              ? ProtocolStep.to(before.restarted())
              : ProtocolStep.to(state);
      case ProgramFinished finished ->
          state instanceof Active
              ? ProtocolStep.to(
                  new Finished(state.run(), finished.report()),
                  new Stand(),
                  new ReportCompleted(finished.report()))
              : ProtocolStep.to(state);
      case ProgramFailed _ -> ProtocolStep.to(new Failing(state.run()));
    };
  }

  private static ProtocolStep ordered(ProtocolState state, Ordered event) {
    final boolean canGoOn =
        state instanceof Active
            || state instanceof Holding
            || (state instanceof ChangePrepared(Holding _, PreparedChange _));
    if (canGoOn && event.at().isBefore(event.due().safePoint())) {
      final ProtocolStep approaching = ProtocolStep.to(new Approaching(state.run(), event.due()));
      return state instanceof ChangePrepared
          ? approaching.after(List.of(new Abandon()))
          : approaching;
    }
    return carryOut(state, event.due(), event.answered(), event.broken());
  }

  private static ProtocolStep reached(ProtocolState state, SafePointReached event) {
    return state instanceof Approaching(Run run, DueOrder due)
            && !event.at().isBefore(due.safePoint())
        ? carryOut(new Computing(run), due, false, false)
        : ProtocolStep.to(state);
  }

  private static ProtocolStep broke(ProtocolState state, EpochBroke event) {
    if (!(state instanceof Active || state instanceof Holding)) {
      return ProtocolStep.to(state);
    }
    final Broken broken = new Broken(state.run());
    // What was ordered for a later safe point is answered: the program does not come as far.
    final ProtocolStep next =
        state instanceof Approaching(_, DueOrder due)
            ? carryOut(broken, due, false, true)
            : ProtocolStep.to(broken);
    return next.after(
        event.known()
            ? List.of(new Stand())
            : List.of(new Stand(), new ReportBroken(state.run().epoch(), event.why())));
  }

  private static ProtocolStep carryOut(
      ProtocolState state, DueOrder due, boolean answered, boolean broken) {
    final WorkerOrder order = due.order();
    return switch (order.getOrderCase()) {
      case PROPOSE ->
          due.safePoint() == 0
              ? ProtocolStep.to(standing(state), new Stand(), new VoteAtRest(order))
              : ProtocolStep.to(standing(state), new Stand());
      case RECONFIGURE -> change(state, order.getReconfigure(), answered);
      case CAPTURE -> capture(state, order.getCapture());
      case PROCEED -> proceed(state, order.getProceed().getEpoch(), broken);
      case MEET ->
          state instanceof Active || state instanceof Unplaced
              ? ProtocolStep.to(state, new StartCopying(order.getMeet()))
              : ProtocolStep.to(state);
      case ALLOWANCE, DEAL, WELCOME, END, ORDER_NOT_SET -> ProtocolStep.to(state);
    };
  }

  /** The same, but that the program does not compute. */
  private static ProtocolState standing(ProtocolState state) {
    return state instanceof Active ? new Holding(state.run()) : state;
  }

  private static ProtocolStep change(ProtocolState state, Reconfigure order, boolean answered) {
    if (answered) {
      return ProtocolStep.to(standing(state), new Stand(), new RepeatPrepared());
    }
    if (state instanceof ChangePrepared(AtRest before, PreparedChange _)) {
      return change(before, order, false).after(List.of(new Abandon()));
    }
    return order.hasLive()
        ? ProtocolStep.to(standing(state), new Stand(), new Prepare(order))
        : ProtocolStep.to(standing(state), new Stand(), new LeaveUnits(), new Prepare(order));
  }

  private static ProtocolStep capture(ProtocolState state, Capture order) {
    return switch (state) {
      case Active _, Holding _ ->
          ProtocolStep.to(
              order.getThenHold() ? new Holding(state.run()) : new Computing(state.run()),
              new Stand(),
              new CaptureState(order));
      case ChangePrepared(Holding before, PreparedChange _) ->
          capture(before, order).after(List.of(new Abandon()));
      case Unplaced _, Broken _, Finished _, ChangePrepared _, Departed _, Failing _ ->
          ProtocolStep.to(state);
    };
  }

  private static ProtocolStep proceed(ProtocolState state, long epoch, boolean broken) {
    if (state instanceof ChangePrepared(AtRest before, PreparedChange change)) {
      return change.epoch() == epoch
          ? commit(before, change)
          : proceed(before, epoch, broken).after(List.of(new Abandon()));
    }
    final Run run = state.run();
    if (run.epoch() != epoch) {
      return ProtocolStep.to(state);
    }
    return switch (state) {
      case Unplaced _, ChangePrepared _, Departed _, Failing _ -> ProtocolStep.to(state);
      case Broken _ -> ProtocolStep.to(state, whyBroken(run));
      case Finished(Run _, var report) ->
          ProtocolStep.to(state, broken ? whyBroken(run) : new ReportCompleted(report));
      case Active _, Holding _ ->
          broken
              ? ProtocolStep.to(standing(state), whyBroken(run))
              : ProtocolStep.to(new Computing(run), new ForgetDowntime());
    };
  }

  private static WorkerEffect whyBroken(Run run) {
    return new ReportBroken(run.epoch(), "the epoch is broken");
  }

  private static ProtocolStep commit(AtRest before, PreparedChange change) {
    final Run from = change.live() ? before.run() : before.run().restarted();
    final Run run = new Run(change.epoch(), from.restarts());
    return change.member()
        ? ProtocolStep.to(new Computing(run), new Commit(true))
        : ProtocolStep.to(new Departed(run), new Commit(false));
  }
}
