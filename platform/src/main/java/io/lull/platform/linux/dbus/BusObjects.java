package io.lull.platform.linux.dbus;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects that a program exports on a bus. Every call is answered: unknown or malformed ones
 * with an error, and without effect.
 */
public final class BusObjects {
  private static final Logger LOG = LoggerFactory.getLogger(BusObjects.class);
  private static final String DBUS = "org.freedesktop.DBus.";
  private static final String PROPERTIES = DBUS + "Properties";
  private static final String INTROSPECTABLE = DBUS + "Introspectable";
  private static final String PEER = DBUS + "Peer";

  private static final String STANDARD =
      """
        <interface name="org.freedesktop.DBus.Properties">
          <method name="Get"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
          <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
          <method name="Set"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="in"/></method>
        </interface>
        <interface name="org.freedesktop.DBus.Introspectable">
          <method name="Introspect"><arg type="s" direction="out"/></method>
        </interface>
        <interface name="org.freedesktop.DBus.Peer"><method name="Ping"/></interface>
      """;

  private final Map<String, Map<String, BusObject>> byPath;

  /**
   * @param byPath the interfaces of each object
   */
  public BusObjects(Map<String, List<BusObject>> byPath) {
    this.byPath = new TreeMap<>();
    byPath.forEach((path, interfaces) -> {
      final Map<String, BusObject> byType = new LinkedHashMap<>();
      interfaces.forEach(each -> byType.put(each.type(), each));
      this.byPath.put(path, byType);
    });
  }

  /** The answer to a call. */
  public BusBody answer(BusMessage call) throws BusFault {
    final int dot = call.member().lastIndexOf('.');
    final String type = call.member().substring(0, dot);
    final String method = call.member().substring(dot + 1);
    try {
      return switch (type) {
        case INTROSPECTABLE -> introspected(call.path(), method);
        case PEER -> peer(method);
        case PROPERTIES -> properties(object(call.path()), method, call.body());
        case "" -> anyOf(object(call.path()), method, call.content());
        default -> within(object(call.path()), type).call(method, call.content());
      };
    } catch (IOException e) {
      throw BusFault.arguments(method + ": " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("error in {} of {}", method, call.path(), e);
      throw BusFault.failed(method + " met an error");
    }
  }

  private Map<String, BusObject> object(String path) throws BusFault {
    final Map<String, BusObject> object = byPath.get(path);
    if (object == null) {
      throw BusFault.noObject("there is no object " + path);
    }
    return object;
  }

  private static BusObject within(Map<String, BusObject> object, String type) throws BusFault {
    final BusObject found = object.get(type);
    if (found == null) {
      throw BusFault.noInterface("the object has no interface " + type);
    }
    return found;
  }

  /** A call need not name the interface of its method. */
  private static BusBody anyOf(Map<String, BusObject> object, String method, BusBody arguments)
      throws BusFault, BusRefusal {
    for (final BusObject each : object.values()) {
      if (each.description().contains("<method name=\"" + method + "\"")) {
        return each.call(method, arguments);
      }
    }
    throw BusFault.noMethod("the object has no method " + method);
  }

  private static BusBody peer(String method) throws BusFault {
    if (method.equals("Ping")) {
      return BusBody.EMPTY;
    }
    throw BusFault.noMethod("there is no " + method);
  }

  private static BusBody properties(
      Map<String, BusObject> object, String method, List<Object> arguments)
      throws BusFault, BusRefusal {
    final BusObject of = within(object, BusValues.text(BusValues.at(arguments, 0)));
    return switch (method) {
      case "GetAll" -> BusBody.of("a{sv}", of.properties());
      case "Get" -> property(of, BusValues.text(BusValues.at(arguments, 1)));
      case "Set" -> throw BusFault.readOnly("no property can be set");
      default -> throw BusFault.noMethod("there is no " + method);
    };
  }

  private static BusBody property(BusObject of, String name) throws BusFault {
    final BusVariant value = of.properties().get(name);
    if (value == null) {
      throw BusFault.noProperty("there is no property " + name);
    }
    return BusBody.of("v", value);
  }

  private BusBody introspected(String path, String method) throws BusFault {
    if (!method.equals("Introspect")) {
      throw BusFault.noMethod("there is no " + method);
    }
    final StringBuilder xml =
        new StringBuilder(
            """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>
            """);
    final Map<String, BusObject> object = byPath.getOrDefault(path, Map.of());
    object.forEach((type, each) ->
        xml.append("  <interface name=\"")
            .append(type)
            .append("\">\n")
            .append(each.description())
            .append("  </interface>\n"));
    if (!object.isEmpty()) {
      xml.append(STANDARD);
    }
    if (path.equals("/")) {
      byPath.keySet().stream()
          .map(each -> each.substring(1))
          .filter(each -> !each.isEmpty() && each.indexOf('/') < 0)
          .forEach(each -> xml.append("  <node name=\"").append(each).append("\"/>\n"));
    }
    return BusBody.of("s", xml.append("</node>\n").toString());
  }
}
