package io.lull.tray.capacity;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Answers questions about the cluster by a simulation on its history. */
public interface CapacityStudy {
  /** What takes time. */
  enum Step {
    HISTORY,
    JOBS,
    SIMULATION
  }

  /** Whether there is what simulates. */
  boolean isInstalled();

  /**
   * Any thread. Cancelling the answer ends what works on it.
   *
   * @param begun receives each step when it begins, on any thread
   * @return fails with {@link io.lull.client.ClientFailure}, whose line says what to mend
   */
  CompletableFuture<CapacityFindings> ask(CapacityQuestion question, Consumer<Step> begun);
}
