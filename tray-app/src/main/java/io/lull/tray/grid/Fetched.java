package io.lull.tray.grid;

import io.lull.client.ClientFailure;
import io.lull.tray.text.Texts;
import java.util.Optional;

/**
 * The state of a value that the coordinator provides.
 *
 * @param <T> the value, immutable
 */
public sealed interface Fetched<T> {
  /** The first fetch is in progress. */
  record Awaited<T>() implements Fetched<T> {}

  /**
   * The value is known.
   *
   * @param atEpochMillis the time of the coordinator's answer
   */
  record Shown<T>(T value, long atEpochMillis) implements Fetched<T> {}

  /**
   * The fetch failed, and will be repeated.
   *
   * @param line why, from the coordinator or the connection; empty: there is no answer yet
   * @param last the last value; empty: never fetched
   */
  record Missing<T>(ClientFailure.Kind kind, String line, Optional<Shown<T>> last)
      implements Fetched<T> {
    /**
     * Why, in one line.
     *
     * @param common the texts of that name
     */
    public String words(Texts common) {
      return line.isEmpty() ? common.say("coordinator.silent") : line;
    }
  }

  /** The value, even if old. */
  default Optional<T> newest() {
    return switch (this) {
      case Awaited<T> _ -> Optional.empty();
      case Shown<T> shown -> Optional.of(shown.value());
      case Missing<T> missing -> missing.last().map(Shown::value);
    };
  }
}
