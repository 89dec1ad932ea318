package io.lull.protocol.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The occasions in a job's life for which a user can request a notice. */
public enum Occasion {
  /** It finished, failed or was cancelled. */
  END,
  /** It has lost all its nodes, and its data is kept. */
  SUSPENDED,
  /** It has waited for nodes for a while. */
  WAITING;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException with one line
   */
  public static Occasion of(String text) {
    return Arrays.stream(values())
        .filter(each -> each.wire().equals(text))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "'"
                    + text.replaceAll("\\p{Cntrl}", "?")
                    + "' is not an event to notify of: use "
                    + Arrays.stream(values())
                        .map(Occasion::wire)
                        .collect(Collectors.joining(", "))));
  }

  /**
   * Those of a job's description; where it names none, its end.
   *
   * @throws IllegalArgumentException with one line
   */
  public static List<Occasion> all(List<String> texts) {
    return texts.isEmpty() ? List.of(END) : texts.stream().map(Occasion::of).toList();
  }
}
