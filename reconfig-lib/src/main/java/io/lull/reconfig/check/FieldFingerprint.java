package io.lull.reconfig.check;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A number that tells one content of a field from another: numbers, text, enums, records, arrays,
 * collections, and the author's own objects of such. What else there is, the library's own objects
 * and lambdas among it, is always alike.
 *
 * <p>A print looks at so many numbers at most; of a longer array at some, evenly spread.
 */
final class FieldFingerprint {
  static final int MOST_NUMBERS = 1 << 18;

  /** Of nothing; no other content has it. */
  static final long NOTHING = 0;

  private static final long UNSEEN = 1;
  private static final int DEEPEST = 16;

  /** Two to the 64 divided by the golden ratio. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final Set<Object> inside = Collections.newSetFromMap(new IdentityHashMap<>());
  private int left = MOST_NUMBERS;

  private FieldFingerprint(Object program) {
    inside.add(program);
  }

  /**
   * @param program whose field it is: what refers back to it is not followed
   */
  static long of(Object program, @Nullable Object value) {
    return new FieldFingerprint(program).print(value);
  }

  /** As {@link #of}, of what functions, lambdas or not, hold. */
  static long ofFunctions(Object program, Collection<?> functions) {
    final FieldFingerprint one = new FieldFingerprint(program);
    long print = UNSEEN;
    for (final Object function : functions) {
      if (!one.inside.contains(function)) {
        print = mix(print, one.fields(function));
      }
    }
    return print;
  }

  private static long mix(long print, long number) {
    final long mixed = (print ^ number) * SPREAD;
    return (mixed ^ (mixed >>> 29)) | 1;
  }

  private long print(@Nullable Object value) {
    if (value == null) {
      return NOTHING;
    }
    if (left <= 0 || inside.size() > DEEPEST || !inside.add(value)) {
      return UNSEEN;
    }
    left--;
    try {
      return seen(value);
    } finally {
      inside.remove(value);
    }
  }

  private long seen(Object value) {
    final Class<?> type = value.getClass();
    if (type.isArray()) {
      return array(value);
    }
    if (value instanceof Enum<?> constant) {
      return mix(UNSEEN, constant.name().hashCode());
    }
    if (OwnFields.isJavas(type)) {
      return OwnFields.isHolder(type) ? UNSEEN : javas(value);
    }
    return OwnFields.isAuthors(type) ? fields(value) : UNSEEN;
  }

  private long javas(Object value) {
    return switch (value) {
      case Double number -> mix(UNSEEN, Double.doubleToLongBits(number));
      case Long number -> mix(UNSEEN, number);
      case Number _,
          Boolean _,
          Character _,
          String _,
          java.time.temporal.TemporalAccessor _,
          java.time.temporal.TemporalAmount _ ->
          mix(UNSEEN, value.hashCode());
      case CharSequence text -> mix(UNSEEN, text.toString().hashCode());
      case java.util.BitSet bits -> mix(UNSEEN, bits.hashCode());
      case Set<?> set -> unordered(set);
      case Collection<?> all -> ordered(all);
      case Map<?, ?> map -> {
        long sum = mix(UNSEEN, map.size());
        for (final Map.Entry<?, ?> entry : map.entrySet()) {
          sum += mix(print(entry.getKey()), print(entry.getValue()));
        }
        yield sum | 1;
      }
      default -> UNSEEN;
    };
  }

  private long unordered(Collection<?> all) {
    long sum = mix(UNSEEN, all.size());
    for (final Object each : all) {
      sum += print(each);
    }
    return sum | 1;
  }

  private long ordered(Collection<?> all) {
    long print = mix(UNSEEN, all.size());
    for (final Object each : all) {
      if (left <= 0) {
        break;
      }
      print = mix(print, print(each));
    }
    return print;
  }

  private long fields(Object object) {
    long print = UNSEEN;
    for (final Field field : OwnFields.of(object)) {
      print = mix(print, print(OwnFields.value(field, object)));
    }
    return print;
  }

  private long array(Object array) {
    if (array instanceof Object[] objects) {
      return ordered(Arrays.asList(objects));
    }
    final int length = Array.getLength(array);
    final int step = Math.max(1, Math.ceilDiv(length, left + 1));
    long print = mix(UNSEEN, length);
    for (int i = 0; i < length; i += step) {
      print = mix(print, number(array, i));
    }
    left -= length / step;
    return length == 0 ? print : mix(print, number(array, length - 1));
  }

  private static long number(Object array, int i) {
    return switch (array) {
      case double[] numbers -> Double.doubleToLongBits(numbers[i]);
      case float[] numbers -> Float.floatToIntBits(numbers[i]);
      case boolean[] flags -> flags[i] ? 1 : 0;
      case char[] letters -> letters[i];
      default -> Array.getLong(array, i);
    };
  }
}
