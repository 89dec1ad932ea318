package io.lull.coordinator.audit;

import io.lull.coordinator.core.store.AuditTrail;
import java.util.ArrayList;
import java.util.List;

/** Remembers what was done, and forgets nothing. Any thread. */
public final class InMemoryTrail implements AuditTrail {
  private final List<Entry> entries = new ArrayList<>();

  @Override
  public synchronized void append(List<Entry> more) {
    entries.addAll(more);
  }

  @Override
  public List<Entry> since(long fromMillis, int most) {
    return List.of();
  }

  @Override
  public void drop(long beforeMillis, long newest) {}

  /** The oldest first. */
  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }
}
