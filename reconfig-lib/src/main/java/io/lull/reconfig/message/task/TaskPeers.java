package io.lull.reconfig.message.task;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.Message;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.Pending;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.TaskGroup;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A task's way to all others, on its thread. */
final class TaskPeers implements Peers {
  private final long id;
  private final TaskCalls calls;
  private final TaskServices services;
  private final ToLongFunction<Task> spawn;

  /** Receives that have begun and have no message yet, in their order. */
  private final List<PendingReceive> receives = new ArrayList<>();

  private @Nullable TaskGroup all;

  /**
   * @param spawn begins another task, and gives its id
   */
  TaskPeers(long id, TaskCalls calls, TaskServices services, ToLongFunction<Task> spawn) {
    this.id = id;
    this.calls = calls;
    this.services = services;
    this.spawn = spawn;
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public int count() {
    return services.count();
  }

  @Override
  public void send(long to, int tag, byte[] values) {
    send(to, tag, new Payload(Payload.Kind.BYTES, values).copy());
  }

  @Override
  public void send(long to, int tag, int[] values) {
    send(to, tag, new Payload(Payload.Kind.INTS, values).copy());
  }

  @Override
  public void send(long to, int tag, long[] values) {
    send(to, tag, new Payload(Payload.Kind.LONGS, values).copy());
  }

  @Override
  public void send(long to, int tag, float[] values) {
    send(to, tag, new Payload(Payload.Kind.FLOATS, values).copy());
  }

  @Override
  public void send(long to, int tag, double[] values) {
    send(to, tag, new Payload(Payload.Kind.DOUBLES, values).copy());
  }

  @Override
  public void send(long to, int tag, Object value) {
    send(to, tag, new Payload(Payload.Kind.OBJECT, services.codec().objects().encode(value)));
  }

  @Override
  public void give(long to, int tag, double[] values) {
    send(to, tag, new Payload(Payload.Kind.DOUBLES, values));
  }

  private void send(long to, int tag, Payload payload) {
    requireTag(tag);
    require(to, payload);
    calls.send(to, tag, payload);
  }

  /** With a group's tag, which is negative. */
  void sendInGroup(long to, int tag, Payload payload) {
    require(to, payload);
    calls.send(to, tag, payload);
  }

  /** As {@link #sendInGroup}, without waiting for room. */
  void sendInGroupAtOnce(long to, int tag, Payload payload) {
    require(to, payload);
    calls.sendAtOnce(to, tag, payload);
  }

  byte[] encoded(Object value) {
    return services.codec().objects().encode(value);
  }

  Object decoded(byte[] bytes) {
    return services.codec().objects().decode(bytes);
  }

  private static void requireTag(int tag) {
    if (tag < 0) {
      throw new ProgramError("a message has a tag from 0, and not " + tag);
    }
  }

  private void require(long to, Payload payload) {
    if (to < 0 || (to >= count() && to < Integer.MAX_VALUE)) {
      throw new ProgramError(
          "there is no task " + to + ": the program began with " + count() + " tasks, from 0");
    }
    if (payload.bytes() > MOST_BYTES) {
      throw new ProgramError(
          "a message of " + payload.bytes() + " bytes is too long: at most " + MOST_BYTES);
    }
  }

  @Override
  public Pending<Void> begin(long to, int tag, double[] values) {
    requireTag(tag);
    final Payload payload = new Payload(Payload.Kind.DOUBLES, values).copy();
    require(to, payload);
    return new PendingSend(calls.sendAtOnce(to, tag, payload));
  }

  @Override
  public Message receive(long from, int tag) {
    matchReceives();
    return received(calls.receive(from, tag));
  }

  Message received(Envelope envelope) {
    return new ReceivedMessage(envelope, services.codec().objects());
  }

  Payload receiveInGroup(long from, int tag) {
    return calls.receive(from, tag).payload();
  }

  @Override
  public Pending<Message> begin(long from, int tag) {
    final PendingReceive receive = new PendingReceive(from, tag);
    receives.add(receive);
    return receive;
  }

  /** What waits goes to the receives that have begun, in their order. */
  private void matchReceives() {
    for (final PendingReceive receive : List.copyOf(receives)) {
      if (calls.probe(receive.from, receive.tag)) {
        receive.take();
      }
    }
  }

  @Override
  public boolean probe(long from, int tag) {
    matchReceives();
    return calls.probe(from, tag);
  }

  @Override
  public TaskGroup all() {
    @Nullable TaskGroup present = all;
    if (present == null) {
      present = new MessageGroup(this, LongStream.range(0, count()).boxed().toList());
      all = present;
    }
    return present;
  }

  @Override
  public TaskGroup group(List<Long> members) {
    return new MessageGroup(this, members);
  }

  @Override
  public long spawn(Task child) {
    return spawn.applyAsLong(child);
  }

  /**
   * An iteration ends, or a call of an event.
   *
   * @throws ProgramError when a receive that began in it has no message
   */
  void endIteration() {
    matchReceives();
    if (!receives.isEmpty()) {
      throw new ProgramError(
          "task "
              + id()
              + " ends an iteration with a receive from "
              + receives.getFirst().from
              + " with tag "
              + receives.getFirst().tag
              + " that it did not await");
    }
  }

  private final class PendingSend implements Pending<Void> {
    private final Envelope envelope;

    PendingSend(Envelope envelope) {
      this.envelope = envelope;
    }

    @Override
    public boolean isDone() {
      return calls.hasArrived(envelope);
    }

    @Override
    @SuppressWarnings("NullAway") // Void has no other value
    public Void await() {
      calls.awaitArrival(envelope);
      return null;
    }
  }

  private final class PendingReceive implements Pending<Message> {
    private final long from;
    private final int tag;
    private @Nullable Message message;

    PendingReceive(long from, int tag) {
      this.from = from;
      this.tag = tag;
    }

    private Message take() {
      receives.remove(this);
      final Message taken = received(calls.receive(from, tag));
      message = taken;
      return taken;
    }

    @Override
    public boolean isDone() {
      matchReceives();
      return message != null;
    }

    @Override
    public Message await() {
      // Those that began before and could take the same come first.
      while (message == null && receives.getFirst() != this) {
        receives.getFirst().take();
      }
      final @Nullable Message taken = message;
      return taken == null ? take() : taken;
    }
  }
}
