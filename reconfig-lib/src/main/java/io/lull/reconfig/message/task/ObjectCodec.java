package io.lull.reconfig.message.task;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.ImmutableCollectionsSerializers;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import com.esotericsoftware.kryo.util.Pool;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.Task;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * Objects as bytes: of messages, and the fields of tasks. Only registered classes are written and
 * read. Any thread.
 */
public final class ObjectCodec {
  /** No object nests deeper. */
  private static final int MOST_DEPTH = 512;

  private static final int BUFFER_BYTES = 4 << 10;

  /** Kryo begins its messages on unregistered classes so. */
  private static final String NOT_REGISTERED = "Class is not registered: ";

  private static final List<Class<?>> COMMON =
      List.of(
          String[].class,
          Object[].class,
          byte[][].class,
          int[][].class,
          long[][].class,
          float[][].class,
          double[][].class,
          double[][][].class,
          ArrayList.class,
          LinkedList.class,
          ArrayDeque.class,
          PriorityQueue.class,
          HashMap.class,
          LinkedHashMap.class,
          TreeMap.class,
          HashSet.class,
          LinkedHashSet.class,
          TreeSet.class,
          BitSet.class,
          BigInteger.class,
          BigDecimal.class);

  private final Pool<Kryo> pool;

  /**
   * @param registered in the same order on every worker
   */
  public ObjectCodec(List<Class<?>> registered) {
    final List<Class<?>> own = List.copyOf(registered);
    this.pool =
        new Pool<>(true, true) {
          @Override
          protected Kryo create() {
            return made(own);
          }
        };
  }

  private static Kryo made(List<Class<?>> own) {
    final Kryo kryo = new Kryo();
    kryo.setRegistrationRequired(true);
    kryo.setReferences(true);
    kryo.setMaxDepth(MOST_DEPTH);
    kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
    kryo.register(boolean[].class);
    BulkArrays.register(kryo);
    COMMON.forEach(kryo::register);
    ImmutableCollectionsSerializers.registerSerializers(kryo);
    own.forEach(kryo::register);
    return kryo;
  }

  /**
   * The bytes of an object.
   *
   * @throws ProgramError when it cannot be sent
   */
  byte[] encode(Object value) {
    return with(kryo -> {
      final Output output = new Output(BUFFER_BYTES, Peers.MOST_BYTES);
      kryo.writeClassAndObject(output, value);
      return output.toBytes();
    });
  }

  /**
   * The object of bytes.
   *
   * @throws ProgramError when they are none of a registered class
   */
  Object decode(byte[] bytes) {
    return with(kryo -> kryo.readClassAndObject(new Input(bytes)));
  }

  /**
   * Appends a task's fields.
   *
   * @param arrays takes those that are not serialised
   */
  void write(Task task, Output output, BulkArrays arrays) {
    final boolean _ =
        with(kryo -> {
          final Class<?> type = task.getClass();
          require(kryo, type);
          arrays.attach(kryo);
          kryo.writeObject(output, task, new FieldSerializer<>(kryo, type));
          return true;
        });
  }

  /**
   * A task whose fields were written.
   *
   * @param arrays that were not serialised; null: all were, and nothing says of any which it is
   */
  <T extends Task> T read(Class<T> type, Input input, @Nullable BulkArrays arrays) {
    return with(kryo -> {
      require(kryo, type);
      if (arrays != null) {
        arrays.attach(kryo);
      }
      return kryo.readObject(input, type, new FieldSerializer<T>(kryo, type));
    });
  }

  /**
   * A task's own class need not be named: objects of it are made where tasks are read, and only
   * there.
   */
  private static void require(Kryo kryo, Class<?> type) {
    if (kryo.getClassResolver().getRegistration(type) == null) {
      kryo.register(type);
    }
  }

  private <T> T with(Function<Kryo, T> use) {
    final Kryo kryo = pool.obtain();
    try {
      return use.apply(kryo);
    } catch (KryoException | IllegalArgumentException e) {
      throw new ProgramError(line(e));
    } catch (StackOverflowError e) {
      throw new ProgramError("an object nests too deep: hold it in arrays or lists instead");
    } finally {
      kryo.reset();
      pool.free(kryo);
    }
  }

  private static String line(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      final String said = String.valueOf(cause.getMessage());
      if (said.startsWith(NOT_REGISTERED)) {
        final String name = said.substring(NOT_REGISTERED.length()).lines().findFirst().orElse("");
        return "messages and tasks hold objects of class "
            + name
            + ", which is not registered: name it in declare, space.register("
            + name.substring(name.lastIndexOf('.') + 1)
            + ".class)";
      }
    }
    return "an object cannot be sent or kept: "
        + String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }
}
