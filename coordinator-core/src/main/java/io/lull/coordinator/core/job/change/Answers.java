package io.lull.coordinator.core.job.change;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Awaiting;
import io.lull.coordinator.core.job.Phase.Changing;
import io.lull.coordinator.core.job.Phase.Dealing;
import io.lull.coordinator.core.job.Phase.Finishing;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Phase.Over;
import io.lull.coordinator.core.job.Phase.Preparing;
import io.lull.coordinator.core.job.Phase.Queued;
import io.lull.coordinator.core.job.Phase.Relearning;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.Phase.Suspended;
import io.lull.coordinator.core.job.Phase.Suspending;
import io.lull.coordinator.core.job.SafePointProposal;
import java.util.function.UnaryOperator;

/** Takes down what workers answer to a proposal or an attempt that is under way. */
public final class Answers {
  private Answers() {}

  /** Notes the answer to the proposal that is under way, if it is one. */
  public static Phase toProposal(Phase phase, UnaryOperator<SafePointProposal> answer) {
    return switch (phase) {
      case Running running when running.halt() != null ->
          running.halting(answer.apply(running.halt()));
      case Changing changing when changing.attempt() == null ->
          new Changing(changing.change(), answer.apply(changing.halt()), null);
      case Suspending suspending when !suspending.captured() ->
          new Suspending(suspending.cause(), answer.apply(suspending.halt()), false);
      case Awaiting _, Queued _, Forming _, Running _, Changing _, Suspending _ -> phase;
      case Suspended _, Finishing _, Dealing _, Over _, Relearning _ -> phase;
    };
  }

  /** Notes what a worker said, if it is about the attempt that is under way. */
  public static Phase toAttempt(Phase phase, UnaryOperator<Attempt> said) {
    return switch (phase) {
      case Changing changing when changing.attempt() != null ->
          new Changing(changing.change(), changing.halt(), said.apply(changing.attempt()));
      case Forming forming when forming.stage() instanceof Preparing preparing ->
          forming.at(new Preparing(said.apply(preparing.attempt()), preparing.fetches()));
      case Awaiting _, Queued _, Forming _, Running _, Changing _, Suspending _ -> phase;
      case Suspended _, Finishing _, Dealing _, Over _, Relearning _ -> phase;
    };
  }
}
