package io.lull.coordinator.core.control;

import java.util.List;

/**
 * The newest log lines of a job's running workers, as far as their nodes reported them.
 *
 * @param tails of the lowest ranks first
 * @param leftOut how many more workers run, which were not asked
 */
public record LiveLog(List<Tail> tails, int leftOut) {
  public static final LiveLog NONE = new LiveLog(List.of(), 0);

  public LiveLog {
    tails = List.copyOf(tails);
  }

  /**
   * @param text its last lines, never empty
   */
  public record Tail(String worker, String node, String text) {}
}
