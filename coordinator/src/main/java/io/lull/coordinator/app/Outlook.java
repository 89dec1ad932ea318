package io.lull.coordinator.app;

import io.lull.coordinator.vitals.Vitals;
import java.util.Optional;

/**
 * What others see of a coordinator for as long as its process runs, whether it leads or not.
 *
 * @param vitals how it fares
 * @param page for browsers; empty: it has none
 */
record Outlook(Vitals vitals, Optional<StatusPage> page) {
  /** One without a page. */
  static Outlook of(Vitals vitals) {
    return new Outlook(vitals, Optional.empty());
  }
}
