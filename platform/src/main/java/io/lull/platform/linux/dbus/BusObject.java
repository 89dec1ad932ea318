package io.lull.platform.linux.dbus;

import java.util.Map;

/** One interface of an object that others may call. All calls come on one thread. */
public interface BusObject {
  /** The interface's name. */
  String type();

  /** What belongs to the interface, as the specification's XML has it, for those that ask. */
  String description();

  /** As they are now; none of them can be set by others. */
  Map<String, BusVariant> properties();

  /**
   * @param arguments of any type: whoever is called looks whether they are the right ones
   * @throws BusFault when it cannot be served, {@link BusFault#noMethod} where there is none of the
   *     name
   * @throws BusRefusal when the arguments are of wrong types
   */
  BusBody call(String method, BusBody arguments) throws BusFault, BusRefusal;
}
