package io.lull.coordinator.core.job;

import io.lull.protocol.wire.CheckValue;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The progress of a bag's tasks, except those assigned to a worker.
 *
 * @param freshFrom no task from this index on has been dealt yet
 * @param returned tasks before it that are to be dealt once more
 * @param mishaps of tasks that did not simply do well, by index
 * @param failed tasks that are given up, and why
 * @param done how many did well, their outputs stored
 * @param meanMillis how long the last ones ran; 0: nobody knows yet
 */
public record Tasks(
    int freshFrom,
    SortedSet<Integer> returned,
    Map<Integer, Mishaps> mishaps,
    Map<Integer, String> failed,
    int done,
    double meanMillis) {
  /** Names of the figures of a bag that has ended. */
  public static final String TASKS = "tasks";

  public static final String DONE = "done";
  public static final String FAILED = "failed";

  public static final Tasks NONE_DEALT = new Tasks(0, new TreeSet<>(), Map.of(), Map.of(), 0, 0);

  /** What the newest task's time counts for in the mean. */
  private static final double NEWEST_SHARE = 0.1;

  public Tasks {
    returned = Collections.unmodifiableSortedSet(new TreeSet<>(returned));
    mishaps = Map.copyOf(mishaps);
    failed = Map.copyOf(failed);
  }

  /**
   * The mishaps of a task.
   *
   * @param attempts that are over
   * @param failures of its command
   * @param deaths of its worker while it ran, or of its start: whose fault that was nobody knows
   * @param interruptions by owners, by other jobs, or by the loss of its node
   */
  public record Mishaps(int attempts, int failures, int deaths, int interruptions) {
    public static final Mishaps NONE = new Mishaps(0, 0, 0, 0);

    public Mishaps plus(Mishap mishap) {
      return switch (mishap) {
        case NOT_BEGUN -> new Mishaps(attempts + 1, failures, deaths, interruptions);
        case FAILURE -> new Mishaps(attempts + 1, failures + 1, deaths, interruptions);
        case DEATH -> new Mishaps(attempts + 1, failures, deaths + 1, interruptions);
        case INTERRUPTION -> new Mishaps(attempts + 1, failures, deaths, interruptions + 1);
      };
    }
  }

  /** Why a task comes back. */
  public enum Mishap {
    /** It was dealt, and waited behind others. */
    NOT_BEGUN,
    FAILURE,
    DEATH,
    INTERRUPTION
  }

  public Mishaps mishaps(int task) {
    return mishaps.getOrDefault(task, Mishaps.NONE);
  }

  /** How many are to be dealt. */
  public int waiting(int total) {
    return total - freshFrom + returned.size();
  }

  /** Those that came back first, then the next that nobody has had. */
  public int next() {
    return returned.isEmpty() ? freshFrom : returned.first();
  }

  /** Without the next. */
  public Tasks dealt() {
    if (returned.isEmpty()) {
      return new Tasks(freshFrom + 1, returned, mishaps, failed, done, meanMillis);
    }
    final SortedSet<Integer> fewer = new TreeSet<>(returned);
    fewer.removeFirst();
    return new Tasks(freshFrom, fewer, mishaps, failed, done, meanMillis);
  }

  /**
   * A task comes back: to be dealt once more, or, when that has happened too often, as one that
   * failed.
   *
   * @param retries of a task whose command failed
   */
  public Tasks after(int task, Mishap mishap, String why, int retries) {
    final Mishaps next = mishaps(task).plus(mishap);
    final Map<Integer, Mishaps> all = new HashMap<>(mishaps);
    all.put(task, next);
    final String giveUp =
        next.failures() > retries
            ? why
            : next.deaths() >= Limits.TASK_DEATHS
                ? why + ", " + next.deaths() + " times"
                : next.interruptions() >= Limits.TASK_INTERRUPTIONS
                    ? "was interrupted "
                        + next.interruptions()
                        + " times: no node is idle for as long as it runs"
                    : "";
    if (!giveUp.isEmpty()) {
      return new Tasks(freshFrom, returned, all, failed, done, meanMillis).failing(task, giveUp);
    }
    final SortedSet<Integer> more = new TreeSet<>(returned);
    more.add(task);
    return new Tasks(freshFrom, more, all, failed, done, meanMillis);
  }

  public Tasks failing(int task, String why) {
    final Map<Integer, String> more = new HashMap<>(failed);
    more.put(task, why);
    return new Tasks(freshFrom, returned, mishaps, more, done, meanMillis);
  }

  public Tasks doneWell() {
    return new Tasks(freshFrom, returned, mishaps, failed, done + 1, meanMillis);
  }

  public Tasks having(double millis) {
    final double mean =
        meanMillis == 0 ? millis : (1 - NEWEST_SHARE) * meanMillis + NEWEST_SHARE * millis;
    return new Tasks(freshFrom, returned, mishaps, failed, done, mean);
  }

  /** Those whose end is not known yet, dealt or not. */
  public int open(int total) {
    return total - done - failed.size();
  }

  /** How many there were and how they ended, to be told for as long as the job is known. */
  public List<CheckValue> figures(int total) {
    return List.of(figure(TASKS, total), figure(DONE, done), figure(FAILED, failed.size()));
  }

  private static CheckValue figure(String name, int value) {
    return CheckValue.newBuilder().setName(name).setValue(String.valueOf(value)).build();
  }
}
