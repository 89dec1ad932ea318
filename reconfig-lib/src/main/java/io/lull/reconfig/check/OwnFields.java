package io.lull.reconfig.check;

import io.lull.reconfig.GridProgram;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Timer;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * The fields that an author's objects keep their state in: those of instances, of classes that are
 * neither Java's nor this library's, and not {@code transient}. What a module does not open is left
 * out.
 */
final class OwnFields {
  /** Of Java's own types those that hold what can neither be compared nor carried. */
  private static final List<Class<?>> HOLDERS =
      List.of(
          AutoCloseable.class,
          Thread.class,
          ThreadLocal.class,
          Process.class,
          RandomGenerator.class,
          Iterator.class,
          Enumeration.class,
          Spliterator.class,
          Timer.class,
          Buffer.class,
          Checksum.class,
          MessageDigest.class,
          Executor.class,
          Future.class,
          Lock.class);

  private static final String FOREIGN_MEMORY = "java.lang.foreign";
  private static final String CONCURRENT = "java.util.concurrent";

  private OwnFields() {}

  /** Of an object of an author's, those of its superclasses first. */
  static List<Field> of(Object object) {
    final List<Field> fields = new ArrayList<>();
    for (Class<?> type = object.getClass();
        type != null && (isAuthors(type) || type == object.getClass());
        type = type.getSuperclass()) {
      final List<Field> own = new ArrayList<>();
      for (final Field field : type.getDeclaredFields()) {
        final boolean left =
            Modifier.isStatic(field.getModifiers())
                || Modifier.isTransient(field.getModifiers())
                || field.isSynthetic();
        if (!left && field.trySetAccessible()) {
          own.add(field);
        }
      }
      fields.addAll(0, own);
    }
    return fields;
  }

  static @Nullable Object value(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field that was opened is closed: " + field, e);
    }
  }

  /** Neither Java's nor this library's; a lambda's class has no fields that may be read. */
  static boolean isAuthors(Class<?> type) {
    return !isJavas(type)
        && !type.isHidden()
        && !type.isArray()
        && !type.isPrimitive()
        && !Objects.equals(source(type), source(GridProgram.class));
  }

  private static @Nullable CodeSource source(Class<?> type) {
    return type.getProtectionDomain().getCodeSource();
  }

  static boolean isJavas(Class<?> type) {
    return type.getClassLoader() == null
        || ClassLoader.getPlatformClassLoader().equals(type.getClassLoader());
  }

  /** Whether it is a type of Java's that holds what can neither be compared nor carried. */
  static boolean isHolder(Class<?> type) {
    if (!isJavas(type)) {
      return false;
    }
    final boolean synchronizes =
        type.getPackageName().startsWith(CONCURRENT)
            && !type.isInterface()
            && !type.isEnum()
            && !Collection.class.isAssignableFrom(type)
            && !Map.class.isAssignableFrom(type);
    return synchronizes
        || type.getPackageName().equals(FOREIGN_MEMORY)
        || HOLDERS.stream().anyMatch(holder -> holder.isAssignableFrom(type));
  }
}
