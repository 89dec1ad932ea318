package io.lull.agent.core.owner;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Workers that were ended by force but have not ended yet. For one thread. */
public final class PendingKills {
  /** A worker that takes longer is reported. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Map<String, Long> killedAt = new HashMap<>();
  private final Set<String> told = new HashSet<>();

  public void killed(String worker, long nanos) {
    killedAt.putIfAbsent(worker, nanos);
  }

  /** Reports each worker that should have ended long ago, once. */
  public void check(NodeCore core, long nowNanos, GuestRecorder recorder) {
    if (killedAt.isEmpty()) {
      return;
    }
    killedAt.keySet().retainAll(core.guests().keySet());
    told.retainAll(killedAt.keySet());
    killedAt.forEach((worker, at) -> {
      if (nowNanos - at > PATIENCE.toNanos() && told.add(worker)) {
        recorder.incident(
            worker, "still exists " + DurationText.lasting(PATIENCE) + " after it was killed");
      }
    });
  }
}
