package io.lull.reconfig.message.routing;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where tasks are, as far as this worker has heard. Any thread. */
public final class TaskDirectory {
  /** Older than any place. */
  public static final long NOWHERE = -1;

  private final Map<Long, Place> places = new ConcurrentHashMap<>();

  public Optional<Place> of(long task) {
    return Optional.ofNullable(places.get(task));
  }

  /**
   * A task is there, unless something newer is known.
   *
   * @return whether this is the newest
   */
  public boolean heard(long task, Place place) {
    return place.equals(
        places.merge(task, place, (before, now) -> now.isNewerThan(before) ? now : before));
  }

  /**
   * Where a message for a task goes from here. It goes on only by newer word than that by which it
   * came: so it never goes in a circle, and whoever had the task has such word.
   *
   * @param self this worker, which does not have the task
   * @param version of the place to which it was sent; {@link #NOWHERE}: it begins here
   * @return empty: it waits for word of the task, or for the task itself
   */
  public Optional<Place> next(long task, String self, long version) {
    return of(task).filter(place -> !place.worker().equals(self) && place.version() > version);
  }

  /** All that was known is of another time. */
  public void clear() {
    places.clear();
  }
}
