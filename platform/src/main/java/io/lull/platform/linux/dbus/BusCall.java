package io.lull.platform.linux.dbus;

/**
 * The target of a call: a method of an object of a service.
 *
 * @param type the interface that has the method
 */
public record BusCall(String service, String path, String type, String method) {
  private static final String BUS = "org.freedesktop.DBus";

  /** A method of the bus itself. */
  public static BusCall bus(String method) {
    return new BusCall(BUS, "/org/freedesktop/DBus", BUS, method);
  }

  /** An object's properties, which are another interface's. */
  public static BusCall properties(String service, String path, String method) {
    return new BusCall(service, path, BUS + ".Properties", method);
  }

  @Override
  public String toString() {
    return service + " (" + method + ")";
  }
}
