package io.lull.platform.linux.dbus;

/**
 * A value with its type, to be sent; of received ones only the value is kept.
 *
 * @param signature one complete type
 */
public record BusVariant(String signature, Object value) {
  public static BusVariant text(String value) {
    return new BusVariant("s", value);
  }

  public static BusVariant flag(boolean value) {
    return new BusVariant("b", value);
  }

  public static BusVariant number(int value) {
    return new BusVariant("i", value);
  }
}
