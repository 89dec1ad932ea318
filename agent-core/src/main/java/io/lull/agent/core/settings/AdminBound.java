package io.lull.agent.core.settings;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The administrator's bound on one setting.
 *
 * @param fixed the only value; null: the owner may choose
 * @param atLeast null: the setting's own minimum
 * @param atMost null: the setting's own maximum
 * @param oneOf empty: any
 * @param why empty: not given
 */
public record AdminBound<T>(
    Setting<T> setting,
    @Nullable String fixed,
    @Nullable String atLeast,
    @Nullable String atMost,
    List<String> oneOf,
    String why) {

  /**
   * @throws IllegalArgumentException with one line, for values that the setting cannot have
   */
  public AdminBound {
    oneOf = List.copyOf(oneOf);
    oneOf.forEach(setting::parse);
    if (fixed != null) {
      setting.parse(fixed);
      if (atLeast != null || atMost != null || !oneOf.isEmpty()) {
        throw new IllegalArgumentException(
            setting.key() + " has a fixed value, so it can have no other bound");
      }
    }
    if ((atLeast != null || atMost != null) && setting.order() == null) {
      throw new IllegalArgumentException(
          setting.key() + " has no least or greatest value: bound it by 'fixed' or 'one-of'");
    }
    if (atLeast != null && atMost != null && above(setting, atLeast, setting.parse(atMost))) {
      throw new IllegalArgumentException(
          setting.key() + " cannot be at least " + atLeast + " and at most " + atMost);
    }
    for (final String each : oneOf) {
      if (outside(setting, atLeast, atMost, each)) {
        throw new IllegalArgumentException(
            setting.key() + " cannot be " + each + ", which is beyond its bound");
      }
    }
  }

  private static <T> boolean above(Setting<T> setting, String text, T limit) {
    final Comparator<T> order = setting.order();
    return order != null && order.compare(setting.parse(text), limit) > 0;
  }

  private static <T> boolean outside(
      Setting<T> setting, @Nullable String atLeast, @Nullable String atMost, String text) {
    return (atMost != null && above(setting, text, setting.parse(atMost)))
        || (atLeast != null && above(setting, atLeast, setting.parse(text)));
  }

  private boolean among(List<String> texts, String text) {
    final T value = setting.parse(text);
    return texts.stream().anyMatch(each -> setting.parse(each).equals(value));
  }

  public boolean allows(String text) {
    if (fixed != null) {
      return among(List.of(fixed), text);
    }
    return (oneOf.isEmpty() || among(oneOf, text)) && !outside(setting, atLeast, atMost, text);
  }

  /** The nearest allowed value; of a choice of values, the first. */
  public String nearest(String text) {
    if (allows(text)) {
      return text;
    }
    if (fixed != null) {
      return fixed;
    }
    if (!oneOf.isEmpty()) {
      return oneOf.getFirst();
    }
    return atLeast != null && above(setting, atLeast, setting.parse(text))
        ? atLeast
        : java.util.Objects.requireNonNull(atMost);
  }

  public boolean locked() {
    return fixed != null;
  }

  /** After "it must be". */
  public String range() {
    if (fixed != null) {
      return fixed;
    }
    final String values =
        oneOf.isEmpty() ? "" : oneOf.stream().collect(Collectors.joining(", ", "one of ", ""));
    final String limits =
        (atLeast == null ? "" : "at least " + atLeast)
            + (atLeast != null && atMost != null ? " and " : "")
            + (atMost == null ? "" : "at most " + atMost);
    return values.isEmpty() ? limits : limits.isEmpty() ? values : values + ", " + limits;
  }
}
