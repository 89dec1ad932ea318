package io.lull.coordinator.access;

import io.lull.coordinator.core.access.Caller;
import java.util.Optional;

/**
 * Decisions about callers that others make: revocation, and what becomes of refusals. Any thread;
 * nothing waits.
 */
public interface CallerPolicy {
  /** Lets everybody in and writes nothing down. */
  CallerPolicy NONE =
      new CallerPolicy() {
        @Override
        public Optional<String> revocation(Caller caller) {
          return Optional.empty();
        }

        @Override
        public void refused(Caller caller, String method) {}
      };

  /** Why this one may not come in any more, in one line; empty: they may. */
  Optional<String> revocation(Caller caller);

  /** Somebody asked for what their role may not have. */
  void refused(Caller caller, String method);
}
