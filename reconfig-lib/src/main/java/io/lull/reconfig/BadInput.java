package io.lull.reconfig;

import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A parameter or an input that the program cannot use: the job ends with this line, and is not
 * tried again.
 */
public final class BadInput extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final @Nullable Range range;

  /** The whole numbers that a parameter accepts, from least to greatest. */
  public record Range(String parameter, long least, long greatest) implements Serializable {}

  /**
   * @param line names the error and the remedy
   */
  public BadInput(String line) {
    super(line);
    this.range = null;
  }

  /**
   * A parameter that is not a whole number in its range.
   *
   * @param line names the error and the remedy
   */
  public BadInput(String line, Range range) {
    super(line);
    this.range = range;
  }

  /**
   * Present if a parameter is not a whole number in its range: programs can say so in their way.
   */
  public Optional<Range> range() {
    return Optional.ofNullable(range);
  }
}
