package io.lull.reconfig.model;

import io.lull.protocol.wire.ReplicatedState;
import io.lull.protocol.wire.TaskStatus;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.state.DistributedState;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Programs whose workers compute together: they announce safe points, and between two of these the
 * runtime changes the configuration, keeps checkpoints, and returns to them. The program's thread,
 * but where noted.
 */
public non-sealed interface CoupledModel extends ProgrammingModel {

  /**
   * Has the program say what it works on; once, before all else.
   *
   * @throws io.lull.reconfig.BadInput when a parameter or an input cannot be used; the job ends
   */
  void declare() throws IOException;

  /** What is shared out among the workers; once the program is declared, any thread. */
  DistributedState state();

  /** What the calls that all workers make together are compared by. */
  default CallContext calls() {
    return CallContext.NONE;
  }

  /**
   * A configuration is in force, and the state has been committed to it. A new start gives the
   * state its first values here, together with all other workers.
   */
  void enter(Configuration now, Entry entry);

  /**
   * Computes from the present position to the program's end, and says so at its last safe point.
   * Called again wherever the state has been put elsewhere.
   *
   * @throws Restarted that a safe point threw
   */
  void run(SafePoints points) throws InterruptedException;

  /** After the last safe point, in all workers: writes the results. */
  ProgramResults finish() throws IOException;

  /** How far it is; any thread. */
  ProgramProgress progress();

  /**
   * The parts of the program that move by themselves and are on this worker, for people; any
   * thread.
   *
   * @param most so many of them
   */
  default List<TaskStatus> tasks(int most) {
    return List.of();
  }

  /**
   * A change of configuration may come. A model whose parts move while others compute moves them
   * now, away from a worker that will leave, for example. Called on a thread of the runtime, beside
   * the program; it does not wait.
   *
   * @param members who would compute then, by name
   * @return completed when the change may be ordered. By the meeting's deadline it may be ordered
   *     in any case; with an exception, it is put off
   */
  default CompletionStage<Void> meeting(List<String> members) {
    return CompletableFuture.completedStage(null);
  }

  /**
   * Adds what all workers hold alike at this safe point, but for the count of safe points: at most
   * a mebibyte.
   */
  default void save(ReplicatedState.Builder to) {}

  /** What all workers hold alike is this from now on. */
  default void load(ReplicatedState from) {}

  /** The job starts afresh: what all workers hold alike is as it was declared. */
  default void reset() {}

  /**
   * The program is to leave what it computes as soon as it can, by an {@link Error} that passes
   * through it: the epoch is over. Any thread; it must not wait.
   */
  default void interrupt() {}

  /** An interruption is over: a new configuration is about to be entered. */
  default void resume() {}
}
