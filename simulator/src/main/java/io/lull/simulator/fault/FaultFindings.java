package io.lull.simulator.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the histories of many seeds have shown, in the order of their seeds. */
public final class FaultFindings {
  /** More are not kept: where that many fail, they fail of one cause. */
  public static final int MOST_FAILURES = 20;

  private final List<Failure> failures = new ArrayList<>();
  private final Map<String, Integer> changes = new TreeMap<>();
  private final Map<FaultKind, Integer> faults = new TreeMap<>();
  private final Map<String, Integer> situations = new TreeMap<>();
  private int histories;
  private int failed;
  private long events;
  private long answered;

  /**
   * @param what does not hold, in one line
   */
  public record Failure(HistoryName history, String what) {}

  /** One more history. */
  public void add(HistoryName name, FaultPlan plan, FaultOutcome outcome) {
    histories++;
    events += outcome.events();
    plan.faults().forEach(fault -> faults.merge(fault.kind(), 1, Integer::sum));
    switch (outcome) {
      case FaultOutcome.Held held -> {
        held.changes().forEach(change -> changes.merge(change, 1, Integer::sum));
        held.situations().forEach(situation -> situations.merge(situation, 1, Integer::sum));
        answered += held.answered();
      }
      case FaultOutcome.Broken broken -> {
        failed++;
        if (failures.size() < MOST_FAILURES) {
          failures.add(new Failure(name, broken.what()));
        }
      }
    }
  }

  public int histories() {
    return histories;
  }

  /** How many histories failed. */
  public int failed() {
    return failed;
  }

  /** The first of them. */
  public List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** In how many histories jobs went through each kind of change: what none did was not tested. */
  public Map<String, Integer> changes() {
    return new TreeMap<>(changes);
  }

  /** In how many histories jobs came through each situation. */
  public Map<String, Integer> situations() {
    return Collections.unmodifiableMap(situations);
  }

  /** Whether no history before came through it. */
  boolean isNew(String situation) {
    return !situations.containsKey(situation);
  }

  /** How many faults of each kind there were. */
  public Map<FaultKind, Integer> faults() {
    return new TreeMap<>(faults);
  }

  /** How many requests of users were answered, and their answers explained. */
  public long answered() {
    return answered;
  }

  /** What the simulation did, in entries of its agenda. */
  public long events() {
    return events;
  }
}
