package io.lull.apps.phold;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event that was processed, and can be undone.
 *
 * @param before the process's state
 * @param caused what it caused; null: nothing
 */
record Processed(Event event, PholdModel.ProcessState before, @Nullable Event caused) {

  Optional<Event> sent() {
    return Optional.ofNullable(caused);
  }
}
