package io.lull.reconfig.message.task;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Payload;
import io.lull.reconfig.message.routing.Receipt;
import io.lull.reconfig.message.routing.TaskPort;
import io.lull.reconfig.message.routing.WaitingTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task's messages on this worker: its thread sends and receives here, and others bring what comes
 * for it. Its lock is the task's.
 */
final class TaskMailbox {
  /** A sender is told when so much of its messages has come; else within the next tick. */
  private static final long TOLD_BYTES = Peers.WINDOW_BYTES / 4;

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
  private @Nullable Wait wait;
  private long waitingSince;

  /** How often it has waited. */
  private long waits;

  TaskMailbox(long id, TaskServices services, TaskPort port) {
    this.id = id;
    this.services = services;
    this.life = services.life();
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
    owner = null;
    signal();
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
    signal();
  }

  void signal() {
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

  /** On the task's thread: waits until something holds. */
  private void await(BooleanSupplier until, Wait what) {
    requireOwn();
    if (until.getAsBoolean()) {
      return;
    }
    waitingSince = services.clock().nanos();
    waits++;
    wait = what;
    try {
      while (!until.getAsBoolean()) {
        changed.await();
        requireOwn();
      }
    } catch (InterruptedException e) {
      throw new TaskStopped();
    } finally {
      wait = null;
    }
  }

  // On the task's thread:

  /** Sends a message; waits for room, and a long one for its arrival. */
  void send(long to, int tag, Payload payload) {
    final Envelope envelope =
        locked(() -> {
          await(() -> port.hasRoom(to, payload.weight()), new Wait(true, to, tag));
          return port.send(to, tag, payload);
        });
    services.deliver(envelope, life);
    if (payload.bytes() >= Peers.LARGE_BYTES) {
      awaitArrival(envelope);
    }
  }

  /** Sends a message without waiting for room. */
  Envelope sendAtOnce(long to, int tag, Payload payload) {
    final Envelope envelope =
        locked(() -> {
          requireOwn();
          return port.send(to, tag, payload);
        });
    services.deliver(envelope, life);
    return envelope;
  }

  void awaitArrival(Envelope envelope) {
    change(() ->
        await(
            () -> port.hasArrived(envelope.to(), envelope.sequence()),
            new Wait(true, envelope.to(), envelope.tag())));
  }

  boolean hasArrived(Envelope envelope) {
    return locked(() -> port.hasArrived(envelope.to(), envelope.sequence()));
  }

  Envelope receive(long from, int tag) {
    return locked(() -> {
      await(() -> port.has(from, tag), new Wait(false, from, tag));
      final Envelope found = port.receive(from, tag).orElseThrow();
      port.tell(found.from(), TOLD_BYTES).ifPresent(receipt -> services.deliver(receipt, life));
      return found;
    });
  }

  /** Whether {@link #receive} would return at once. */
  boolean probe(long from, int tag) {
    return locked(() -> {
      requireOwn();
      return port.probe(from, tag);
    });
  }

  /**
   * Waits for any message at a safe point.
   *
   * @param asked whether something is asked of the task there
   * @return empty when something is
   */
  Optional<Envelope> receiveUnless(BooleanSupplier asked) {
    return locked(() -> {
      await(
          () -> port.has(Peers.ANY, Peers.ANY) || asked.getAsBoolean(),
          new Wait(false, Peers.ANY, Peers.ANY));
      return port.has(Peers.ANY, Peers.ANY)
          ? Optional.of(receive(Peers.ANY, Peers.ANY))
          : Optional.<Envelope>empty();
    });
  }

  // Any thread:

  /** What the task has been waiting for, for so long at least. */
  Optional<WaitingTask> waiting(long nanos) {
    return locked(() -> {
      final @Nullable Wait present = wait;
      return present == null || services.clock().nanos() - waitingSince < nanos
          ? Optional.<WaitingTask>empty()
          : Optional.of(port.waiting(waits, present.sends(), present.peer(), present.tag()));
    });
  }

  /**
   * A message has come.
   *
   * @param shared whether its sender may keep the same content
   * @throws ProgramError when the task has ended, or the message is not what it was before
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
    final TaskPort.Arrival arrival = port.take(own);
    if (arrival == TaskPort.Arrival.CONTRADICTED) {
      throw new ProgramError(
          "task "
              + envelope.from()
              + " repeats what it did before a failure or a move, and sends task "
              + id
              + " something else: what a task does must depend on its fields and messages only");
    }
    if (arrival == TaskPort.Arrival.TAKEN && state == State.ENDED) {
      throw new ProgramError(
          "task " + envelope.from() + " sends a message to task " + id + ", which has ended");
    }
    if (arrival == TaskPort.Arrival.AHEAD) {
      return Optional.empty();
    }
    signal();
    return port.tell(envelope.from(), shared ? 0 : TOLD_BYTES);
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
