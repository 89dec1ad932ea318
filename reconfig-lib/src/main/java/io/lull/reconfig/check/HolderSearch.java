package io.lull.reconfig.check;

import io.lull.reconfig.ProgramError;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what a program keeps in its fields and what the library can neither see nor carry: open
 * streams, threads, sources of random numbers and the like, also within an author's own objects,
 * records, arrays and collections.
 */
final class HolderSearch {
  /** More is not looked at: then the program is taken as it is. */
  private static final int MOST_OBJECTS = 10_000;

  private static final int DEEPEST = 16;

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private HolderSearch() {}

  /**
   * @throws ProgramError that names the first such field
   */
  static void in(Object program) {
    final HolderSearch search = new HolderSearch();
    search.seen.add(program);
    for (final Field field : OwnFields.of(program)) {
      final @Nullable Class<?> holder =
          search.find(field.getType(), OwnFields.value(field, program), 0);
      if (holder != null) {
        throw new ProgramError(
            "field "
                + field.getName()
                + " of "
                + program.getClass().getSimpleName()
                + (holder.isAssignableFrom(field.getType())
                    ? " is of type "
                    : " holds something of type ")
                + holder.getSimpleName()
                + ", whose content the library can neither see nor carry to another worker: hold it"
                + " in a grid or a value, or mark it transient if each worker may make its own");
      }
    }
  }

  /** The type that is in the way; null: there is none. */
  private @Nullable Class<?> find(Class<?> declared, @Nullable Object value, int depth) {
    final Class<?> element = element(declared);
    if (OwnFields.isHolder(element)) {
      return element;
    }
    if (value == null || depth == DEEPEST || seen.size() == MOST_OBJECTS) {
      return null;
    }
    final Class<?> type = element(value.getClass());
    if (OwnFields.isHolder(type)) {
      return type;
    }
    if (!seen.add(value)) {
      return null;
    }
    return switch (value) {
      case Object[] array -> find(java.util.Arrays.asList(array), depth);
      case Collection<?> all when OwnFields.isJavas(type) -> find(all, depth);
      case Map<?, ?> map when OwnFields.isJavas(type) -> {
        final @Nullable Class<?> key = find(map.keySet(), depth);
        yield key == null ? find(map.values(), depth) : key;
      }
      default -> OwnFields.isAuthors(type) && !type.isEnum() ? within(value, depth) : null;
    };
  }

  private static Class<?> element(Class<?> type) {
    return type.isArray() ? element(type.getComponentType()) : type;
  }

  private @Nullable Class<?> find(Collection<?> all, int depth) {
    for (final Object each : all) {
      final @Nullable Class<?> found = find(Object.class, each, depth + 1);
      if (found != null || seen.size() == MOST_OBJECTS) {
        return found;
      }
    }
    return null;
  }

  private @Nullable Class<?> within(Object object, int depth) {
    for (final Field field : OwnFields.of(object)) {
      final @Nullable Class<?> found =
          find(field.getType(), OwnFields.value(field, object), depth + 1);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
