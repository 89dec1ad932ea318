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
 * @param features what it offers to guests
 */
public record NodeTraits(
    String os,
    int cores,
    long memoryBytes,
    double speed,
    Set<String> labels,
    Set<GuestFeature> features) {
  public NodeTraits {
    features = Set.copyOf(features);
    labels =
        labels.stream()
            .map(label -> label.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Of a node that nobody has labelled, and that offers no feature. */
  public NodeTraits(String os, int cores, long memoryBytes, double speed) {
    this(os, cores, memoryBytes, speed, Set.of(), Set.of());
  }
}
