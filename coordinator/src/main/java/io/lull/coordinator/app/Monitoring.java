package io.lull.coordinator.app;

import io.lull.coordinator.metrics.CoordinatorMetrics;
import java.util.Optional;

/**
 * What others see of a coordinator for as long as its process runs, whether it leads or not.
 *
 * @param metrics how it fares
 * @param page for browsers; empty: it has none
 */
record Monitoring(CoordinatorMetrics metrics, Optional<StatusPage> page) {
  /** One without a page. */
  static Monitoring of(CoordinatorMetrics metrics) {
    return new Monitoring(metrics, Optional.empty());
  }
}
