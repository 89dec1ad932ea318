package io.lull.coordinator.core.job;

import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CheckValue;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import io.lull.scheduling.adapt.ObservedChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The record of a job's life: decisions, events, faults and results.
 *
 * @param decisions about its configuration, the oldest first; only the newest are kept
 * @param events the oldest first; only the newest are kept
 */
public record JobHistory(
    List<Decision> decisions,
    List<ChangeRecord> events,
    Times times,
    Result result,
    Faults faults) {
  public static final JobHistory EMPTY =
      new JobHistory(
          List.of(),
          List.of(),
          new Times(0, 0),
          new Result("", List.of(), List.of()),
          new Faults(0, 0, 0, 0, 0, "", Map.of(), Crashes.NONE));

  /** Of what agents and programs say, that is kept with the job and shown with it. */
  private static final int LONGEST_SENTENCE = 4_000;

  public JobHistory {
    decisions = List.copyOf(decisions);
    events = List.copyOf(events);
  }

  public static String cut(String said) {
    return said.length() <= LONGEST_SENTENCE ? said : said.substring(0, LONGEST_SENTENCE) + "…";
  }

  /** Epoch milliseconds; 0 for not yet. */
  public record Times(long startedMillis, long finishedMillis) {}

  /**
   * @param error empty unless the job failed
   * @param outputs that are kept
   * @param droppedMillis when they were dropped; 0 for never
   */
  public record Result(
      String error, List<CheckValue> checkValues, List<Blob> outputs, long droppedMillis) {
    public Result {
      checkValues = List.copyOf(checkValues);
      outputs = List.copyOf(outputs);
    }

    public Result(String error, List<CheckValue> checkValues, List<Blob> outputs) {
      this(error, checkValues, outputs, 0);
    }

    public Result withoutOutputs(long nowMillis) {
      return new Result(error, checkValues, List.of(), nowMillis);
    }
  }

  /**
   * What went wrong.
   *
   * @param starts workers that ended before they were ready, since the last configuration came into
   *     force
   * @param lastStartMillis when the last of them did
   * @param recoveries of the job in all
   * @param inRow recoveries since the job last got farther than before
   * @param farthest how far it had come at the last of them
   * @param last the last fault: a phrase
   * @param accusations how often in a row a worker was named as unreachable, by worker
   * @param crashes workers that the program itself ended
   */
  public record Faults(
      int starts,
      long lastStartMillis,
      int recoveries,
      int inRow,
      long farthest,
      String last,
      Map<String, Integer> accusations,
      Crashes crashes) {
    public Faults {
      accusations = Map.copyOf(accusations);
    }

    /** A worker is ready. */
    public Faults started() {
      return new Faults(
          0, lastStartMillis, recoveries, inRow, farthest, last, accusations, crashes);
    }

    public Faults because(String why) {
      return new Faults(
          starts, lastStartMillis, recoveries, inRow, farthest, cut(why), accusations, crashes);
    }

    /** The program has ended a worker. */
    public Faults crashed() {
      return new Faults(
          starts,
          lastStartMillis,
          recoveries,
          inRow,
          farthest,
          last,
          accusations,
          crashes.another());
    }

    public Faults accusing(Iterable<String> workers) {
      final Map<String, Integer> all = new HashMap<>(accusations);
      workers.forEach(worker -> all.merge(worker, 1, Integer::sum));
      return new Faults(starts, lastStartMillis, recoveries, inRow, farthest, last, all, crashes);
    }
  }

  public JobHistory with(Decision decision) {
    final List<Decision> all = new ArrayList<>(decisions);
    all.add(decision);
    return withDecisions(all.subList(Math.max(0, all.size() - Limits.DECISIONS), all.size()));
  }

  /** The same with what came of them. */
  public JobHistory withDecisions(List<Decision> next) {
    return new JobHistory(next, events, times, result, faults);
  }

  /**
   * What its newest changes out of the workers' memory took, by epoch, the newest first.
   *
   * @param most so many
   */
  public Map<Long, ObservedChange> changes(int most) {
    final Map<Long, ObservedChange> changes = new LinkedHashMap<>();
    for (int i = events.size() - 1; i >= 0 && changes.size() < most; i--) {
      final ChangeRecord event = events.get(i);
      if (Forecast.isChange(event)) {
        changes.put(
            event.epoch(),
            new ObservedChange(
                leadMillis(event.epoch()),
                first(event),
                event.measured().downtimeMillis(),
                event.measured().moveMillis(),
                event.measured().bytesMoved() - event.measured().bytesCopied(),
                event.method() == ChangeMethod.STREAMING));
      }
    }
    return changes;
  }

  private static ObservedChange.First first(ChangeRecord event) {
    return event.nodes().joined().isEmpty()
        ? ObservedChange.First.NOTHING
        : event.method() == ChangeMethod.GHOST
            ? ObservedChange.First.WAKE
            : ObservedChange.First.START;
  }

  private double leadMillis(long epoch) {
    return decisions.stream()
        .filter(decision -> decision.actual().epoch() == epoch)
        .mapToDouble(decision -> decision.actual().leadMillis().orElse(0))
        .findFirst()
        .orElse(0);
  }

  public JobHistory with(ChangeRecord event) {
    final List<ChangeRecord> all = new ArrayList<>(events);
    all.add(event);
    return new JobHistory(
        decisions,
        all.subList(Math.max(0, all.size() - Limits.EVENTS), all.size()),
        times,
        result,
        faults);
  }

  public JobHistory replacing(int index, ChangeRecord event) {
    final List<ChangeRecord> all = new ArrayList<>(events);
    all.set(index, event);
    return new JobHistory(decisions, all, times, result, faults);
  }

  public JobHistory at(Times next) {
    return new JobHistory(decisions, events, next, result, faults);
  }

  public JobHistory with(Result next) {
    return new JobHistory(decisions, events, times, next, faults);
  }

  public JobHistory with(Faults next) {
    return new JobHistory(decisions, events, times, result, next);
  }
}
