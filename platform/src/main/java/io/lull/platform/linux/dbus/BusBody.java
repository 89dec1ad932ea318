package io.lull.platform.linux.dbus;

import java.util.List;

/**
 * The body of a message.
 *
 * @param signature the types of its values, one after the other
 */
public record BusBody(String signature, List<Object> values) {
  public static final BusBody EMPTY = new BusBody("", List.of());

  public BusBody {
    values = List.copyOf(values);
  }

  public static BusBody of(String signature, Object... values) {
    return new BusBody(signature, List.of(values));
  }
}
