package io.lull.reconfig;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A job's parameters, by name. What the program never asked for is a mistake of the user's, and is
 * found by {@link #unknown}.
 */
public final class Parameters {
  private final Map<String, String> values;
  private final Set<String> asked = new TreeSet<>();

  public Parameters(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  public boolean has(String name) {
    asked.add(name);
    return values.containsKey(name);
  }

  public String text(String name, String otherwise) {
    asked.add(name);
    return values.getOrDefault(name, otherwise);
  }

  /**
   * A whole number.
   *
   * @throws BadInput when it is none, or outside least to greatest
   */
  public long integer(String name, long otherwise, long least, long greatest) {
    final @Nullable String text = given(name);
    if (text == null) {
      return otherwise;
    }
    try {
      final long value = Long.parseLong(text.strip());
      if (value >= least && value <= greatest) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below, like a number out of range
    }
    throw new BadInput(
        String.format(
            Locale.ROOT,
            "%s=%s: enter a whole number from %,d to %,d",
            name,
            text,
            least,
            greatest),
        new BadInput.Range(name, least, greatest));
  }

  /**
   * A number.
   *
   * @throws BadInput when it is none, or outside least to greatest
   */
  public double number(String name, double otherwise, double least, double greatest) {
    final @Nullable String text = given(name);
    if (text == null) {
      return otherwise;
    }
    try {
      final double value = Double.parseDouble(text.strip());
      if (value >= least && value <= greatest) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below, like a number out of range
    }
    throw new BadInput(name + "=" + text + ": enter a number from " + least + " to " + greatest);
  }

  /** The names that were given but that the program did not ask for, in order. */
  public Set<String> unknown() {
    final Set<String> rest = new TreeSet<>(new TreeMap<>(values).keySet());
    rest.removeAll(asked);
    return rest;
  }

  private @Nullable String given(String name) {
    asked.add(name);
    return values.get(name);
  }
}
