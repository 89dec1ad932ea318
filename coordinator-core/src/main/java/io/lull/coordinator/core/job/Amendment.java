package io.lull.coordinator.core.job;

import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.JobSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Other terms for a job that was submitted; what is empty stays.
 *
 * @param limitMillis total time with nodes; 0: as long as it needs
 */
public record Amendment(OptionalInt priority, OptionalLong limitMillis, Optional<Workers> workers) {

  /** How many workers it may have. */
  public record Workers(int least, int greatest) {}

  public boolean isEmpty() {
    return priority.isEmpty() && limitMillis.isEmpty() && workers.isEmpty();
  }

  /** The description with these terms. */
  public JobSpec of(JobSpec before) {
    final JobSpec.Builder after = before.toBuilder();
    priority.ifPresent(after::setPriority);
    limitMillis.ifPresent(after::setLimitMillis);
    workers.ifPresent(range -> after.setMinWorkers(range.least()).setMaxWorkers(range.greatest()));
    return after.build();
  }

  /** For people and records, such as {@code priority 5, workers 2 to 8}. */
  public String words() {
    final StringBuilder words = new StringBuilder();
    priority.ifPresent(value -> add(words, "priority " + value));
    limitMillis.ifPresent(value ->
        add(
            words,
            value == 0
                ? "no time limit"
                : "time limit " + Durations.format(Duration.ofMillis(value))));
    workers.ifPresent(range -> add(words, "workers " + range.least() + " to " + range.greatest()));
    return words.toString();
  }

  private static void add(StringBuilder words, String part) {
    words.append(words.isEmpty() ? "" : ", ").append(part);
  }
}
