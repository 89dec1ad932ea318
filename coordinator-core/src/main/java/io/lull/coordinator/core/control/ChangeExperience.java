package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ObservedChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What changes of configurations cost on this grid, from the newest that its jobs have seen. It is
 * not stored: a coordinator that begins to lead learns it from the jobs that are.
 */
final class ChangeExperience {
  private static final int MOST = 64;

  /** Of one job, so that it does not speak for all. */
  private static final int MOST_OF_A_JOB = 16;

  /** Which change of which job. */
  private record Key(long job, long epoch) {}

  private final Map<Key, ObservedChange> seen =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ObservedChange> eldest) {
          return size() > MOST;
        }
      };
  private @Nullable ChangeCosts costs;

  /** Takes up what its newest changes took. */
  void learn(Job job) {
    final JobHistory history = job.history();
    history
        .changes(MOST_OF_A_JOB)
        .forEach((epoch, change) -> {
          final Key key = new Key(job.terms().number(), epoch);
          if (!change.equals(seen.put(key, change))) {
            costs = null;
          }
        });
  }

  ChangeCosts costs() {
    ChangeCosts known = costs;
    if (known == null) {
      known = ChangeCosts.ASSUMED.refined(List.copyOf(seen.values()));
      costs = known;
    }
    return known;
  }
}
