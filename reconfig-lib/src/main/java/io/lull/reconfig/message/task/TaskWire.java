package io.lull.reconfig.message.task;

import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.FrameContent;
import io.lull.reconfig.message.placement.LoadReport;
import io.lull.reconfig.message.placement.TaskLoad;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Payload;
import io.lull.reconfig.message.routing.Place;
import io.lull.reconfig.message.routing.Receipt;
import io.lull.reconfig.message.routing.WaitingTask;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The frames of message programs. A frame's tag is the task that it goes to or is about, and its
 * epoch the one in which the tasks last began or recovered: those of before are dropped.
 */
final class TaskWire {
  /** A message to a task. */
  static final int MESSAGE = Channel.FIRST_OF_MODELS;

  /** What a task's worker has taken in, to the task that sent it. */
  static final int RECEIPT = MESSAGE + 1;

  /** A task is on another worker from now on. */
  static final int PLACED = MESSAGE + 2;

  /** A task has ended. */
  static final int ENDED = MESSAGE + 3;

  /** All tasks of the sender have been captured; the tag is the capture's number. */
  static final int CAPTURED = MESSAGE + 4;

  /** A task has been waiting for a while. */
  static final int WAITING = MESSAGE + 5;

  /** What the sender and its tasks did in an interval. */
  static final int LOADS = MESSAGE + 6;

  /** A task is to move; what follows is the name of a worker. */
  static final int MOVE = MESSAGE + 7;

  private static final int MESSAGE_HEAD_BYTES = 4 * Long.BYTES + Integer.BYTES + Byte.BYTES;

  private TaskWire() {}

  /**
   * A message on its way.
   *
   * @param version of the place to which it was sent
   */
  record Travelling(Envelope envelope, long version) {}

  /** A receipt on its way, likewise. */
  record TravellingReceipt(Receipt receipt, long version) {}

  static FrameContent message(Travelling message) {
    final Envelope envelope = message.envelope();
    return new FrameContent() {
      @Override
      public int bytes() {
        return MESSAGE_HEAD_BYTES + Math.toIntExact(envelope.payload().bytes());
      }

      @Override
      public void write(int from, ByteBuffer out) {
        if (from == 0) {
          out.putLong(envelope.from())
              .putLong(envelope.sequence())
              .putLong(envelope.capture())
              .putInt(envelope.tag())
              .putLong(message.version())
              .put(envelope.payload().kind().code());
        }
        envelope.payload().write(Math.max(0, from - MESSAGE_HEAD_BYTES), out);
      }
    };
  }

  static Travelling message(Frame frame) throws IOException {
    return read(
        frame,
        in -> {
          final long from = in.getLong();
          final long sequence = in.getLong();
          final long capture = in.getLong();
          final int tag = in.getInt();
          final long version = in.getLong();
          final Payload.Kind kind = Payload.Kind.of(in.get());
          return new Travelling(
              new Envelope(from, frame.tag(), sequence, capture, tag, Payload.read(kind, in)),
              version);
        });
  }

  static ByteBuffer receipt(TravellingReceipt travelling) {
    return Frame.buffer(4 * Long.BYTES)
        .putLong(travelling.receipt().to())
        .putLong(travelling.receipt().upTo())
        .putLong(travelling.receipt().capture())
        .putLong(travelling.version());
  }

  static TravellingReceipt receipt(Frame frame) throws IOException {
    return read(
        frame,
        in ->
            new TravellingReceipt(
                new Receipt(frame.tag(), in.getLong(), in.getLong(), in.getLong()), in.getLong()));
  }

  static ByteBuffer placed(Place place) {
    final byte[] worker = place.worker().getBytes(StandardCharsets.UTF_8);
    return Frame.buffer(Long.BYTES + worker.length).putLong(place.version()).put(worker);
  }

  static Place placed(Frame frame) throws IOException {
    return read(
        frame,
        in -> {
          final long version = in.getLong();
          return new Place(StandardCharsets.UTF_8.decode(in).toString(), version);
        });
  }

  static ByteBuffer ended(List<Long> children) {
    final ByteBuffer buffer = Frame.buffer(children.size() * Long.BYTES);
    children.forEach(buffer::putLong);
    return buffer;
  }

  static List<Long> ended(Frame frame) throws IOException {
    return read(
        frame,
        in -> {
          final List<Long> children = new ArrayList<>();
          while (in.hasRemaining()) {
            children.add(in.getLong());
          }
          return children;
        });
  }

  static ByteBuffer waiting(WaitingTask waiting) {
    final ByteBuffer buffer =
        Frame.buffer(3 * Long.BYTES + Integer.BYTES + 1 + 2 * Long.BYTES * waiting.sent().size())
            .putLong(waiting.serial())
            .put((byte) (waiting.sends() ? 1 : 0))
            .putLong(waiting.peer())
            .putInt(waiting.tag())
            .putLong(waiting.taken());
    waiting.sent().forEach((to, count) -> buffer.putLong(to).putLong(count));
    return buffer;
  }

  static WaitingTask waiting(Frame frame) throws IOException {
    return read(
        frame,
        in -> {
          final long serial = in.getLong();
          final boolean sends = in.get() == 1;
          final long peer = in.getLong();
          final int tag = in.getInt();
          final long taken = in.getLong();
          final Map<Long, Long> sent = new HashMap<>();
          while (in.hasRemaining()) {
            sent.put(in.getLong(), in.getLong());
          }
          return new WaitingTask(frame.tag(), serial, sends, peer, tag, taken, sent);
        });
  }

  static ByteBuffer loads(LoadReport load) {
    int bytes = Double.BYTES;
    for (final TaskLoad task : load.tasks()) {
      bytes += 2 * Long.BYTES + Double.BYTES + Integer.BYTES + 2 * Long.BYTES * task.sent().size();
    }
    final ByteBuffer buffer = Frame.buffer(bytes).putDouble(load.rate());
    for (final TaskLoad task : load.tasks()) {
      buffer
          .putLong(task.task())
          .putDouble(task.work())
          .putLong(task.bytes())
          .putInt(task.sent().size());
      task.sent().forEach((to, sent) -> buffer.putLong(to).putLong(sent));
    }
    return buffer;
  }

  static LoadReport loads(String from, Frame frame) throws IOException {
    return read(
        frame,
        in -> {
          final double rate = in.getDouble();
          final List<TaskLoad> tasks = new ArrayList<>();
          while (in.hasRemaining()) {
            final long task = in.getLong();
            final double work = in.getDouble();
            final long bytes = in.getLong();
            final Map<Long, Long> sent = new HashMap<>();
            for (int left = in.getInt(); left > 0; left--) {
              sent.put(in.getLong(), in.getLong());
            }
            tasks.add(new TaskLoad(task, work, bytes, sent));
          }
          return new LoadReport(from, rate, tasks);
        });
  }

  static ByteBuffer move(String to) {
    final byte[] name = to.getBytes(StandardCharsets.UTF_8);
    return Frame.buffer(name.length).put(name);
  }

  static String move(Frame frame) {
    return StandardCharsets.UTF_8.decode(frame.payload().duplicate()).toString();
  }

  private interface Reader<T> {
    T read(ByteBuffer in);
  }

  private static <T> T read(Frame frame, Reader<T> reader) throws IOException {
    try {
      return reader.read(frame.payload());
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException("a frame on channel " + frame.channel() + " cannot be read", e);
    }
  }
}
