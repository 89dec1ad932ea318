package io.lull.coordinator.core.job;

import io.lull.protocol.text.Durations;
import java.time.Duration;
import java.util.Locale;

/** The user's rule for how often a job takes checkpoints. */
public sealed interface CheckpointRule {
  Duration QUICKEST = Duration.ofSeconds(1);
  Duration SLOWEST = Duration.ofDays(1);
  double LEAST_PERCENT = 0.01;
  double MOST_PERCENT = 50;

  /** Never. */
  record Off() implements CheckpointRule {}

  /** As often as loses least, by what a checkpoint costs and how long workers live. */
  record Auto() implements CheckpointRule {}

  /** With so much time from one to the next. */
  record Every(Duration interval) implements CheckpointRule {}

  /**
   * As often as loses least, but for no more than a share of the time is one being made, from its
   * capture until all of it is on two disks: only meanwhile can it slow the job.
   *
   * @param share from 0 to 1
   */
  record AtMost(double share) implements CheckpointRule {

    /** From one to the next, by what the last one took. */
    public long intervalMillis(Generations.Rhythm last) {
      return Math.min(Math.round(last.durableMillis() / share), SLOWEST.toMillis());
    }
  }

  /**
   * @param written {@code auto}, {@code off}, a duration such as {@code 30s}, or a share such as
   *     {@code 2%}; empty is {@code auto}
   * @throws IllegalArgumentException with one line that says what would do
   */
  static CheckpointRule parse(String written) {
    final String text = written.strip();
    return switch (text) {
      case "", "auto" -> new Auto();
      case "off" -> new Off();
      default -> text.endsWith("%") ? atMost(text) : every(text);
    };
  }

  private static AtMost atMost(String text) {
    final double percent;
    try {
      percent = Double.parseDouble(text.substring(0, text.length() - 1).strip());
    } catch (NumberFormatException e) {
      throw nonsense(text, e);
    }
    if (!(percent >= LEAST_PERCENT && percent <= MOST_PERCENT)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "checkpoints may take from %s%% to %.0f%% of the time",
              LEAST_PERCENT,
              MOST_PERCENT));
    }
    return new AtMost(percent / 100);
  }

  private static Every every(String text) {
    final Duration interval;
    try {
      interval = Durations.parse(text);
    } catch (IllegalArgumentException e) {
      throw nonsense(text, e);
    }
    if (interval.compareTo(QUICKEST) < 0 || interval.compareTo(SLOWEST) > 0) {
      throw new IllegalArgumentException(
          "checkpoints are taken every "
              + Durations.format(QUICKEST)
              + " to "
              + Durations.format(SLOWEST));
    }
    return new Every(interval);
  }

  private static IllegalArgumentException nonsense(String text, IllegalArgumentException e) {
    return new IllegalArgumentException(
        "'"
            + text
            + "' says not when to checkpoint: write auto, off, a duration such as 30s, or the share"
            + " of the time that they may take, such as 2%",
        e);
  }
}
