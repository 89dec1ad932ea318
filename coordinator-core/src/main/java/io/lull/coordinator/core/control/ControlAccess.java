package io.lull.coordinator.core.control;

import java.util.function.Function;

/** Runs requests within rounds, for those who are not the round. */
public interface ControlAccess {
  /**
   * Has something looked up or done within a round; returns when everything it did is durable.
   *
   * @throws RefusedException also when there is too much to do to take it, or the answer did not
   *     come in time
   */
  <T> T ask(Function<GridControl, T> request);
}
