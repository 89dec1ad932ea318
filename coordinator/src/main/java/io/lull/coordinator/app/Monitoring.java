package io.lull.coordinator.app;

import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.web.StatusPage;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;

/**
 * Metrics, health and page of a coordinator, open for as long as its process runs, as leader and as
 * standby.
 *
 * @param metrics its metrics and health
 * @param page for browsers; empty: it has none
 */
record Monitoring(CoordinatorMetrics metrics, Optional<StatusPage> page) {
  /** One without a page. */
  static Monitoring of(CoordinatorMetrics metrics) {
    return new Monitoring(metrics, Optional.empty());
  }

  /** The page accepts certificates of this authority from now on. */
  void trust(Authority authority) throws IOException {
    if (page.isEmpty()) {
      return;
    }
    try {
      page.get().knows(authority);
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java runtime cannot create certificates: " + e.getMessage(), e);
    }
  }
}
