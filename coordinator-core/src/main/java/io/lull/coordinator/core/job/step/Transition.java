package io.lull.coordinator.core.job.step;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A transition from the present phase. Handlers return it; only the machine resolves it and enters
 * the phase, so handlers do not depend on each other.
 */
public sealed interface Transition {
  /** The phase remains what it is. */
  record Stay() implements Transition {}

  /** The job is in this phase from now on. */
  record Enter(Phase phase) implements Transition {}

  /**
   * The configuration in force cannot go on: another is formed from the newest generation.
   *
   * @param ownFault counts towards giving the job up
   * @param accused workers that others cannot reach
   */
  record Recover(EventCause cause, boolean ownFault, Set<String> accused) implements Transition {
    public Recover {
      accused = Set.copyOf(accused);
    }
  }

  /**
   * All workers end, and the job waits for nodes.
   *
   * @param nodesBefore that it gives up
   * @param outcome for its history: what its data is
   */
  record Suspend(EventCause cause, List<String> nodesBefore, ChangeOutcome outcome)
      implements Transition {
    public Suspend {
      nodesBefore = List.copyOf(nodesBefore);
    }
  }

  /** All workers came to the program's end: its outputs are fetched. */
  record Finish() implements Transition {}

  /**
   * The job is over and failed.
   *
   * @param why one line
   * @param witness whose log tells most; null: the first worker's
   */
  record Fail(String why, @Nullable Worker witness) implements Transition {}

  /**
   * The job is over.
   *
   * @param outcome for its history
   */
  record End(JobState state, ChangeOutcome outcome) implements Transition {}

  /** The phase remains what it is. */
  static Transition stay() {
    return new Stay();
  }

  static Transition to(Phase next) {
    return new Enter(next);
  }

  static Transition fail(String why) {
    return new Fail(why, null);
  }
}
