package io.lull.agent.core.owner;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Workers that were ended by force, until they are gone. For one thread. */
public final class PendingKills {
  /** What takes longer stays in the owner's way. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Map<String, Long> killedAt = new HashMap<>();
  private final Set<String> told = new HashSet<>();

  public void killed(String worker, long nanos) {
    killedAt.putIfAbsent(worker, nanos);
  }

  /** Tells, once of each, of those that should long be gone. */
  public void check(NodeCore core, long nowNanos, GuestRecorder chronicle) {
    if (killedAt.isEmpty()) {
      return;
    }
    killedAt.keySet().retainAll(core.guests().keySet());
    told.retainAll(killedAt.keySet());
    killedAt.forEach((worker, at) -> {
      if (nowNanos - at > PATIENCE.toNanos() && told.add(worker)) {
        chronicle.incident(
            worker, "is still there " + DurationText.lasting(PATIENCE) + " after it was ended by force");
      }
    });
  }
}
