package io.lull.coordinator.core.job;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The results of tasks that run on several nodes each, and are compared, as volunteer computing
 * does it (Anderson, <i>BOINC: A Platform for Volunteer Computing</i>, 2020): most nodes decide.
 *
 * @param open results of tasks that are not decided, by task
 * @param liars how many of their results others have outvoted, by node
 */
public record TaskVotes(Map<Integer, List<Vote>> open, SortedMap<String, Integer> liars) {
  public static final TaskVotes NONE = new TaskVotes(Map.of(), new TreeMap<>());

  /** A task runs on so many nodes more before nothing is believed. */
  static final int MAX_MORE = 3;

  /** On how many nodes one task may run, one after the other or at a time. */
  static int mostNodes(int replicas) {
    return replicas <= 1 ? 1 : replicas + MAX_MORE;
  }

  public TaskVotes {
    open =
        open.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, each -> List.copyOf(each.getValue())));
    liars = Collections.unmodifiableSortedMap(new TreeMap<>(liars));
  }

  /**
   * A result.
   *
   * @param sha256 of all that is compared
   */
  public record Vote(String node, ByteString sha256) {}

  /** What follows from a task's results. */
  public sealed interface Verdict {
    /** The task is to run on another node. */
    record Open() implements Verdict {}

    /**
     * Most nodes have the same result as the last one.
     *
     * @param others that have another
     */
    record Agreed(Set<String> others) implements Verdict {
      public Agreed {
        others = Collections.unmodifiableSortedSet(new TreeSet<>(others));
      }
    }

    /** No result is most nodes'. */
    record Hopeless(String why) implements Verdict {}
  }

  /** Whether the node has run the task. */
  public boolean has(int task, String node) {
    return open.getOrDefault(task, List.of()).stream().anyMatch(vote -> vote.node().equals(node));
  }

  public TaskVotes with(int task, Vote vote) {
    final Map<Integer, List<Vote>> more = new HashMap<>(open);
    final List<Vote> votes = new ArrayList<>(more.getOrDefault(task, List.of()));
    votes.add(vote);
    more.put(task, votes);
    return new TaskVotes(more, liars);
  }

  /**
   * Of a task that has a result.
   *
   * @param replicas on how many nodes it runs at least
   */
  public Verdict verdict(int task, int replicas) {
    final List<Vote> votes = open.getOrDefault(task, List.of());
    final ByteString last = votes.getLast().sha256();
    final Set<String> others = new TreeSet<>();
    votes.stream()
        .filter(vote -> !vote.sha256().equals(last))
        .forEach(vote -> others.add(vote.node()));
    final int agreeing = votes.size() - others.size();
    if (votes.size() >= replicas && agreeing > replicas / 2 && agreeing > votes.size() / 2) {
      return new Verdict.Agreed(others);
    }
    return votes.size() < mostNodes(replicas)
        ? new Verdict.Open()
        : new Verdict.Hopeless(
            "its results differ: "
                + votes.stream().map(Vote::node).collect(Collectors.joining(", "))
                + " do not agree");
  }

  /**
   * The task is decided.
   *
   * @param outvoted nodes that had another result
   */
  public TaskVotes decided(int task, Set<String> outvoted) {
    final Map<Integer, List<Vote>> fewer = new HashMap<>(open);
    fewer.remove(task);
    final SortedMap<String, Integer> more = new TreeMap<>(liars);
    outvoted.forEach(node -> more.merge(node, 1, Integer::sum));
    return new TaskVotes(fewer, more);
  }
}
