package io.lull.coordinator.api;

import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records that an administrator has looked at what owners do: in the audit log, once an hour for
 * each view, since a window that is open looks every second. Any thread.
 */
public final class OwnerLooks {
  static final Duration RECORDED_EVERY = Duration.ofHours(1);

  /** The eldest is forgotten, and recorded again when it is repeated. */
  private static final int MAX_REMEMBERED = 10_000;

  private final AuditLog audit;
  private final Clock clock;
  private final Map<Look, Long> recorded = new LinkedHashMap<>();

  private record Look(String who, String subject, String what) {}

  public OwnerLooks(AuditLog audit, Clock clock) {
    this.audit = audit;
    this.clock = clock;
  }

  /**
   * Returns when it is on disk, if it is recorded.
   *
   * @param subject the node; empty: all of them
   * @param what is seen, for people
   */
  void at(Caller caller, String subject, String what) {
    if (caller.administers() && isNew(new Look(caller.name(), subject, what))) {
      audit.did(caller, Action.LOOK, subject, what);
    }
  }

  private synchronized boolean isNew(Look look) {
    final long now = clock.epochMillis();
    final Long before = recorded.get(look);
    if (before != null && now - before < RECORDED_EVERY.toMillis()) {
      return false;
    }
    recorded.remove(look);
    recorded.put(look, now);
    if (recorded.size() > MAX_REMEMBERED) {
      recorded.remove(recorded.keySet().iterator().next());
    }
    return true;
  }
}
