package io.lull.agent.core.owner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The use of the machine by the owner's and guests' programs over a window.
 *
 * @param samples oldest first
 * @param since when the first of all samples came, including dropped ones
 */
record ShareWindow(List<Sample> samples, long since) {
  static final ShareWindow EMPTY = new ShareWindow(List.of(), 0);
  private static final Duration STALE = Duration.ofSeconds(15);
  private static final int MAX_SAMPLES = 4096;

  ShareWindow {
    samples = List.copyOf(samples);
  }

  /** The share between the two times. */
  record Sample(long fromNanos, long nanos, double owner, double guest) {}

  ShareWindow add(long nanos, double owner, double guest, Duration window) {
    final List<Sample> kept = new ArrayList<>(samples.size() + 1);
    for (final Sample old : samples) {
      if (nanos - old.nanos < window.toNanos()) {
        kept.add(old);
      }
    }
    final long from = samples.isEmpty() ? nanos : samples.getLast().nanos;
    kept.add(new Sample(from, nanos, owner, guest));
    return new ShareWindow(
        kept.size() > MAX_SAMPLES ? kept.subList(kept.size() - MAX_SAMPLES, kept.size()) : kept,
        samples.isEmpty() ? nanos : since);
  }

  /** Whether the samples cover this window. */
  boolean covers(Duration window) {
    return !samples.isEmpty() && samples.getLast().nanos - since >= window.toNanos();
  }

  /** Whether the samples are too old. */
  boolean stale(Moment now) {
    return !samples.isEmpty() && now.nanos() - samples.getLast().nanos > STALE.toNanos();
  }

  /** How long until the samples cover the window. */
  Duration missing(Duration window) {
    return samples.isEmpty()
        ? window
        : Duration.ofNanos(Math.max(0, window.toNanos() - (samples.getLast().nanos - since)));
  }

  /** The owner's mean share up to the last sample, weighted by each sample's length. */
  double mean(Duration window) {
    if (samples.isEmpty()) {
      return 0;
    }
    final long begin = samples.getLast().nanos - window.toNanos();
    double sum = 0;
    double nanos = 0;
    for (final Sample sample : samples) {
      final long from = sample.fromNanos - begin > 0 ? sample.fromNanos : begin;
      if (sample.nanos - begin > 0) {
        // The very first sample has no length; alone, it is all that is known.
        final double lasted = Math.max(1, sample.nanos - from);
        sum += sample.owner * lasted;
        nanos += lasted;
      }
    }
    return nanos == 0 ? samples.getLast().owner : sum / nanos;
  }

  double lastOwner() {
    return samples.isEmpty() ? 0 : samples.getLast().owner;
  }

  double lastGuest() {
    return samples.isEmpty() ? 0 : samples.getLast().guest;
  }
}
