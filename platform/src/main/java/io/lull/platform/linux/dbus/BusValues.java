package io.lull.platform.linux.dbus;

import java.util.List;
import java.util.Map;

/** Checks a service's values against the types that they should have. */
public final class BusValues {
  private BusValues() {}

  public static String text(Object value) throws BusRefusal {
    if (value instanceof String s) {
      return s;
    }
    throw wrong(value, "a text");
  }

  public static long number(Object value) throws BusRefusal {
    if (value instanceof Long n) {
      return n;
    }
    throw wrong(value, "a number");
  }

  public static boolean flag(Object value) throws BusRefusal {
    if (value instanceof Boolean b) {
      return b;
    }
    throw wrong(value, "yes or no");
  }

  @SuppressWarnings("unchecked") // Any value is an object.
  public static List<Object> list(Object value) throws BusRefusal {
    if (value instanceof List<?> l) {
      return (List<Object>) l;
    }
    throw wrong(value, "a list");
  }

  @SuppressWarnings("unchecked") // Any value is an object.
  public static Map<Object, Object> map(Object value) throws BusRefusal {
    if (value instanceof Map<?, ?> m) {
      return (Map<Object, Object>) m;
    }
    throw wrong(value, "a dictionary");
  }

  /** The value at the index; a shorter list is an error. */
  public static Object at(List<Object> values, int index) throws BusRefusal {
    if (index >= values.size()) {
      throw BusRefusal.misunderstood(
          "it says " + values.size() + " things where more were expected");
    }
    return values.get(index);
  }

  private static BusRefusal wrong(Object value, String expected) {
    return BusRefusal.misunderstood(
        "it says " + value.getClass().getSimpleName() + " where " + expected + " was expected");
  }
}
