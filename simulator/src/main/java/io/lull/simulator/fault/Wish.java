package io.lull.simulator.fault;

import io.lull.simulator.world.UserOperation;

/**
 * A user asks for something that concerns a job.
 *
 * @param atMillis since the beginning
 * @param job its number in the plan, from 1
 * @param workers that it is to have, where that is asked for
 */
public record Wish(long atMillis, UserOperation.Kind kind, int job, int workers) {
  /**
   * @param word what is asked for, as files have it
   * @throws IllegalArgumentException with one line
   */
  public static Wish of(long atMillis, String word, int job, int workers) {
    return new Wish(
        atMillis,
        UserOperation.Kind.of(word)
            .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is no wish")),
        job,
        workers);
  }

  /** What is asked for, as files have it. */
  public String word() {
    return kind.word();
  }

  /**
   * @throws IllegalArgumentException with one line
   */
  public Wish {
    if (atMillis < 0 || atMillis > Fault.MOST_MILLIS) {
      throw new IllegalArgumentException("a wish at " + atMillis + " ms is out of range");
    }
    if (job < 1 || workers < 1) {
      throw new IllegalArgumentException("a wish is of a job, and of one worker or more");
    }
  }
}
