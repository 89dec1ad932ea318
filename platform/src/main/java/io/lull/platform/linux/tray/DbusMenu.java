package io.lull.platform.linux.tray;

import io.lull.platform.linux.dbus.BusBody;
import io.lull.platform.linux.dbus.BusFault;
import io.lull.platform.linux.dbus.BusObject;
import io.lull.platform.linux.dbus.BusRefusal;
import io.lull.platform.linux.dbus.BusSignal;
import io.lull.platform.linux.dbus.BusValues;
import io.lull.platform.linux.dbus.BusVariant;
import io.lull.platform.tray.ChoiceLimit;
import io.lull.platform.tray.TrayMenuItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The menu as panels query it: com.canonical.dbusmenu, version 3. For one thread. */
final class DbusMenu implements BusObject {
  static final String PATH = "/MenuBar";
  static final String TYPE = "com.canonical.dbusmenu";

  private static final String DESCRIPTION =
      """
          <property name="Version" type="u" access="read"/>
          <property name="TextDirection" type="s" access="read"/>
          <property name="Status" type="s" access="read"/>
          <property name="IconThemePath" type="as" access="read"/>
          <method name="GetLayout"><arg type="i" name="parentId" direction="in"/><arg type="i" name="recursionDepth" direction="in"/><arg type="as" name="propertyNames" direction="in"/><arg type="u" name="revision" direction="out"/><arg type="(ia{sv}av)" name="layout" direction="out"/></method>
          <method name="GetGroupProperties"><arg type="ai" name="ids" direction="in"/><arg type="as" name="propertyNames" direction="in"/><arg type="a(ia{sv})" name="properties" direction="out"/></method>
          <method name="GetProperty"><arg type="i" name="id" direction="in"/><arg type="s" name="name" direction="in"/><arg type="v" name="value" direction="out"/></method>
          <method name="Event"><arg type="i" name="id" direction="in"/><arg type="s" name="eventId" direction="in"/><arg type="v" name="data" direction="in"/><arg type="u" name="timestamp" direction="in"/></method>
          <method name="EventGroup"><arg type="a(isvu)" name="events" direction="in"/><arg type="ai" name="idErrors" direction="out"/></method>
          <method name="AboutToShow"><arg type="i" name="id" direction="in"/><arg type="b" name="needUpdate" direction="out"/></method>
          <method name="AboutToShowGroup"><arg type="ai" name="ids" direction="in"/><arg type="ai" name="updatesNeeded" direction="out"/><arg type="ai" name="idErrors" direction="out"/></method>
          <signal name="ItemsPropertiesUpdated"><arg type="a(ia{sv})" name="updatedProps"/><arg type="a(ias)" name="removedProps"/></signal>
          <signal name="LayoutUpdated"><arg type="u" name="revision"/><arg type="i" name="parent"/></signal>
          <signal name="ItemActivationRequested"><arg type="i" name="id"/><arg type="u" name="timestamp"/></signal>
      """;

  private final MenuTree tree;
  private final ChoiceLimit limit;
  private final Consumer<String> chosen;

  /**
   * @param chosen receives the id of each chosen item
   */
  DbusMenu(List<TrayMenuItem> items, ChoiceLimit limit, Consumer<String> chosen) {
    this.tree = new MenuTree(items);
    this.limit = limit;
    this.chosen = chosen;
  }

  /** Replaces the items, and returns the signals for panels. */
  List<BusSignal> show(List<TrayMenuItem> items) {
    final MenuTree.Change change = tree.show(items);
    if (change.layout()) {
      // After this signal panels query everything again.
      return List.of(signal("LayoutUpdated", BusBody.of("ui", tree.revision(), MenuTree.ROOT)));
    }
    if (change.items().isEmpty()) {
      return List.of();
    }
    final List<Object> updated = new ArrayList<>();
    change.items().forEach(node -> updated.add(List.of(node.id(), node.properties())));
    return List.of(
        signal("ItemsPropertiesUpdated", BusBody.of("a(ia{sv})a(ias)", updated, List.of())));
  }

  private static BusSignal signal(String name, BusBody content) {
    return new BusSignal(PATH, TYPE, name, content);
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public String description() {
    return DESCRIPTION;
  }

  @Override
  public Map<String, BusVariant> properties() {
    return Map.of(
        "Version",
        new BusVariant("u", 3),
        "TextDirection",
        BusVariant.text("ltr"),
        "Status",
        BusVariant.text("normal"),
        "IconThemePath",
        new BusVariant("as", List.of()));
  }

  @Override
  public BusBody call(String method, BusBody arguments) throws BusFault, BusRefusal {
    final List<Object> said = arguments.values();
    return switch (method) {
      case "GetLayout" -> layout(number(said, 0), number(said, 1), names(said, 2));
      case "GetGroupProperties" -> group(list(said, 0), names(said, 1));
      case "GetProperty" -> property(number(said, 0), BusValues.text(BusValues.at(said, 1)));
      case "Event" -> {
        happened(number(said, 0), BusValues.text(BusValues.at(said, 1)));
        yield BusBody.EMPTY;
      }
      case "EventGroup" -> eventGroup(list(said, 0));
      case "AboutToShow" -> {
        node(number(said, 0));
        yield BusBody.of("b", false);
      }
      case "AboutToShowGroup" -> BusBody.of("aiai", List.of(), unknown(list(said, 0)));
      default -> throw BusFault.noMethod("a menu has no method " + method);
    };
  }

  private static long number(List<Object> arguments, int index) throws BusRefusal {
    return BusValues.number(BusValues.at(arguments, index));
  }

  private static List<Object> list(List<Object> arguments, int index) throws BusRefusal {
    return BusValues.list(BusValues.at(arguments, index));
  }

  /** None: all. */
  private static Set<String> names(List<Object> arguments, int index) throws BusRefusal {
    final Set<String> names = new TreeSet<>();
    for (final Object name : list(arguments, index)) {
      names.add(BusValues.text(name));
    }
    return names;
  }

  private MenuTree.Node node(long id) throws BusFault {
    return tree.item(id)
        .orElseThrow(() -> BusFault.arguments("the menu has no item " + id + ", or no longer"));
  }

  private BusBody layout(long parent, long depth, Set<String> names) throws BusFault {
    return BusBody.of("u(ia{sv}av)", tree.revision(), branch(node(parent), depth, names));
  }

  private static List<Object> branch(MenuTree.Node node, long depth, Set<String> names) {
    final List<Object> children = new ArrayList<>();
    if (depth != 0) {
      node.children()
          .forEach(
              child -> children.add(new BusVariant("(ia{sv}av)", branch(child, depth - 1, names))));
    }
    return List.of(node.id(), wanted(node, names), children);
  }

  private static Map<String, BusVariant> wanted(MenuTree.Node node, Set<String> names) {
    final Map<String, BusVariant> properties = new LinkedHashMap<>(node.properties());
    if (!names.isEmpty()) {
      properties.keySet().retainAll(names);
    }
    return properties;
  }

  /** Items that are gone are omitted; none named: all. */
  private BusBody group(List<Object> ids, Set<String> names) throws BusRefusal {
    final Set<Long> distinct = new TreeSet<>();
    for (final Object id : ids) {
      distinct.add(BusValues.number(id));
    }
    final List<Object> found = new ArrayList<>();
    (distinct.isEmpty() ? tree.all() : distinct.stream().flatMap(id -> tree.item(id).stream()))
        .forEach(node -> found.add(List.of(node.id(), wanted(node, names))));
    return BusBody.of("a(ia{sv})", found);
  }

  private BusBody property(long id, String name) throws BusFault {
    final BusVariant value = node(id).properties().get(name);
    if (value == null) {
      throw BusFault.arguments("item " + id + " has no property " + name);
    }
    return BusBody.of("v", value);
  }

  private void happened(long id, String event) throws BusFault {
    final MenuTree.Node node = node(id);
    if (!event.equals("clicked") || node.choice().isEmpty()) {
      return;
    }
    if (!limit.admits()) {
      throw BusFault.tooMuch("too many clicks");
    }
    chosen.accept(node.choice().get());
  }

  private BusBody eventGroup(List<Object> events) throws BusFault, BusRefusal {
    final List<Object> ids = new ArrayList<>();
    for (final Object event : events) {
      ids.add(number(BusValues.list(event), 0));
    }
    final List<Object> gone = unknown(ids);
    if (!events.isEmpty() && gone.size() == events.size()) {
      throw BusFault.arguments("the menu has none of these items, or no longer");
    }
    for (final Object event : events) {
      final List<Object> members = BusValues.list(event);
      if (tree.item(number(members, 0)).isPresent()) {
        happened(number(members, 0), BusValues.text(BusValues.at(members, 1)));
      }
    }
    return BusBody.of("ai", gone);
  }

  private List<Object> unknown(List<Object> ids) throws BusRefusal {
    final List<Object> unknown = new ArrayList<>();
    for (final Object id : ids) {
      if (tree.item(BusValues.number(id)).isEmpty()) {
        unknown.add(id);
      }
    }
    return unknown;
  }
}
