package io.lull.reconfig.message.task;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The long arrays of numbers in a task: they are not serialised, their memory is what is sent and
 * stored. One thread.
 */
final class BulkArrays {
  /** Shorter ones are serialised. */
  static final int LEAST_BYTES = 4 << 10;

  /** What is sent and stored is in this order. */
  private static final boolean LITTLE_ENDIAN =
      ByteOrder.nativeOrder().equals(ByteOrder.LITTLE_ENDIAN);

  /** By which one is found while an object is written or read. */
  private static final Object CONTEXT = BulkArrays.class;

  private final List<TaskArray> arrays;
  private final boolean copying;
  private int next;

  private BulkArrays(List<TaskArray> arrays, boolean copying) {
    this.arrays = arrays;
    this.copying = copying;
  }

  /**
   * To take those of a task that is written.
   *
   * @param copying whether the task may change them while its bytes are used
   */
  static BulkArrays written(boolean copying) {
    return new BulkArrays(new ArrayList<>(), copying);
  }

  /** Those of a task that is read, which are the task's from then on. */
  static BulkArrays read(List<TaskArray> arrays) {
    return new BulkArrays(arrays, false);
  }

  List<TaskArray> arrays() {
    return List.copyOf(arrays);
  }

  /** From now on long arrays may be apart from what is serialised. */
  static void register(Kryo kryo) {
    TaskArray.TYPES.forEach(type -> register(kryo, type));
  }

  @SuppressWarnings("unchecked") // Kryo's serializer of a class is one of its objects
  private static <T> void register(Kryo kryo, Class<T> type) {
    kryo.register(type, new ArraySerializer<>((Serializer<T>) kryo.getDefaultSerializer(type)));
  }

  /** Takes or gives the arrays of the next object that is written or read. */
  @SuppressWarnings("unchecked") // a map of objects of any kind
  void attach(Kryo kryo) {
    kryo.getGraphContext().put(CONTEXT, this);
  }

  @SuppressWarnings("unchecked") // a map of objects of any kind
  private static @Nullable BulkArrays of(Kryo kryo) {
    return kryo.getGraphContext().get(CONTEXT) instanceof BulkArrays attached ? attached : null;
  }

  /** Whether it has taken it. */
  private boolean take(@Nullable Object array) {
    if (array == null || !LITTLE_ENDIAN) {
      return false;
    }
    final TaskArray taken = TaskArray.of(array);
    if (taken.bytes() < LEAST_BYTES) {
      return false;
    }
    arrays.add(copying ? taken.copied() : taken);
    return true;
  }

  private Object next() {
    if (next == arrays.size()) {
      throw new KryoException("a task has fewer arrays than it needs");
    }
    return arrays.get(next++).array();
  }

  /** Says of each array of a task whether it is apart. */
  private static final class ArraySerializer<T> extends Serializer<T> {
    private final Serializer<T> usual;

    ArraySerializer(Serializer<T> usual) {
      super(true);
      this.usual = usual;
    }

    @Override
    public void write(Kryo kryo, Output output, T array) {
      final BulkArrays bulk = of(kryo);
      if (bulk != null) {
        final boolean apart = bulk.take(array);
        output.writeBoolean(apart);
        if (apart) {
          return;
        }
      }
      usual.write(kryo, output, array);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
      final BulkArrays bulk = of(kryo);
      return bulk != null && input.readBoolean()
          ? type.cast(bulk.next())
          : usual.read(kryo, input, type);
    }

    @Override
    public T copy(Kryo kryo, T array) {
      return usual.copy(kryo, array);
    }
  }
}
