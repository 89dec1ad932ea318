package io.lull.platform.linux.dbus;

import java.util.Map;

/** One interface of an object that others may call. All calls come on one thread. */
public interface BusObject {
  /** The interface's name. */
  String type();

  /** The interface's members as the specification's XML, for introspection. */
  String description();

  /** The present values; all are read-only. */
  Map<String, BusVariant> properties();

  /**
   * @param arguments of any type: the method must check them
   * @throws BusFault if it cannot be served, {@link BusFault#noMethod} if there is none of the name
   * @throws BusRefusal if the arguments are of wrong types
   */
  BusBody call(String method, BusBody arguments) throws BusFault, BusRefusal;
}
