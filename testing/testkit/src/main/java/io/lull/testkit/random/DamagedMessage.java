package io.lull.testkit.random;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.random.RandomGenerator;

/** A message that can be read, and that says what nobody would say. */
final class DamagedMessage {
  private static final int MAX_REPEATS = 300;

  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    2,
    255,
    65_536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 53,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
  };

  private static final double[] SHARES = {
    0, -1, 1e-300, 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
  };

  private static final String[] TEXTS = {
    "",
    "../../x",
    "/etc/passwd",
    "\u001b[2J\n\r\u0000",
    "\u202e\ud83d\ude00",
    "J1",
    "J1-w1",
    "-1",
    "x".repeat(20_000),
  };

  private DamagedMessage() {}

  /** The message with one field, at any depth, set to something else. */
  static Message of(Message message, RandomGenerator random) {
    final List<FieldDescriptor> fields = message.getDescriptorForType().getFields();
    if (fields.isEmpty()) {
      return message;
    }
    final List<FieldDescriptor> set = List.copyOf(message.getAllFields().keySet());
    // Fields that are set are what the reader looks at.
    final FieldDescriptor field =
        set.isEmpty() || random.nextInt(3) == 0
            ? fields.get(random.nextInt(fields.size()))
            : set.get(random.nextInt(set.size()));
    final Message.Builder builder = message.toBuilder();
    if (random.nextInt(10) == 0) {
      return builder.clearField(field).build();
    }
    if (!field.isRepeated()) {
      return builder
          .setField(field, value(builder, field, message.getField(field), random))
          .build();
    }
    final int present = message.getRepeatedFieldCount(field);
    if (present > 0 && field.isMapField()) {
      return withMap(builder, message, field, random);
    }
    if (present > 0 && random.nextBoolean()) {
      final int at = random.nextInt(present);
      final Object old = message.getRepeatedField(field, at);
      return builder.setRepeatedField(field, at, value(builder, field, old, random)).build();
    }
    final int more = random.nextInt(4) == 0 ? MAX_REPEATS : 1;
    for (int i = 0; i < more; i++) {
      final Object old =
          present > 0
              ? message.getRepeatedField(field, random.nextInt(present))
              : field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                  ? builder.newBuilderForField(field).build()
                  : field.getDefaultValue();
      builder.addRepeatedField(field, value(builder, field, old, random));
    }
    return builder.build();
  }

  /** Its entries have no places: those whose keys have become alike are one. */
  private static Message withMap(
      Message.Builder builder, Message message, FieldDescriptor field, RandomGenerator random) {
    final int present = message.getRepeatedFieldCount(field);
    final int damaged = random.nextInt(present);
    builder.clearField(field);
    for (int i = 0; i < present; i++) {
      final Object entry = message.getRepeatedField(field, i);
      builder.addRepeatedField(field, i == damaged ? value(builder, field, entry, random) : entry);
    }
    return builder.build();
  }

  private static Object value(
      Message.Builder builder, FieldDescriptor field, Object old, RandomGenerator random) {
    return switch (field.getJavaType()) {
      case INT -> (int) number(random);
      case LONG -> number(random);
      case FLOAT -> (float) share(random);
      case DOUBLE -> share(random);
      case BOOLEAN -> !Boolean.TRUE.equals(old);
      case STRING -> TEXTS[random.nextInt(TEXTS.length)];
      case BYTE_STRING -> {
        final byte[] bytes = new byte[random.nextInt(64)];
        random.nextBytes(bytes);
        yield ByteString.copyFrom(bytes);
      }
      case ENUM ->
          field
              .getEnumType()
              .getValues()
              .get(random.nextInt(field.getEnumType().getValues().size()));
      case MESSAGE ->
          old instanceof Message inner
              ? of(inner, random)
              : builder.newBuilderForField(field).build();
    };
  }

  private static long number(RandomGenerator random) {
    return random.nextInt(4) == 0
        ? random.nextLong(-10, 10)
        : NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private static double share(RandomGenerator random) {
    return SHARES[random.nextInt(SHARES.length)];
  }
}
