package io.lull.reconfig.message.task;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.Message;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Payload;
import java.util.Locale;

/** A message that a task has received. */
record ReceivedMessage(Envelope envelope, ObjectCodec objects) implements Message {

  @Override
  public long from() {
    return envelope.from();
  }

  @Override
  public int tag() {
    return envelope.tag();
  }

  @Override
  public byte[] bytes() {
    return (byte[]) values(Payload.Kind.BYTES);
  }

  @Override
  public int[] ints() {
    return (int[]) values(Payload.Kind.INTS);
  }

  @Override
  public long[] longs() {
    return (long[]) values(Payload.Kind.LONGS);
  }

  @Override
  public float[] floats() {
    return (float[]) values(Payload.Kind.FLOATS);
  }

  @Override
  public double[] doubles() {
    return (double[]) values(Payload.Kind.DOUBLES);
  }

  @Override
  public <T> T as(Class<T> type) {
    final Object value = objects.decode((byte[]) values(Payload.Kind.OBJECT));
    if (!type.isInstance(value)) {
      throw new ProgramError(
          described() + " an object of " + value.getClass() + ", and not of " + type);
    }
    return type.cast(value);
  }

  private Object values(Payload.Kind kind) {
    if (envelope.payload().kind() != kind) {
      throw new ProgramError(
          described()
              + " "
              + envelope.payload().kind().name().toLowerCase(Locale.ROOT)
              + ", and not "
              + kind.name().toLowerCase(Locale.ROOT));
    }
    return envelope.payload().values();
  }

  private String described() {
    return "the message from task "
        + envelope.from()
        + " to task "
        + envelope.to()
        + " with tag "
        + envelope.tag()
        + " has";
  }
}
