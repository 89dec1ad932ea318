package io.lull.reconfig.message.task;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.message.placement.LoadReport;
import io.lull.reconfig.message.placement.PlacementPolicy;
import io.lull.reconfig.message.placement.TaskLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Moves tasks to where they are best, by what was measured. In each interval each worker reports
 * what its tasks did to the worker whose name comes first, which decides, and orders the moves. Any
 * thread.
 */
final class TaskBalance {
  static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Of a task that sends to many the ones that it sends most to are reported. */
  private static final int MOST_PARTNERS = 16;

  /**
   * Where tasks compute for less of the time, what they were given of the processors is unknown.
   */
  private static final double LEAST_USE = 0.1;

  private static final double LEAST_SHARE = 0.05;

  private final TaskTable tasks;
  private final TaskRouter router;
  private final BooleanSupplier leaving;
  private final Clock clock;
  private final Supplier<Duration> processorTime;
  private final int processors = Runtime.getRuntime().availableProcessors();
  private final long began;
  private final PlacementPolicy policy = new PlacementPolicy();
  private final Map<String, LoadReport> reports = new TreeMap<>();
  private Map<Long, RunningTask.Done> before = Map.of();
  private long lookedNanos;
  private Duration processorBefore;
  private long life;

  /** Of the time for which tasks would have computed, so much they did. */
  private double share = 1;

  /**
   * @param leaving whether this worker is to leave
   * @param processorTime that this process has had
   */
  TaskBalance(
      TaskTable tasks,
      TaskRouter router,
      BooleanSupplier leaving,
      Clock clock,
      Supplier<Duration> processorTime) {
    this.tasks = tasks;
    this.router = router;
    this.leaving = leaving;
    this.clock = clock;
    this.processorTime = processorTime;
    this.began = clock.nanos();
    this.lookedNanos = began;
    this.processorBefore = processorTime.get();
  }

  /** Of this process. */
  static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The workers are others from now on. */
  synchronized void entered() {
    reports.clear();
    policy.forget();
  }

  /** What another worker's tasks did. */
  synchronized void heard(LoadReport load, long ofLife) {
    if (ofLife != life) {
      entered();
      life = ofLife;
    }
    reports.put(load.worker(), load);
  }

  /** A task of this worker is to move. */
  void ordered(long task, String to) {
    if (!leaving.getAsBoolean()) {
      tasks.get(task).ifPresent(present -> present.sendTo(to));
    }
  }

  /** Once in each interval. */
  void look() {
    final TaskMembers members = router.members();
    final long ofLife = router.life();
    final long now = clock.nanos();
    final double seconds = (now - lookedNanos) / 1e9;
    lookedNanos = now;
    final LoadReport own = measured(members, seconds);
    if (members.count() == 1) {
      return;
    }
    if (!members.first().equals(members.self())) {
      router.say(ofLife, members.first(), TaskWire.LOADS, 0, TaskWire.loads(own));
      return;
    }
    heard(own, ofLife);
    decided(members, seconds).forEach((task, move) -> order(move, task, ofLife));
  }

  private record Move(String from, String to) {}

  private synchronized Map<Long, Move> decided(TaskMembers members, double seconds) {
    // One that has left may have reported since.
    reports
        .keySet()
        .removeIf(each -> !each.equals(members.self()) && !members.links().containsKey(each));
    if (reports.size() < members.count()) {
      return Map.of();
    }
    final Map<Long, String> places = new HashMap<>();
    reports
        .values()
        .forEach(load -> load.tasks().forEach(task -> places.put(task.task(), load.worker())));
    final Map<Long, String> chosen =
        policy.consider(List.copyOf(reports.values()), seconds, (clock.nanos() - began) / 1e9);
    reports.clear();
    final Map<Long, Move> all = new TreeMap<>();
    chosen.forEach((task, to) -> {
      final @Nullable String from = places.get(task);
      if (from != null) {
        all.put(task, new Move(from, to));
      }
    });
    return all;
  }

  private void order(Move move, long task, long ofLife) {
    if (move.from().equals(router.members().self())) {
      ordered(task, move.to());
    } else {
      router.say(ofLife, move.from(), TaskWire.MOVE, task, TaskWire.move(move.to()));
    }
  }

  private synchronized LoadReport measured(TaskMembers members, double seconds) {
    final Map<Long, RunningTask.Done> now = new HashMap<>();
    for (final RunningTask task : tasks.all()) {
      task.done().ifPresent(done -> now.put(task.id(), done));
    }
    noteShare(
        now.entrySet().stream()
            .mapToDouble(task -> computedSeconds(task.getKey(), task.getValue()))
            .sum(),
        seconds);
    final double rate = members.weight() * share;
    final List<TaskLoad> loads = new ArrayList<>();
    now.forEach((id, done) ->
        loads.add(
            new TaskLoad(
                id,
                computedSeconds(id, done) / processors * rate,
                done.bytes(),
                sentSince(id, done))));
    before = now;
    return new LoadReport(members.self(), leaving.getAsBoolean() ? 0 : rate, loads);
  }

  private void noteShare(double computedSeconds, double seconds) {
    final Duration total = processorTime.get();
    final double had = total.minus(processorBefore).toNanos() / 1e9;
    processorBefore = total;
    if (computedSeconds >= LEAST_USE * processors * seconds) {
      share = Math.clamp(had / computedSeconds, LEAST_SHARE, 1);
    }
  }

  /** Since the last look; a task that has left and come again is counted anew. */
  private double computedSeconds(long task, RunningTask.Done now) {
    final RunningTask.@Nullable Done last = before.get(task);
    final long nanos = last == null ? 0 : last.computedNanos();
    return Math.max(0, now.computedNanos() - nanos) / 1e9;
  }

  private Map<Long, Long> sentSince(long task, RunningTask.Done now) {
    final RunningTask.@Nullable Done last = before.get(task);
    final Map<Long, Long> sentBefore = last == null ? Map.of() : last.sent();
    return now.sent().entrySet().stream()
        .map(each ->
            Map.entry(each.getKey(), each.getValue() - sentBefore.getOrDefault(each.getKey(), 0L)))
        .filter(each -> each.getValue() > 0)
        .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
        .limit(MOST_PARTNERS)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
