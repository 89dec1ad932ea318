package io.lull.coordinator.core.job;

import io.lull.protocol.wire.CheckValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
 * @param votes results of those that run on several nodes
 */
public record Tasks(
    int freshFrom,
    SortedSet<Integer> returned,
    Map<Integer, Mishaps> mishaps,
    Map<Integer, String> failed,
    int done,
    double meanMillis,
    TaskVotes votes) {
  /** Names of the figures of a bag that has ended. */
  public static final String TASKS = "tasks";

  public static final String DONE = "done";
  public static final String FAILED = "failed";

  /** Followed by a node's name: how many of its results most others did not have. */
  public static final String DIFFERED_ON = "differed.";

  public static final Tasks NONE_DEALT =
      new Tasks(0, new TreeSet<>(), Map.of(), Map.of(), 0, 0, TaskVotes.NONE);

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
        case NOT_BEGUN, REPLICA -> new Mishaps(attempts + 1, failures, deaths, interruptions);
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
    /** It is to run on another node as well. */
    REPLICA,
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

  /**
   * Those that came back first, then the next that nobody has had; of those that run on several
   * nodes, none twice on this one.
   *
   * @param total of the bag
   */
  public OptionalInt next(int total, String node) {
    for (final int task : returned) {
      if (!votes.has(task, node)) {
        return OptionalInt.of(task);
      }
    }
    return freshFrom < total ? OptionalInt.of(freshFrom) : OptionalInt.empty();
  }

  /**
   * Without one that is dealt.
   *
   * @param task the next for a node
   */
  public Tasks dealt(int task) {
    if (task == freshFrom) {
      return new Tasks(freshFrom + 1, returned, mishaps, failed, done, meanMillis, votes);
    }
    final SortedSet<Integer> fewer = new TreeSet<>(returned);
    fewer.remove(task);
    return new Tasks(freshFrom, fewer, mishaps, failed, done, meanMillis, votes);
  }

  public Tasks with(TaskVotes next) {
    return new Tasks(freshFrom, returned, mishaps, failed, done, meanMillis, next);
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
      return new Tasks(freshFrom, returned, all, failed, done, meanMillis, votes)
          .failing(task, giveUp);
    }
    final SortedSet<Integer> more = new TreeSet<>(returned);
    more.add(task);
    return new Tasks(freshFrom, more, all, failed, done, meanMillis, votes);
  }

  public Tasks failing(int task, String why) {
    final Map<Integer, String> more = new HashMap<>(failed);
    more.put(task, why);
    return new Tasks(freshFrom, returned, mishaps, more, done, meanMillis, votes);
  }

  public Tasks doneWell() {
    return new Tasks(freshFrom, returned, mishaps, failed, done + 1, meanMillis, votes);
  }

  public Tasks having(double millis) {
    final double mean =
        meanMillis == 0 ? millis : (1 - NEWEST_SHARE) * meanMillis + NEWEST_SHARE * millis;
    return new Tasks(freshFrom, returned, mishaps, failed, done, mean, votes);
  }

  /** Those whose end is not known yet, dealt or not. */
  public int open(int total) {
    return total - done - failed.size();
  }

  /** How many there were and how they ended, to be told for as long as the job is known. */
  public List<CheckValue> figures(int total) {
    final List<CheckValue> figures = new ArrayList<>();
    figures.add(figure(TASKS, total));
    figures.add(figure(DONE, done));
    figures.add(figure(FAILED, failed.size()));
    votes.liars().forEach((node, times) -> figures.add(figure(DIFFERED_ON + node, times)));
    return figures;
  }

  private static CheckValue figure(String name, int value) {
    return CheckValue.newBuilder().setName(name).setValue(String.valueOf(value)).build();
  }
}
