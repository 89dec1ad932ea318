package io.lull.coordinator.core.job;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a job waits for before it takes part in the sharing of nodes.
 *
 * @param finished jobs that have to finish; without one of them it fails
 * @param ended jobs that have to end, in whatever way
 * @param beginMillis not before this time; 0: at once
 */
public record Prerequisites(List<String> finished, List<String> ended, long beginMillis) {
  public Prerequisites {
    finished = List.copyOf(finished);
    ended = List.copyOf(ended);
  }

  public static Prerequisites of(JobSpec spec) {
    return new Prerequisites(spec.getAfterList(), spec.getAfterEndedList(), spec.getBeginMillis());
  }

  public boolean isEmpty() {
    return finished.isEmpty() && ended.isEmpty() && beginMillis == 0;
  }

  /**
   * One that had to finish and has ended otherwise.
   *
   * @param find a job that is still known
   */
  public Optional<Job> lost(Function<String, Optional<Job>> find) {
    return finished.stream()
        .map(find)
        .flatMap(Optional::stream)
        .filter(each -> each.ended() && each.state() != JobState.FINISHED)
        .findFirst();
  }

  /** Jobs that are known no more have ended long ago. */
  public boolean met(Function<String, Optional<Job>> find, long nowMillis) {
    return nowMillis >= beginMillis
        && finished.stream()
            .map(find)
            .flatMap(Optional::stream)
            .allMatch(each -> each.state() == JobState.FINISHED)
        && ended.stream().map(find).flatMap(Optional::stream).allMatch(Job::ended);
  }

  /** For people. */
  public String words() {
    final List<String> parts = new ArrayList<>();
    if (!finished.isEmpty()) {
      parts.add("for " + String.join(", ", finished) + " to finish");
    }
    if (!ended.isEmpty()) {
      parts.add("for " + String.join(", ", ended) + " to end");
    }
    if (beginMillis > 0) {
      parts.add("until " + Instant.ofEpochMilli(beginMillis));
    }
    return "waits " + String.join(", ", parts);
  }
}
