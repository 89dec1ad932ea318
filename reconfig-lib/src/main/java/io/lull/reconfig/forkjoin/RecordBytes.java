package io.lull.reconfig.forkjoin;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/**
 * Java's records as bytes, all of one class and of one length: numbers, booleans, and records of
 * such.
 */
final class RecordBytes<R extends Record> {
  private static final int MOST_DEPTH = 8;
  private static final int MOST_COMPONENTS = 1024;

  private final Constructor<R> constructor;
  private final List<Part> parts;
  private final int bytes;

  private RecordBytes(Class<R> type, int depth) {
    final RecordComponent[] components = type.getRecordComponents();
    if (depth > MOST_DEPTH || components.length > MOST_COMPONENTS) {
      throw new IllegalArgumentException(
          "record " + type.getName() + " has records in it, or components, without end");
    }
    try {
      constructor =
          type.getDeclaredConstructor(
              Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record has a constructor of its components", e);
    }
    constructor.setAccessible(true);
    parts = Stream.of(components).map(each -> part(type, each, depth)).toList();
    bytes = parts.stream().mapToInt(part -> part.kind().bytes()).sum();
  }

  /**
   * Of a record's class.
   *
   * @throws IllegalArgumentException when it has a component that is none of these
   */
  @SuppressWarnings("unchecked") // the class of an R
  static <R extends Record> RecordBytes<R> like(R example) {
    return new RecordBytes<>((Class<R>) example.getClass(), 0);
  }

  /** How a component's content goes to bytes and comes back. */
  private sealed interface Kind {
    int bytes();

    void write(Object value, ByteBuffer to);

    Object read(ByteBuffer from);
  }

  /** A component, and how it is asked for. */
  private record Part(RecordComponent component, Kind kind) {}

  /** A primitive. */
  private enum Primitive implements Kind {
    DOUBLE(Double.BYTES),
    FLOAT(Float.BYTES),
    LONG(Long.BYTES),
    INT(Integer.BYTES),
    BOOLEAN(1);

    private final int bytes;

    Primitive(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public int bytes() {
      return bytes;
    }

    @Override
    public void write(Object value, ByteBuffer to) {
      switch (this) {
        case DOUBLE -> to.putDouble((Double) value);
        case FLOAT -> to.putFloat((Float) value);
        case LONG -> to.putLong((Long) value);
        case INT -> to.putInt((Integer) value);
        case BOOLEAN -> to.put((byte) ((Boolean) value ? 1 : 0));
      }
    }

    @Override
    public Object read(ByteBuffer from) {
      return switch (this) {
        case DOUBLE -> from.getDouble();
        case FLOAT -> from.getFloat();
        case LONG -> from.getLong();
        case INT -> from.getInt();
        case BOOLEAN -> from.get() != 0;
      };
    }
  }

  /** A record in a record. */
  private record Inner<I extends Record>(RecordBytes<I> of, Class<I> type) implements Kind {
    @Override
    public int bytes() {
      return of.bytes;
    }

    @Override
    public void write(Object value, ByteBuffer to) {
      of.write(type.cast(value), to);
    }

    @Override
    public Object read(ByteBuffer from) {
      return of.read(from);
    }
  }

  private static Part part(Class<?> type, RecordComponent component, int depth) {
    component.getAccessor().setAccessible(true);
    final Class<?> of = component.getType();
    if (of.isRecord()) {
      return new Part(component, inner(of.asSubclass(Record.class), depth));
    }
    return new Part(
        component,
        switch (of.getName()) {
          case "double" -> Primitive.DOUBLE;
          case "float" -> Primitive.FLOAT;
          case "long" -> Primitive.LONG;
          case "int" -> Primitive.INT;
          case "boolean" -> Primitive.BOOLEAN;
          default ->
              throw new IllegalArgumentException(
                  "component "
                      + component.getName()
                      + " of record "
                      + type.getSimpleName()
                      + " is a "
                      + of.getSimpleName()
                      + ": what a reduction gives has components of double, float, long, int and"
                      + " boolean, and records of such");
        });
  }

  private static <I extends Record> Kind inner(Class<I> type, int depth) {
    return new Inner<>(new RecordBytes<>(type, depth + 1), type);
  }

  /** Of one record. */
  int bytes() {
    return bytes;
  }

  void write(R value, ByteBuffer to) {
    try {
      for (final Part part : parts) {
        part.kind.write(part.component.getAccessor().invoke(value), to);
      }
    } catch (ReflectiveOperationException e) {
      throw failed(e);
    }
  }

  R read(ByteBuffer from) {
    final Object[] values = parts.stream().map(part -> part.kind.read(from)).toArray();
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw failed(e);
    }
  }

  private static RuntimeException failed(ReflectiveOperationException e) {
    return e instanceof InvocationTargetException && e.getCause() instanceof RuntimeException cause
        ? cause
        : new IllegalStateException("a record cannot be read or made: " + e.getMessage(), e);
  }
}
