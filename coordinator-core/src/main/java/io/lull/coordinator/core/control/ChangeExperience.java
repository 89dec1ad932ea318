package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ObservedChange;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What changes of configurations cost on this grid, from the newest that its jobs have seen. What
 * they took is said by programs: each user has the same small part in it, however many jobs and
 * changes they have. It is not stored: a coordinator that begins to lead learns it from the jobs
 * that are.
 */
final class ChangeExperience {
  /** Those whose jobs changed last. */
  private static final int MOST_USERS = 16;

  private static final int MOST_OF_A_USER = 16;

  /** By user and job; both in the order of their last changes. */
  private final Map<String, Map<Long, List<ObservedChange>>> seen = newestLast();

  private @Nullable ChangeCosts costs;

  private static <K, V> Map<K, V> newestLast() {
    final int capacity = 16;
    final float load = 0.75f;
    return new LinkedHashMap<>(capacity, load, true);
  }

  /** Takes up what its newest changes took. */
  void learn(Job job) {
    learn(
        job.terms().user(),
        job.terms().number(),
        List.copyOf(job.history().changes(MOST_OF_A_USER).values()));
  }

  /**
   * @param changes of the job, its newest first
   */
  void learn(String user, long job, List<ObservedChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    final Map<Long, List<ObservedChange>> ofUser = seen.computeIfAbsent(user, _ -> newestLast());
    if (!changes.equals(ofUser.put(job, changes))) {
      costs = null;
      while (ofUser.values().stream().mapToInt(List::size).sum() > MOST_OF_A_USER) {
        removeFirst(ofUser);
      }
      if (seen.size() > MOST_USERS) {
        removeFirst(seen);
      }
    }
  }

  private static void removeFirst(Map<?, ?> map) {
    final Iterator<?> keys = map.keySet().iterator();
    keys.next();
    keys.remove();
  }

  ChangeCosts costs() {
    ChangeCosts known = costs;
    if (known == null) {
      known =
          ChangeCosts.ASSUMED.refined(
              seen.values().stream()
                  .flatMap(jobs -> jobs.values().stream())
                  .flatMap(List::stream)
                  .toList());
      costs = known;
    }
    return known;
  }
}
