package io.lull.scheduling;

import io.lull.protocol.text.Sizes;

/**
 * The requirement of a job on its nodes, beyond being idle, such as {@code os == linux && (cores >=
 * 4 || speed > 1.5) && memory >= 8G}.
 *
 * <p>Facts: {@code os}, {@code name} and {@code label.NAME}, what the node's owner has said under
 * {@code labels} (compared with {@code ==} and {@code !=}, case does not matter), {@code cores},
 * {@code speed} and {@code memory} (a size) with every comparison. {@code &&} binds more tightly
 * than {@code ||}, {@code !} more than either.
 */
public final class Requirement {
  /** Fulfilled by every node. */
  public static final Requirement NONE = new Requirement("", (name, traits) -> true);

  private final String text;
  private final Condition condition;

  private Requirement(String text, Condition condition) {
    this.text = text;
    this.condition = condition;
  }

  /**
   * @param text empty for {@link #NONE}
   * @throws IllegalArgumentException with one line that says what is wrong, where, and what can be
   *     written
   */
  public static Requirement parse(String text) {
    return text.isBlank() ? NONE : new Requirement(text.strip(), RequirementParser.parse(text));
  }

  public boolean admits(String node, NodeTraits traits) {
    return condition.holds(node, traits);
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Requirement r && r.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** One part of the expression. */
  @FunctionalInterface
  interface Condition {
    boolean holds(String node, NodeTraits traits);
  }

  /** How a fact relates to a value. */
  enum Relation {
    EQUAL("=="),
    DIFFERENT("!="),
    AT_LEAST(">="),
    AT_MOST("<="),
    MORE(">"),
    LESS("<");

    final String sign;

    Relation(String sign) {
      this.sign = sign;
    }

    boolean holds(int comparison) {
      return switch (this) {
        case EQUAL -> comparison == 0;
        case DIFFERENT -> comparison != 0;
        case AT_LEAST -> comparison >= 0;
        case AT_MOST -> comparison <= 0;
        case MORE -> comparison > 0;
        case LESS -> comparison < 0;
      };
    }
  }

  static Condition number(String fact, Relation relation, String value) {
    return switch (fact) {
      case "cores" -> {
        final int cores = Math.toIntExact(whole(value));
        yield (name, traits) -> relation.holds(Integer.compare(traits.cores(), cores));
      }
      case "memory" -> {
        final long bytes = Sizes.parse(value);
        yield (name, traits) -> relation.holds(Long.compare(traits.memoryBytes(), bytes));
      }
      default -> {
        final double speed = Double.parseDouble(value);
        if (!Double.isFinite(speed)) {
          throw new NumberFormatException(value);
        }
        yield (name, traits) -> relation.holds(Double.compare(traits.speed(), speed));
      }
    };
  }

  private static long whole(String value) {
    if (!value.matches("\\d{1,6}")) {
      throw new IllegalArgumentException("'" + value + "' is not a number of cores");
    }
    return Long.parseLong(value);
  }
}
