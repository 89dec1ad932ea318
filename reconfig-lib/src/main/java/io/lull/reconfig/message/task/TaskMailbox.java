package io.lull.reconfig.message.task;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.routing.Arrival;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Receipt;
import io.lull.reconfig.message.routing.TaskPort;
import io.lull.reconfig.message.routing.WaitingTask;
import io.lull.reconfig.state.StateLost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task's messages on this worker: others bring here what comes for it, and its own thread, by
 * {@link TaskCalls}, sends and receives. Its lock is the task's.
 */
final class TaskMailbox {
  private enum State {
    /** The task stands: what comes is held, and not in its state. */
    HOLDING,
    /** What comes is the task's. */
    OPEN,
    /** The task takes no more. */
    ENDED,
    /** The task is elsewhere. */
    CLOSED
  }

  /** What came for a task that stood. */
  record Held(List<Envelope> messages, List<Receipt> receipts) {}

  /**
   * What became of a message.
   *
   * @param isHere whether the task was on this worker
   * @param receipt what its sender is to be told
   */
  record Taken(boolean isHere, Optional<Receipt> receipt) {
    static final Taken HELD = new Taken(true, Optional.empty());
    static final Taken ELSEWHERE = new Taken(false, Optional.empty());
  }

  private final long id;
  private final TaskServices services;
  private final long life;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Envelope> held = new ArrayList<>();
  private final List<Receipt> heldReceipts = new ArrayList<>();
  private State state = State.HOLDING;
  private TaskPort port;
  private @Nullable Thread owner;
  private final TaskActivity activity;

  /** How often something has changed for the task. */
  private final AtomicInteger changes = new AtomicInteger();

  TaskMailbox(long id, TaskServices services, TaskPort port) {
    this.id = id;
    this.services = services;
    this.life = services.life();
    this.activity = new TaskActivity(services.clock(), services.polling().processors());
    this.port = port;
  }

  /** The life that the task is of. */
  long life() {
    return life;
  }

  /** Under the task's lock. */
  <T> T locked(Supplier<T> what) {
    lock.lock();
    try {
      return what.get();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #locked}, without a result. */
  void change(Runnable what) {
    lock.lock();
    try {
      what.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits, with the lock, until something holds.
   *
   * @return whether it does
   */
  boolean await(BooleanSupplier until, long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (!until.getAsBoolean() && left > 0) {
        left = changed.awaitNanos(left);
      }
      return until.getAsBoolean();
    } finally {
      lock.unlock();
    }
  }

  // Under the task's lock:

  TaskPort port() {
    return port;
  }

  /** The thread is the task's from now on. */
  void own(Thread thread) {
    owner = thread;
    activity.computes();
  }

  TaskActivity activity() {
    return activity;
  }

  /** From now on what comes is the task's. */
  void open(TaskPort present) {
    port = present;
    state = State.OPEN;
  }

  /** The task stands, or its thread is given up. */
  void hold() {
    state = State.HOLDING;
    held.addAll(port.releaseAhead());
    disown();
  }

  /** The task has come to its end. */
  void end() {
    state = State.ENDED;
    disown();
  }

  /**
   * The task is not here any more.
   *
   * @return what was held for it
   */
  Held close() {
    state = State.CLOSED;
    disown();
    final Held all = new Held(List.copyOf(held), List.copyOf(heldReceipts));
    held.clear();
    heldReceipts.clear();
    return all;
  }

  /** Its thread finds that out at its next call; it is not interrupted, for it may be sending. */
  private void disown() {
    owner = null;
    activity.rests();
    signal();
  }

  void signal() {
    changes.incrementAndGet();
    changed.signalAll();
  }

  /** Whether the calling thread is the task's. */
  boolean isOwn() {
    return Thread.currentThread().equals(owner);
  }

  /**
   * @throws TaskStopped when the calling thread is not the task's any more
   */
  void requireOwn() {
    if (!isOwn()) {
      throw new TaskStopped();
    }
  }

  /**
   * On the task's thread, which has the lock once: waits until something holds.
   *
   * @throws TaskStopped when the task is not the thread's any more
   */
  void awaitOwn(BooleanSupplier until) throws InterruptedException {
    requireOwn();
    while (!until.getAsBoolean()) {
      changed.await();
      requireOwn();
    }
  }

  /** Without the lock for a moment: what comes in it is brought by this thread, or by others. */
  void look() throws InterruptedException {
    final int seen = changes.get();
    lock.unlock();
    try {
      services.polling().look(() -> changes.get() != seen);
    } finally {
      lock.lock();
    }
  }

  // Any thread:

  /** What the task has been waiting for, for so long at least. */
  Optional<WaitingTask> waiting(long nanos) {
    return locked(() -> activity.waiting(nanos, port));
  }

  /**
   * A message has come.
   *
   * @param shared whether its sender may keep the same content
   * @throws ProgramError when the task has ended
   * @throws StateLost when the message is not what it was before
   */
  Taken take(Envelope envelope, boolean shared) {
    return locked(() ->
        switch (state) {
          case HOLDING -> {
            held.add(envelope);
            yield Taken.HELD;
          }
          case CLOSED -> Taken.ELSEWHERE;
          case OPEN, ENDED -> new Taken(true, takeNow(envelope, shared));
        });
  }

  private Optional<Receipt> takeNow(Envelope envelope, boolean shared) {
    final Envelope own =
        shared && !port.takesOver(envelope) ? envelope.with(envelope.payload().copy()) : envelope;
    final Arrival arrival = port.take(own);
    if (arrival == Arrival.CONTRADICTED) {
      // Who has the first message cannot forget it: all have to go back.
      throw new StateLost(
          "task "
              + envelope.from()
              + " repeats what it did before a failure or a move, and sends task "
              + id
              + " something else: what a task does must depend on its fields and messages only");
    }
    if (arrival == Arrival.TAKEN && state == State.ENDED) {
      throw new ProgramError(
          "task " + envelope.from() + " sends a message to task " + id + ", which has ended");
    }
    if (arrival == Arrival.AHEAD) {
      return Optional.empty();
    }
    signal();
    return port.tell(envelope.from(), shared ? 0 : TaskCalls.TOLD_BYTES);
  }

  /** What came while the task stood still. */
  void takeHeld() {
    final List<Receipt> receipts =
        locked(() -> {
          final List<Receipt> due = new ArrayList<>();
          if (state == State.OPEN || state == State.ENDED) {
            held.forEach(envelope -> takeNow(envelope, true).ifPresent(due::add));
            held.clear();
            heldReceipts.forEach(this::apply);
            heldReceipts.clear();
          }
          return due;
        });
    receipts.forEach(receipt -> services.deliver(receipt, life));
  }

  /**
   * The worker of a task that this one has sent to tells what has come there.
   *
   * @return whether the task is on this worker
   */
  boolean told(Receipt receipt) {
    return locked(() ->
        switch (state) {
          case CLOSED -> false;
          case HOLDING -> heldReceipts.add(receipt);
          case OPEN, ENDED -> {
            apply(receipt);
            yield true;
          }
        });
  }

  private void apply(Receipt receipt) {
    if (port.told(receipt)) {
      signal();
    }
  }

  /** All have been captured: which senders receives of any sender took since this one was. */
  List<Long> endRecording() {
    return locked(() -> port.endRecording());
  }

  /** Something may be asked of the task. */
  void wake() {
    change(this::signal);
  }

  /** What its senders have not been told yet. */
  List<Receipt> untold() {
    return locked(
        () -> state == State.OPEN || state == State.ENDED ? port.tellAll() : List.<Receipt>of());
  }

  /** What may have been lost on its way goes again, and receipts, too. */
  void resend() {
    final List<Envelope> again =
        locked(() -> {
          port.forgetTold();
          return port.underWay();
        });
    again.forEach(envelope -> services.deliver(envelope, life));
  }
}
