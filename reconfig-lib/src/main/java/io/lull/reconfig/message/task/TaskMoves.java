package io.lull.reconfig.message.task;

import io.lull.reconfig.message.routing.Place;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import io.lull.reconfig.state.UnitOffer;
import io.lull.reconfig.state.UnitReceiver;
import io.lull.reconfig.state.UnitTransfers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Single tasks that leave this worker and come to it, while all others compute. Any thread. */
final class TaskMoves implements UnitReceiver {
  /** So often it is looked which tasks are still to leave. */
  private static final Duration LOOK = Duration.ofMillis(20);

  private final TaskTable tasks;
  private final TaskRouter router;
  private final TaskOwner owner;
  private final UnitTransfers units;
  private final TaskTimer timer;
  private final Map<String, TaskBytes.Assembly> coming = new ConcurrentHashMap<>();

  /** Tasks that stand here, and whose fate is not known. */
  private final Map<Long, Leaving> going = new ConcurrentHashMap<>();

  /** Counts departures, and the calling off of each: under way is one of an odd number. */
  private final AtomicLong departures = new AtomicLong();

  TaskMoves(
      TaskTable tasks, TaskRouter router, TaskOwner owner, UnitTransfers units, TaskTimer timer) {
    this.timer = timer;
    this.tasks = tasks;
    this.router = router;
    this.owner = owner;
    this.units = units;
    units.receiver(this);
  }

  /** On the task's own thread, at a safe point. */
  boolean send(RunningTask task, String to) {
    return units.send(new Leaving(task, to), to);
  }

  /**
   * All tasks move, each at its next safe point.
   *
   * @param to other workers, by name
   * @return complete when none is left; at once where there is nobody to move to
   */
  CompletionStage<Void> leaveFor(List<String> to) {
    final CompletableFuture<Void> empty = new CompletableFuture<>();
    if (to.isEmpty()) {
      empty.complete(null);
    } else {
      drain(new Departure(departures.updateAndGet(now -> now + 1 + (now & 1)), to, empty));
    }
    return empty;
  }

  /** Whether this worker is to leave. */
  boolean isLeaving() {
    return departures.get() % 2 == 1;
  }

  /** No task is to move any more because of {@link #leaveFor}. */
  void stay() {
    if (departures.getAndUpdate(now -> now + (now & 1)) % 2 == 1) {
      tasks.all().forEach(task -> task.sendTo(null));
    }
  }

  /**
   * All tasks of this worker leave.
   *
   * @param number of the departure
   * @param empty completes once none is left
   */
  private record Departure(long number, List<String> to, CompletableFuture<Void> empty) {}

  private void drain(Departure departure) {
    if (tasks.isEmpty()) {
      departure.empty().complete(null);
      return;
    }
    if (departure.number() != departures.get()) {
      return;
    }
    int turn = 0;
    for (final RunningTask task : tasks.all()) {
      final String next = departure.to().get(turn++ % departure.to().size());
      if (!task.isToMove()) {
        if (task.ended().isPresent()) {
          final boolean _ = send(task, next);
        } else {
          task.sendTo(next);
        }
      }
    }
    timer.after(LOOK, () -> drain(departure));
  }

  @Override
  public Optional<TransferTarget> offered(UnitOffer unit, String from) {
    if (unit.bytes() <= 0 || unit.bytes() > TaskUnit.MOST_BYTES || TaskUnit.id(unit).isEmpty()) {
      return Optional.empty();
    }
    final TaskBytes.Assembly assembly = new TaskBytes.Assembly(unit.bytes());
    coming.put(unit.name(), assembly);
    return Optional.of((_, chunk) -> TaskUnit.take(assembly, chunk));
  }

  @Override
  public void committed(String unit) {
    final TaskBytes.@Nullable Assembly assembly = coming.remove(unit);
    if (assembly == null) {
      throw new IllegalStateException(unit + " was not offered");
    }
    // A task may come back before its first receiver's last word has been heard.
    final @Nullable Leaving gone = going.get(TaskUnit.id(unit));
    if (gone != null) {
      gone.settle(UnitTransfers.Outcome.MOVED);
    }
    final RunningTask task =
        RunningTask.encoded(TaskUnit.id(unit), assembly.whole(), TaskBody.Origin.MOVED, owner);
    if (!tasks.add(task)) {
      throw new IllegalStateException(unit + " is on two workers");
    }
    task.start();
    router.retry(task.id());
  }

  @Override
  public void aborted(String unit) {
    coming.remove(unit);
  }

  /** All that was coming does not come. */
  void forget() {
    coming.clear();
  }

  /** A task on its way to another worker. */
  private final class Leaving implements UnitTransfers.Unit {
    private final RunningTask task;
    private final String to;
    private @Nullable TaskBytes bytes;

    Leaving(RunningTask task, String to) {
      this.task = task;
      this.to = to;
    }

    @Override
    public String name() {
      return TaskUnit.name(task.id());
    }

    @Override
    public Optional<TransferReader> freeze() {
      final Optional<TaskBytes> frozen = task.freeze();
      bytes = frozen.orElse(null);
      if (frozen.isPresent()) {
        going.put(task.id(), this);
      }
      return frozen.map(TaskUnit::reader);
    }

    @Override
    public long bytes() {
      final @Nullable TaskBytes frozen = bytes;
      return frozen == null ? 0 : frozen.length();
    }

    @Override
    public void ended(UnitTransfers.Outcome outcome) {
      settle(outcome);
    }

    synchronized void settle(UnitTransfers.Outcome outcome) {
      if (!equals(going.get(task.id()))) {
        return;
      }
      if (outcome == UnitTransfers.Outcome.MOVED) {
        moved();
      } else {
        task.start();
      }
      going.remove(task.id(), this);
    }

    private void moved() {
      final long life = task.mailbox().life();
      final Place place = new Place(to, task.version());
      router.placed(task.id(), place, life);
      final TaskMailbox.Held held = task.leave();
      tasks.remove(task);
      held.messages().forEach(message -> router.forward(message, life));
      held.receipts().forEach(receipt -> router.tell(receipt, life));
      router.broadcast(life, TaskWire.PLACED, task.id(), TaskWire.placed(place));
    }
  }
}
