package io.lull.coordinator.tunnel;

import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Which member; each start of one is another. What its certificate names.
 *
 * @param number of {@link #BITS} bits, so that it can be written as the loopback address that
 *     stands for the member
 */
public record MemberId(long number) {
  /** Enough that no two members of a grid ever draw the same. */
  public static final int BITS = 38;

  private static final Pattern TEXT = Pattern.compile("member-[0-9a-f]{10}");

  public MemberId {
    if (number < 0 || number >= 1L << BITS) {
      throw new IllegalArgumentException("a member's number has " + BITS + " bits");
    }
  }

  public static MemberId draw(RandomGenerator random) {
    return new MemberId(random.nextLong(1L << BITS));
  }

  /** Empty when this is no member's name. */
  public static Optional<MemberId> parse(String text) {
    if (!TEXT.matcher(text).matches()) {
      return Optional.empty();
    }
    final long number = Long.parseLong(text.substring("member-".length()), 16);
    return number < 1L << BITS ? Optional.of(new MemberId(number)) : Optional.empty();
  }

  @Override
  public String toString() {
    return "member-%010x".formatted(number);
  }
}
