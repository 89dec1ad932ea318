package io.lull.scheduling;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The properties of a node that requirements of jobs can name.
 *
 * @param memoryBytes what a guest may use
 * @param speed relative to one core of the reference machine
 * @param labels as {@code name=value}, in small letters
 * @param openNetwork its owner lets guests reach the network, if their jobs ask for it
 */
public record NodeTraits(
    String os, int cores, long memoryBytes, double speed, Set<String> labels, boolean openNetwork) {
  public NodeTraits {
    labels =
        labels.stream()
            .map(label -> label.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Of a node that nobody has labelled, and whose guests reach their peers alone. */
  public NodeTraits(String os, int cores, long memoryBytes, double speed) {
    this(os, cores, memoryBytes, speed, Set.of(), false);
  }
}
