package io.lull.reconfig.message.task;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Payload;
import io.lull.reconfig.message.routing.PortState;
import io.lull.reconfig.message.routing.WaitingMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tasks as bytes, for moves and for pieces. A table of its long arrays comes first, then an image,
 * then the fields, then the arrays; what was recorded after a capture may be another image's.
 */
public final class TaskCodec {
  /**
   * Without a table, as the second one, and without the number of moves; both lie in old pieces.
   */
  private static final int FIRST_FORMAT = 1;

  private static final int BUFFER_BYTES = 16 << 10;

  private final ObjectCodec objects;

  public TaskCodec(ObjectCodec objects) {
    this.objects = objects;
  }

  ObjectCodec objects() {
    return objects;
  }

  /** A task that was read. */
  record Decoded(TaskImage image, Task task) {}

  /** The fields alone, as they are now. */
  TaskBytes fields(Task task) {
    return fields(task, BulkArrays.written(true));
  }

  /** The fields alone, of a task that does not change as long as they are used. */
  TaskBytes standing(Task task) {
    return fields(task, BulkArrays.written(false));
  }

  private TaskBytes fields(Task task, BulkArrays arrays) {
    final TaskBytes.Writer writer = new TaskBytes.Writer();
    final Output output = new Output(writer, BUFFER_BYTES);
    objects.write(task, output, arrays);
    output.flush();
    return writer.finished(arrays.arrays());
  }

  /** An image, followed by fields that were written before. */
  TaskBytes encoded(TaskImage image, TaskBytes fields) {
    final TaskBytes written = written(image);
    final List<TaskArray> arrays = fields.layout().arrays();
    final TaskLayout layout =
        new TaskLayout(
            TaskLayout.tableBytes(arrays.size())
                + written.length()
                + fields.layout().serialisedLength(),
            arrays);
    final TaskBytes.Writer writer = new TaskBytes.Writer();
    final byte[] table = layout.table();
    writer.write(table, 0, table.length);
    writer.write(written);
    writer.write(fields);
    return writer.finished(arrays);
  }

  private static TaskBytes written(TaskImage image) {
    final TaskBytes.Writer writer = new TaskBytes.Writer();
    final Output output = new Output(writer, BUFFER_BYTES);
    output.writeVarLong(image.id(), false);
    output.writeString(image.type());
    output.writeVarLong(image.travel().version(), true);
    output.writeVarInt(image.travel().moves(), true);
    output.writeVarLong(image.position().iterations(), true);
    writeAll(output, image.position().children());
    output.writeBoolean(image.position().begun());
    output.writeBoolean(image.ended());
    write(output, image.port());
    writeAll(output, image.recorded());
    output.flush();
    return writer.finished(List.of());
  }

  /**
   * Reads a task, which has the arrays of these bytes from then on.
   *
   * @throws ProgramError when its class is not there, or is no task
   */
  Decoded decoded(TaskBytes bytes) {
    final Input input = new Input(bytes.stream(), BUFFER_BYTES);
    final byte format = input.readByte();
    if (format < FIRST_FORMAT || format > TaskLayout.FORMAT) {
      throw new ProgramError("a task was written by another version of this library");
    }
    if (format == TaskLayout.FORMAT) {
      input.skip(TaskLayout.tableBytes(bytes.layout().arrays().size()) - 1);
    }
    final TaskImage image =
        new TaskImage(
            input.readVarLong(false),
            input.readString(),
            new TaskTravel(
                input.readVarLong(true), format == FIRST_FORMAT ? 0 : input.readVarInt(true)),
            new TaskPosition(input.readVarLong(true), readAll(input), input.readBoolean()),
            input.readBoolean(),
            readPort(input),
            readAll(input));
    try {
      final Class<? extends Task> type = Class.forName(image.type()).asSubclass(Task.class);
      final @Nullable BulkArrays arrays =
          format == TaskLayout.FORMAT ? BulkArrays.read(bytes.layout().arrays()) : null;
      return new Decoded(image, objects.read(type, input, arrays));
    } catch (ClassNotFoundException | LinkageError | ClassCastException e) {
      throw new ProgramError("the class of task " + image.id() + " cannot be used: " + e);
    }
  }

  private static void writeAll(Output output, List<Long> values) {
    output.writeVarInt(values.size(), true);
    values.forEach(value -> output.writeVarLong(value, false));
  }

  private static List<Long> readAll(Input input) {
    final int count = input.readVarInt(true);
    final List<Long> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(input.readVarLong(false));
    }
    return values;
  }

  private static void write(Output output, PortState port) {
    output.writeVarLong(port.captures(), true);
    output.writeVarLong(port.arrivals(), true);
    output.writeVarInt(port.sent().size(), true);
    port.sent()
        .forEach((to, pair) -> {
          output.writeVarLong(to, false);
          output.writeVarLong(pair.sent(), true);
          output.writeVarLong(pair.arrived(), true);
          output.writeVarInt(pair.kept().size(), true);
          pair.kept().forEach(envelope -> write(output, envelope));
        });
    output.writeVarInt(port.got().size(), true);
    port.got()
        .forEach((from, pair) -> {
          output.writeVarLong(from, false);
          output.writeVarLong(pair.taken(), true);
          output.writeVarInt(pair.waiting().size(), true);
          pair.waiting()
              .forEach(message -> {
                output.writeVarLong(message.arrival(), true);
                write(output, message.envelope());
              });
        });
    writeAll(output, port.forced());
  }

  private static PortState readPort(Input input) {
    final long captures = input.readVarLong(true);
    final long arrivals = input.readVarLong(true);
    final int receivers = input.readVarInt(true);
    final Map<Long, PortState.Sent> sent = new HashMap<>();
    for (int i = 0; i < receivers; i++) {
      final long to = input.readVarLong(false);
      final long last = input.readVarLong(true);
      final long arrived = input.readVarLong(true);
      final int count = input.readVarInt(true);
      final List<Envelope> kept = new ArrayList<>();
      for (int k = 0; k < count; k++) {
        kept.add(readEnvelope(input));
      }
      sent.put(to, new PortState.Sent(last, arrived, kept));
    }
    final int senders = input.readVarInt(true);
    final Map<Long, PortState.Got> got = new HashMap<>();
    for (int i = 0; i < senders; i++) {
      final long from = input.readVarLong(false);
      final long taken = input.readVarLong(true);
      final int count = input.readVarInt(true);
      final List<WaitingMessage> waiting = new ArrayList<>();
      for (int k = 0; k < count; k++) {
        final long arrival = input.readVarLong(true);
        waiting.add(new WaitingMessage(readEnvelope(input), arrival));
      }
      got.put(from, new PortState.Got(taken, waiting));
    }
    return new PortState(captures, arrivals, sent, got, readAll(input));
  }

  private static void write(Output output, Envelope envelope) {
    output.writeVarLong(envelope.from(), false);
    output.writeVarLong(envelope.to(), false);
    output.writeVarLong(envelope.sequence(), true);
    output.writeVarLong(envelope.capture(), true);
    output.writeVarInt(envelope.tag(), false);
    output.writeByte(envelope.payload().kind().code());
    final ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(envelope.payload().bytes()));
    envelope.payload().write(content);
    output.writeVarInt(content.position(), true);
    output.writeBytes(content.array());
  }

  private static Envelope readEnvelope(Input input) {
    final long from = input.readVarLong(false);
    final long to = input.readVarLong(false);
    final long sequence = input.readVarLong(true);
    final long capture = input.readVarLong(true);
    final int tag = input.readVarInt(false);
    final Payload.Kind kind = Payload.Kind.of(input.readByte());
    final byte[] content = input.readBytes(input.readVarInt(true));
    return new Envelope(
        from, to, sequence, capture, tag, Payload.read(kind, ByteBuffer.wrap(content)));
  }
}
