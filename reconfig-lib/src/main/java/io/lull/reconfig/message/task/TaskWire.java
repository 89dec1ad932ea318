package io.lull.reconfig.message.task;

import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
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

  static ByteBuffer message(Travelling message) {
    final Envelope envelope = message.envelope();
    final ByteBuffer buffer =
        Frame.buffer(MESSAGE_HEAD_BYTES + Math.toIntExact(envelope.payload().bytes()))
            .putLong(envelope.from())
            .putLong(envelope.sequence())
            .putLong(envelope.capture())
            .putInt(envelope.tag())
            .putLong(message.version())
            .put(envelope.payload().kind().code());
    envelope.payload().write(buffer);
    return buffer;
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
