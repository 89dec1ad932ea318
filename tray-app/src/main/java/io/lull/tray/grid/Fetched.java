package io.lull.tray.grid;

import io.lull.client.ClientFailure;
import io.lull.tray.text.Texts;
import java.util.Optional;

/**
 * What is known of something that the coordinator shows.
 *
 * @param <T> its value, immutable
 */
public sealed interface Fetched<T> {
  /** It is being fetched for the first time. */
  record Awaited<T>() implements Fetched<T> {}

  /**
   * It is so.
   *
   * @param atEpochMillis when the coordinator said so
   */
  record Shown<T>(T value, long atEpochMillis) implements Fetched<T> {}

  /**
   * It could not be fetched, and is tried again by itself.
   *
   * @param line why, as the coordinator or the way to it says it; empty: there is no answer yet
   * @param last how it was; empty: never fetched
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

  /** The value, be it old. */
  default Optional<T> newest() {
    return switch (this) {
      case Awaited<T> _ -> Optional.empty();
      case Shown<T> shown -> Optional.of(shown.value());
      case Missing<T> missing -> missing.last().map(Shown::value);
    };
  }
}
