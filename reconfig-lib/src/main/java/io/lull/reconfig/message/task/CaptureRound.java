package io.lull.reconfig.message.task;

import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Captures all tasks of this worker, each at a safe point of its own, and waits until those of all
 * others have been: until then a task's choices among senders are recorded, since a task that has
 * not been captured may have seen what they led to. Any thread.
 */
final class CaptureRound {
  /**
   * So long tasks may take to their next safe points, before those that can go back are captured
   * there.
   */
  private static final Duration PATIENCE = Duration.ofMillis(200);

  private record Member(RunningTask task, TaskBody.Captured state) {}

  private final TaskCodec codec;
  private final Clock clock;
  private long number;
  private long began;
  private final Map<Long, RunningTask> missing = new HashMap<>();
  private Set<String> members = Set.of();
  private final Map<Long, Member> captured = new LinkedHashMap<>();
  private @Nullable CompletableFuture<Map<Long, TaskBytes>> result;

  /** By number: the other workers all of whose tasks have been captured. */
  private final Map<Long, Set<String>> heard = new HashMap<>();

  CaptureRound(TaskCodec codec, Clock clock) {
    this.codec = codec;
    this.clock = clock;
  }

  /**
   * Begins.
   *
   * @param next its number
   * @param tasks of this worker
   * @param others the other workers
   */
  synchronized CompletionStage<Map<Long, TaskBytes>> begin(
      long next, Collection<RunningTask> tasks, Set<String> others) {
    giveUp("another capture begins");
    number = next;
    tasks.forEach(task -> missing.put(task.id(), task));
    members = Set.copyOf(others);
    final CompletableFuture<Map<Long, TaskBytes>> stage = new CompletableFuture<>();
    result = stage;
    began = clock.nanos();
    return stage;
  }

  /** Whether it goes on. */
  synchronized boolean isUnderWay() {
    return result != null;
  }

  /** Whether tasks have had the time to come to their safe points. */
  synchronized boolean isOverdue() {
    return result != null && clock.nanos() - began >= PATIENCE.toNanos();
  }

  /** A task that has not been captured has begun another one. */
  synchronized void add(RunningTask task, long captures) {
    if (result != null && captures < number) {
      missing.put(task.id(), task);
    }
  }

  /**
   * A task has been captured.
   *
   * @return whether it was the last of this worker: all others are to be told
   */
  synchronized boolean captured(RunningTask task, TaskBody.Captured state) {
    if (result == null
        || state.image().port().captures() != number
        || !missing.remove(task.id(), task)) {
      return false;
    }
    captured.put(task.id(), new Member(task, state));
    return missing.isEmpty();
  }

  /** Whether this worker has nothing to capture: all others are to be told. */
  synchronized boolean isDoneHere() {
    return result != null && missing.isEmpty();
  }

  /** All tasks of another worker have been captured. */
  synchronized void heard(String worker, long capture) {
    heard.computeIfAbsent(capture, _ -> new HashSet<>()).add(worker);
  }

  /** Ends the round if all workers are through. */
  void finishIfComplete() {
    final @Nullable CompletableFuture<Map<Long, TaskBytes>> stage;
    final List<Member> all;
    synchronized (this) {
      if (result == null
          || !missing.isEmpty()
          || !heard.getOrDefault(number, Set.of()).containsAll(members)) {
        return;
      }
      stage = result;
      all = new ArrayList<>(captured.values());
      clear();
    }
    final Map<Long, TaskBytes> whole = new LinkedHashMap<>();
    for (final Member each : all) {
      whole.put(
          each.task().id(),
          codec.encoded(
              each.state().image().recording(each.task().mailbox().endRecording()),
              each.state().fields()));
    }
    stage.complete(whole);
  }

  /** It comes to nothing. */
  synchronized void giveUp(String why) {
    final @Nullable CompletableFuture<Map<Long, TaskBytes>> stage = result;
    if (stage != null) {
      captured.values().forEach(each -> each.task().mailbox().endRecording());
      clear();
      stage.completeExceptionally(new IllegalStateException(why));
    }
  }

  private void clear() {
    result = null;
    captured.clear();
    missing.clear();
    heard.keySet().removeIf(each -> each <= number);
  }
}
