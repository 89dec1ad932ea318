package io.lull.scheduling;

import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The nodes that each job is to have, by job. Every job of the snapshot is in it. */
public record Plan(Map<String, Assignment> assignments) {
  public Plan {
    assignments = Collections.unmodifiableMap(new TreeMap<>(assignments));
  }

  /**
   * @throws IllegalArgumentException for a job that was not in the snapshot
   */
  public Assignment of(String job) {
    final Assignment assignment = assignments.get(job);
    if (assignment == null) {
      throw new IllegalArgumentException(job + " was not in the snapshot");
    }
    return assignment;
  }

  /**
   * @param nodes empty when the job has to wait
   * @param reason a sentence: why these, or why none
   */
  public record Assignment(SortedSet<String> nodes, String reason) {
    public Assignment {
      nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }
  }
}
