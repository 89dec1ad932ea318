package io.lull.reconfig.check;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Overwrites the arrays of numbers in an author's object, so that whoever reads what was left there
 * gets something else.
 */
public final class Poison {
  /** An object's number that no program counts on. */
  private static final byte PATTERN = (byte) 0xD1;

  private static final long WHOLE = 0xD1D1_D1D1_D1D1_D1D1L;
  private static final int DEEPEST = 8;

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private Poison() {}

  /** Overwrites the arrays of an object, of what it holds, and so on; floating-point with NaN. */
  public static void into(Object object) {
    new Poison().overwrite(object, 0);
  }

  private void overwrite(@Nullable Object value, int depth) {
    if (value == null || depth > DEEPEST || !seen.add(value)) {
      return;
    }
    switch (value) {
      case double[] numbers -> Arrays.fill(numbers, Double.NaN);
      case float[] numbers -> Arrays.fill(numbers, Float.NaN);
      case long[] numbers -> Arrays.fill(numbers, WHOLE);
      case int[] numbers -> Arrays.fill(numbers, (int) WHOLE);
      case short[] numbers -> Arrays.fill(numbers, (short) WHOLE);
      case byte[] numbers -> Arrays.fill(numbers, PATTERN);
      case char[] letters -> Arrays.fill(letters, (char) WHOLE);
      case Object[] objects -> {
        for (final Object each : objects) {
          overwrite(each, depth + 1);
        }
      }
      default -> {
        if (OwnFields.isAuthors(value.getClass()) && !value.getClass().isEnum()) {
          for (final Field field : OwnFields.of(value)) {
            overwrite(OwnFields.value(field, value), depth + 1);
          }
        }
      }
    }
  }
}
