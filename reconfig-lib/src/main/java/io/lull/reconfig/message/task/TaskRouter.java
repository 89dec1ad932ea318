package io.lull.reconfig.message.task;

import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.FrameContent;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Place;
import io.lull.reconfig.message.routing.Receipt;
import io.lull.reconfig.message.routing.TaskDirectory;
import io.lull.reconfig.message.task.TaskWire.Travelling;
import io.lull.reconfig.message.task.TaskWire.TravellingReceipt;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings messages and receipts to their tasks, here or on other workers, and forwards those for a
 * task that has moved on. What cannot be sent is dropped: its sender still has it, and sends it
 * again in the next configuration.
 *
 * <p>Threads: tasks send on their own; a links' thread never sends, but has a thread of the router
 * do so.
 */
final class TaskRouter implements AutoCloseable {
  private final TaskTable tasks;
  private final TaskDirectory directory = new TaskDirectory();
  private final BiConsumer<Long, Throwable> failed;
  private final ExecutorService post =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("task post").factory());

  /** Messages for tasks of which this worker does not know where they are. */
  private final List<Travelling> homeless = new ArrayList<>();

  /** Receipts likewise. */
  private final List<Receipt> homelessReceipts = new ArrayList<>();

  private volatile TaskMembers members = TaskMembers.NONE;
  private volatile long life;

  /**
   * @param failed takes what ends the job: the task, and why
   */
  TaskRouter(TaskTable tasks, BiConsumer<Long, Throwable> failed) {
    this.tasks = tasks;
    this.failed = failed;
  }

  TaskMembers members() {
    return members;
  }

  /** Grows when all tasks are given up. */
  long life() {
    return life;
  }

  /** From now on tasks are among these. */
  void enter(TaskMembers next) {
    members = next;
  }

  /** What was known, and is under way, is of another life. One thread at a time. */
  void forget() {
    synchronized (homeless) {
      life = life + 1;
      homeless.clear();
      homelessReceipts.clear();
    }
    directory.clear();
  }

  boolean knows(long task) {
    return directory.of(task).isPresent();
  }

  /** Where a task is. */
  void placed(long task, Place place, long ofLife) {
    if (ofLife == life) {
      directory.heard(task, place);
      retry(task);
    }
  }

  /** A task has come: what waited for word of it goes on. */
  void retry(long task) {
    final List<Travelling> found = new ArrayList<>();
    final List<Receipt> receipts = new ArrayList<>();
    final long present;
    synchronized (homeless) {
      present = life;
      homeless.removeIf(message -> message.envelope().to() == task && found.add(message));
      homelessReceipts.removeIf(receipt -> receipt.from() == task && receipts.add(receipt));
    }
    found.forEach(message -> forward(message.envelope(), present));
    receipts.forEach(receipt -> tell(receipt, present));
  }

  /** A task of this worker sends, on its thread. */
  void send(Envelope envelope, long ofLife) {
    route(new Travelling(envelope, TaskDirectory.NOWHERE), ofLife);
  }

  /** A message for a task that is elsewhere. Any thread; it does not wait. */
  void forward(Envelope envelope, long ofLife) {
    later(ofLife, () -> route(new Travelling(envelope, TaskDirectory.NOWHERE), ofLife));
  }

  /** A message from another worker, on its link's thread. */
  void arrived(Travelling message, long ofLife) {
    if (!deliver(message.envelope(), false, ofLife)) {
      later(ofLife, () -> route(message, ofLife));
    }
  }

  private void route(Travelling message, long ofLife) {
    final Envelope envelope = message.envelope();
    if (deliver(envelope, true, ofLife)) {
      return;
    }
    final Optional<Place> place = directory.of(envelope.to());
    final Optional<Place> next = directory.next(envelope.to(), members.self(), message.version());
    if (next.isPresent()) {
      final FrameContent content = TaskWire.message(new Travelling(envelope, next.get().version()));
      send(
          ofLife,
          next.get().worker(),
          (link, incarnation) -> link.send(TaskWire.MESSAGE, envelope.to(), incarnation, content));
      return;
    }
    synchronized (homeless) {
      if (ofLife != life) {
        return;
      }
      homeless.add(message);
    }
    retryIfNew(envelope.to(), place);
  }

  /** Word of a task may have come while something was put down for it, and have found nothing. */
  private void retryIfNew(long task, Optional<Place> before) {
    if (!directory.of(task).equals(before) || tasks.get(task).isPresent()) {
      retry(task);
    }
  }

  /**
   * @return whether the task is here
   */
  private boolean deliver(Envelope envelope, boolean shared, long ofLife) {
    final Optional<RunningTask> local = local(envelope.to(), ofLife);
    if (local.isEmpty()) {
      return false;
    }
    try {
      final TaskMailbox.Taken taken = local.get().mailbox().take(envelope, shared);
      taken
          .receipt()
          .ifPresent(receipt -> {
            if (shared) {
              deliver(receipt, ofLife);
            } else {
              tell(receipt, ofLife);
            }
          });
      return taken.isHere();
    } catch (RuntimeException e) {
      failed.accept(envelope.from(), e);
      return true;
    }
  }

  private Optional<RunningTask> local(long task, long ofLife) {
    return tasks.get(task).filter(present -> present.mailbox().life() == ofLife);
  }

  /** A receipt for a task, wherever that is. Any thread; it does not wait. */
  void tell(Receipt receipt, long ofLife) {
    later(ofLife, () -> route(receipt, TaskDirectory.NOWHERE, ofLife));
  }

  /** A receipt from another worker, on its link's thread. */
  void arrived(TravellingReceipt travelling, long ofLife) {
    if (!deliver(travelling.receipt(), ofLife)) {
      later(ofLife, () -> route(travelling.receipt(), travelling.version(), ofLife));
    }
  }

  private void route(Receipt receipt, long version, long ofLife) {
    if (deliver(receipt, ofLife)) {
      return;
    }
    final Optional<Place> place = directory.of(receipt.from());
    final Optional<Place> next = directory.next(receipt.from(), members.self(), version);
    if (next.isPresent()) {
      send(
          ofLife,
          next.get().worker(),
          TaskWire.RECEIPT,
          receipt.from(),
          TaskWire.receipt(new TravellingReceipt(receipt, next.get().version())));
      return;
    }
    synchronized (homeless) {
      if (ofLife != life) {
        return;
      }
      homelessReceipts.add(receipt);
    }
    retryIfNew(receipt.from(), place);
  }

  private boolean deliver(Receipt receipt, long ofLife) {
    return local(receipt.from(), ofLife).map(task -> task.mailbox().told(receipt)).orElse(false);
  }

  /** To all other workers. Any thread; it does not wait. */
  void broadcast(long ofLife, int channel, long tag, ByteBuffer content) {
    for (final String worker : members.links().keySet()) {
      final ByteBuffer payload = Frame.payload(content);
      final ByteBuffer own = Frame.buffer(payload.remaining()).put(payload);
      later(ofLife, () -> send(ofLife, worker, channel, tag, own));
    }
  }

  /** To one other worker. Any thread; it does not wait. */
  void say(long ofLife, String worker, int channel, long tag, ByteBuffer content) {
    later(ofLife, () -> send(ofLife, worker, channel, tag, content));
  }

  private void send(long ofLife, String worker, int channel, long tag, ByteBuffer buffer) {
    send(ofLife, worker, (link, incarnation) -> link.send(channel, tag, incarnation, buffer));
  }

  /** Sends one frame. */
  private interface Sender {
    void send(Link link, long incarnation) throws IOException;
  }

  private void send(long ofLife, String worker, Sender sender) {
    final TaskMembers now = members;
    final @Nullable Link link = now.links().get(worker);
    if (link == null || ofLife != life) {
      return;
    }
    try {
      sender.send(link, now.incarnation());
    } catch (IOException e) {
      // The link's end is heard of otherwise, and the next configuration sends again.
    }
  }

  private void later(long ofLife, Runnable what) {
    try {
      post.execute(() -> {
        if (ofLife == life) {
          what.run();
        }
      });
    } catch (RejectedExecutionException e) {
      // This worker ends.
    }
  }

  @Override
  public void close() {
    post.shutdownNow();
  }
}
