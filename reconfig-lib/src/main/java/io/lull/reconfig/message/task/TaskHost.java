package io.lull.reconfig.message.task;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.TaskStatus;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.routing.CopyBudget;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Place;
import io.lull.reconfig.message.routing.Receipt;
import io.lull.reconfig.state.UnitTransfers;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one worker, and its part of what all workers do together. The model's calls come on
 * the program's thread; those of the tasks and of other workers on any.
 */
public final class TaskHost implements TaskOwner, AutoCloseable {
  /** So often senders are told what has come, and stragglers are looked for. */
  private static final Duration TICK = Duration.ofMillis(20);

  /** So long tasks of a worker that leaves may take to their next safe points. */
  private static final Duration LEAVE_PATIENCE = Duration.ofMillis(100);

  /** The places of a configuration's beginning are older than those of moves within it. */
  private static final int MOVES_BITS = 24;

  private final int count;
  private final TaskCodec codec;
  private final Clock clock;
  private final Runnable changed;
  private final TaskTable tasks = new TaskTable();
  private final TaskRouter router = new TaskRouter(tasks, this::failed);
  private final TaskEnds ends = new TaskEnds();
  private final CopyBudget copies = CopyBudget.ofThisWorker();
  private final Polling polling;
  private final CaptureRound round;
  private final TaskMoves moves;
  private final TaskFrames frames;
  private final WaitWatch waits;
  private final TaskBalance balance;
  private final TaskTimer timer = new TaskTimer(e -> failed(0, e));
  private volatile long captures;
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

  /** Why the program fails. */
  public record Failure(long task, Throwable cause) {}

  /**
   * @param count with so many tasks the program begins
   * @param changed called when all tasks have ended, or one has failed; any thread, must not wait
   */
  public TaskHost(int count, TaskCodec codec, UnitTransfers units, Clock clock, Runnable changed) {
    this.count = count;
    this.codec = codec;
    this.clock = clock;
    this.changed = changed;
    this.round = new CaptureRound(codec, clock);
    this.polling =
        new Polling(
            new IdleProcessors(Runtime.getRuntime().availableProcessors()),
            clock,
            tasks::count,
            () -> router.members().links().values());
    this.moves = new TaskMoves(tasks, router, this, units, timer);
    this.waits = new WaitWatch(tasks, router, this::failed);
    this.balance =
        new TaskBalance(tasks, router, moves::isLeaving, clock, TaskBalance::processorTime);
    this.frames = new TaskFrames(router, round, waits, balance, this::heardEnd);
    ends.reset(count, router.life());
  }

  /** Takes the frames of message programs from now on. */
  public void register(ChannelHandlers channels) {
    frames.register(channels);
    timer.every(TICK, this::tick);
    timer.every(WaitWatch.INTERVAL, waits::look);
  }

  /** Tasks move to where they are best from now on. */
  public void balance() {
    timer.every(TaskBalance.INTERVAL, balance::look);
  }

  /** How often all tasks have been captured; the same on every worker. */
  public long captures() {
    return captures;
  }

  public void setCaptures(long times) {
    captures = times;
  }

  /** This worker's name; empty: it has not entered a configuration. */
  public String self() {
    return router.members().self();
  }

  /** The epoch in which the tasks last began or recovered. */
  public long incarnation() {
    return router.members().incarnation();
  }

  public Optional<Failure> failure() {
    return Optional.ofNullable(failure.get());
  }

  public boolean haveAllEnded() {
    return ends.areAll();
  }

  /** Task 0, once it has ended, if it is here. */
  public Optional<Task> root() {
    return tasks.get(0).flatMap(RunningTask::ended);
  }

  /** The fewest iterations of any task here. */
  public long iterations() {
    return tasks.all().stream().mapToLong(task -> task.position().iterations()).min().orElse(0);
  }

  /** All tasks here are given up. */
  public synchronized void drop() {
    round.giveUp("the tasks are dropped");
    frames.leave();
    for (final RunningTask task : tasks.all()) {
      final TaskMailbox.Held _ = task.leave();
      tasks.remove(task);
    }
    moves.forget();
    ends.reset(count, router.life());
    failure.set(null);
  }

  /** A new task is here; it begins with {@link #enter}. */
  public void begin(long id, Task task) {
    final boolean _ = tasks.add(RunningTask.fresh(id, task, captures, this));
  }

  /**
   * A task is here; it goes on with {@link #enter}.
   *
   * @param recovered whether it comes from a capture, and not from another worker
   */
  public void adopt(long id, TaskBytes bytes, boolean recovered) {
    final boolean _ =
        tasks.add(
            RunningTask.encoded(
                id, bytes, recovered ? TaskBody.Origin.RECOVERED : TaskBody.Origin.CHANGED, this));
  }

  /** The ids of all tasks here. */
  public Set<Long> ids() {
    return tasks.all().stream().map(RunningTask::id).collect(Collectors.toSet());
  }

  /** The tasks here, for people; so many at most. */
  public List<TaskStatus> statuses(int most) {
    return tasks.statuses(most);
  }

  /**
   * All tasks here stand from now on, until {@link #goOn}; encoded, by id.
   *
   * @return without those that neither come to a safe point nor can go back to one
   */
  public Map<Long, TaskBytes> standStill() throws InterruptedException {
    tasks.all().forEach(RunningTask::parkSoon);
    final long deadline = clock.nanos() + LEAVE_PATIENCE.toNanos();
    final Map<Long, TaskBytes> all = new LinkedHashMap<>();
    for (final RunningTask task : tasks.all()) {
      task.parked(Math.max(0, deadline - clock.nanos()))
          .ifPresent(bytes -> all.put(task.id(), bytes));
    }
    return all;
  }

  /** Tasks that stood go on. */
  public void goOn() {
    tasks.all().forEach(RunningTask::start);
  }

  /** A task is on another worker from now on. */
  public void give(long id) {
    tasks
        .get(id)
        .ifPresent(task -> {
          final TaskMailbox.Held _ = task.leave();
          tasks.remove(task);
        });
  }

  /**
   * A configuration is in force: the tasks here go on among its workers.
   *
   * @param members among whom the tasks are
   * @param places where all tasks are
   * @param epoch of the configuration
   */
  public void enter(TaskMembers members, Map<Long, String> places, long epoch) {
    round.giveUp("the workers are others");
    moves.stay();
    balance.entered();
    router.enter(members);
    final long version = epoch << MOVES_BITS;
    final long life = router.life();
    places.forEach((id, worker) -> router.placed(id, new Place(worker, version), life));
    for (final RunningTask task : tasks.all()) {
      task.sendTo(null); // where it was to go may be there no more
      task.raiseVersion(version);
      task.start();
      task.mailbox().resend();
      task.ended().ifPresent(_ -> announceEnd(task));
    }
    try {
      frames.enter(members.incarnation());
    } catch (IOException e) {
      failed(0, e);
    }
    if (ends.areAll()) {
      changed.run();
    }
  }

  /**
   * Captures all tasks; each goes on at once.
   *
   * @return complete when those of all workers have been captured
   */
  public CompletionStage<Map<Long, TaskBytes>> capture() {
    final CompletionStage<Map<Long, TaskBytes>> result =
        round.begin(captures + 1, tasks.all(), router.members().links().keySet());
    setCaptures(captures + 1);
    for (final RunningTask task : tasks.all()) {
      if (task.ended().isPresent()) {
        task.captureNow();
      } else {
        task.mailbox().wake();
      }
    }
    if (round.isDoneHere()) {
      tellCaptured();
    }
    return result;
  }

  private void tellCaptured() {
    router.broadcast(router.life(), TaskWire.CAPTURED, captures, Frame.buffer(0));
    round.finishIfComplete();
  }

  /**
   * All tasks move to other workers, each at its next safe point.
   *
   * @param to by name
   * @return complete when none is left; at once where there is nobody to move to
   */
  public CompletionStage<Void> leaveFor(List<String> to) {
    return moves.leaveFor(to);
  }

  /** This worker does not leave: no more tasks move away because it would have. */
  public void stay() {
    moves.stay();
  }

  /** Some tasks move, each at its next safe point. */
  public void move(Map<Long, String> destinations) {
    destinations.forEach((id, to) -> tasks.get(id).ifPresent(task -> task.sendTo(to)));
  }

  private void heardEnd(long task, List<Long> children, long life) {
    ends.ended(task, children, life);
    if (ends.areAll()) {
      changed.run();
    }
  }

  private void tick() {
    for (final RunningTask task : tasks.all()) {
      task.mailbox().untold().forEach(receipt -> router.tell(receipt, task.mailbox().life()));
      if (round.isOverdue()) {
        task.captureNow();
      }
    }
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public TaskCodec codec() {
    return codec;
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public CopyBudget copies() {
    return copies;
  }

  @Override
  public Polling polling() {
    return polling;
  }

  @Override
  public long life() {
    return router.life();
  }

  @Override
  public void deliver(Envelope envelope, long life) {
    router.send(envelope, life);
  }

  @Override
  public void deliver(Receipt receipt, long life) {
    router.tell(receipt, life);
  }

  @Override
  public long captureDue() {
    return captures;
  }

  @Override
  public void captured(RunningTask task, TaskBody.Captured captured) {
    if (round.captured(task, captured)) {
      tellCaptured();
    }
  }

  @Override
  public boolean sendAway(RunningTask task, String to) {
    return moves.send(task, to);
  }

  @Override
  public synchronized void spawned(long id, Task child, long times, long life) {
    if (life != router.life() || router.knows(id)) {
      return;
    }
    final RunningTask task = RunningTask.fresh(id, child, times, this);
    if (tasks.add(task)) {
      round.add(task, times);
      final Place place = new Place(router.members().self(), task.version());
      router.placed(id, place, life);
      router.broadcast(life, TaskWire.PLACED, id, TaskWire.placed(place));
      task.start();
    }
  }

  @Override
  public void ended(RunningTask task) {
    announceEnd(task);
    if (round.isUnderWay()) {
      task.captureNow();
    }
  }

  private void announceEnd(RunningTask task) {
    final List<Long> children = task.position().children();
    final long life = task.mailbox().life();
    router.broadcast(life, TaskWire.ENDED, task.id(), TaskWire.ended(children));
    heardEnd(task.id(), children, life);
  }

  @Override
  public void failed(long task, Throwable cause) {
    final boolean _ = failure.compareAndSet(null, new Failure(task, cause));
    changed.run();
  }

  @Override
  public void close() {
    drop();
    timer.close();
    router.close();
  }
}
