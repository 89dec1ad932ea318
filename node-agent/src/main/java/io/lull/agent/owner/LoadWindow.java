package io.lull.agent.owner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Shares of the processors over the last while.
 *
 * @param samples oldest first
 * @param since when the first of all samples came, dropped ones included
 */
record LoadWindow(List<Sample> samples, long since) {
  static final LoadWindow EMPTY = new LoadWindow(List.of(), 0);
  private static final Duration STALE = Duration.ofSeconds(15);
  private static final int MAX_SAMPLES = 4096;

  LoadWindow {
    samples = List.copyOf(samples);
  }

  record Sample(long nanos, double ownerCpu, double guestCpu) {}

  LoadWindow add(Sample sample, Duration window) {
    final List<Sample> kept = new ArrayList<>(samples.size() + 1);
    for (final Sample old : samples) {
      if (sample.nanos - old.nanos < window.toNanos()) {
        kept.add(old);
      }
    }
    kept.add(sample);
    return new LoadWindow(
        kept.size() > MAX_SAMPLES ? kept.subList(kept.size() - MAX_SAMPLES, kept.size()) : kept,
        samples.isEmpty() ? sample.nanos : since);
  }

  /** Whether a mean over this window can be given. */
  boolean covers(Duration window) {
    return !samples.isEmpty() && samples.getLast().nanos - since >= window.toNanos();
  }

  /** Whether the samples there are say nothing of the present. */
  boolean stale(Moment now) {
    return !samples.isEmpty() && now.nanos() - samples.getLast().nanos > STALE.toNanos();
  }

  /** How long until it can. */
  Duration missing(Duration window) {
    return samples.isEmpty()
        ? window
        : Duration.ofNanos(Math.max(0, window.toNanos() - (samples.getLast().nanos - since)));
  }

  double meanOwnerCpu() {
    return samples.stream().mapToDouble(Sample::ownerCpu).average().orElse(0);
  }

  double lastOwnerCpu() {
    return samples.isEmpty() ? 0 : samples.getLast().ownerCpu;
  }

  double lastGuestCpu() {
    return samples.isEmpty() ? 0 : samples.getLast().guestCpu;
  }
}
