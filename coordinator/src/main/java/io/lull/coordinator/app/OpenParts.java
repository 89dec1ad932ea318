package io.lull.coordinator.app;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that are open. Closing closes them in reverse order; a part that fails to close does
 * not keep the others open. One thread at a time.
 */
final class OpenParts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenParts.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  <C extends AutoCloseable> C keep(C part) {
    parts.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.warn("cannot close a part: {}", e.getMessage(), e);
      }
    }
  }
}
