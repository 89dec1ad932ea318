package io.lull.coordinator.core.job;

import io.lull.protocol.wire.TaskEnded;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a bag that one worker has.
 *
 * @param slots so many tasks it runs at a time
 * @param dealt tasks that it has not said the end of, each with its attempt, in the order in which
 *     they were dealt
 * @param ended tasks whose outputs lie at the worker
 * @param store which of these are on their way here
 * @param leavingMillis since when it is dealt nothing more; 0: it is
 */
public record TaskAssignment(
    String node,
    int slots,
    Map<Integer, Integer> dealt,
    SortedMap<Integer, TaskEnded> ended,
    Store store,
    long leavingMillis) {
  public TaskAssignment {
    dealt = Collections.unmodifiableMap(new LinkedHashMap<>(dealt));
    ended = Collections.unmodifiableSortedMap(new TreeMap<>(ended));
  }

  /**
   * @param tasks none: nothing is being stored
   * @param failures in a row
   */
  public record Store(Set<Integer> tasks, int failures, long deadlineMillis) {
    public static final Store NONE = new Store(Set.of(), 0, 0);

    public Store {
      tasks = Collections.unmodifiableSortedSet(new TreeSet<>(tasks));
    }
  }

  public static TaskAssignment empty(String node, int slots) {
    return new TaskAssignment(node, slots, Map.of(), new TreeMap<>(), Store.NONE, 0);
  }

  public TaskAssignment withSlots(int next) {
    return new TaskAssignment(node, Math.max(1, next), dealt, ended, store, leavingMillis);
  }

  /** With more tasks, each with its attempt. */
  public TaskAssignment with(Map<Integer, Integer> tasks) {
    final Map<Integer, Integer> more = new LinkedHashMap<>(dealt);
    more.putAll(tasks);
    return new TaskAssignment(node, slots, more, ended, store, leavingMillis);
  }

  /** Whether it is the end of a try that this assignment was dealt. */
  public boolean has(TaskEnded end) {
    final @Nullable Integer attempt = dealt.get(end.getTask().getTask());
    return attempt != null && attempt == end.getTask().getAttempt();
  }

  public TaskAssignment without(Set<Integer> tasks) {
    final Map<Integer, Integer> fewer = new LinkedHashMap<>(dealt);
    fewer.keySet().removeAll(tasks);
    return new TaskAssignment(node, slots, fewer, ended, store, leavingMillis);
  }

  public TaskAssignment emptied() {
    return new TaskAssignment(node, slots, Map.of(), ended, store, leavingMillis);
  }

  public TaskAssignment keeping(List<TaskEnded> ends) {
    final SortedMap<Integer, TaskEnded> more = new TreeMap<>(ended);
    ends.forEach(end -> more.put(end.getTask().getTask(), end));
    return new TaskAssignment(node, slots, dealt, more, store, leavingMillis);
  }

  public TaskAssignment storing(Store next) {
    return new TaskAssignment(node, slots, dealt, ended, next, leavingMillis);
  }

  /** What was being stored is. */
  public TaskAssignment stored() {
    final SortedMap<Integer, TaskEnded> fewer = new TreeMap<>(ended);
    fewer.keySet().removeAll(store.tasks());
    return new TaskAssignment(node, slots, dealt, fewer, Store.NONE, leavingMillis);
  }

  public TaskAssignment leaving(long nowMillis) {
    return new TaskAssignment(node, slots, dealt, ended, store, nowMillis);
  }

  public boolean leaves() {
    return leavingMillis != 0;
  }

  /** Those that it runs: it takes them in the order in which they were dealt. */
  public Set<Integer> running() {
    return dealt.keySet().stream().limit(slots).collect(Collectors.toCollection(TreeSet::new));
  }
}
