package io.lull.platform.linux.tray;

import io.lull.platform.linux.dbus.BusVariant;
import io.lull.platform.tray.TrayMenuItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A menu whose items have numbers. An item that remains keeps its number, and no number is ever
 * used again: a click on a replaced item chooses nothing else.
 */
final class MenuTree {
  static final int ROOT = 0;

  private Node root;
  private Map<Integer, Node> byId = new HashMap<>();
  private int revision = 1;
  private int lastId = ROOT;

  MenuTree(List<TrayMenuItem> items) {
    this.root = node(ROOT, rootOf(items), null);
    index();
  }

  /** An item in its place. */
  record Node(int id, TrayMenuItem item, List<Node> children) {
    /** The properties for panels; each kind of item always has the same ones. */
    Map<String, BusVariant> properties() {
      final Map<String, BusVariant> properties = new LinkedHashMap<>();
      switch (item) {
        case TrayMenuItem.Action action -> said(properties, action.label(), action.enabled());
        case TrayMenuItem.Checked checked -> {
          said(properties, checked.label(), checked.enabled());
          properties.put("toggle-type", BusVariant.text("checkmark"));
          properties.put("toggle-state", BusVariant.number(checked.on() ? 1 : 0));
        }
        case TrayMenuItem.Submenu within -> {
          if (id != ROOT) {
            said(properties, within.label(), true);
          }
          properties.put("children-display", BusVariant.text("submenu"));
        }
        case TrayMenuItem.Header header -> said(properties, header.label(), false);
        case TrayMenuItem.Separator _ -> properties.put("type", BusVariant.text("separator"));
      }
      return properties;
    }

    /** A single underscore would mark a key. */
    private static void said(Map<String, BusVariant> properties, String label, boolean enabled) {
      properties.put("label", BusVariant.text(label.replace("_", "__")));
      properties.put("enabled", BusVariant.flag(enabled));
    }

    /** The id that is reported when it is chosen; empty: it cannot be chosen. */
    Optional<String> choice() {
      return switch (item) {
        case TrayMenuItem.Action action when action.enabled() -> Optional.of(action.id());
        case TrayMenuItem.Checked checked when checked.enabled() -> Optional.of(checked.id());
        default -> Optional.empty();
      };
    }
  }

  /**
   * The changes of a menu.
   *
   * @param layout there are other items than before, or in another order
   * @param items those that remained with other properties
   */
  record Change(boolean layout, List<Node> items) {}

  private record Identity(Class<?> kind, String id) {
    static Identity of(TrayMenuItem item) {
      return new Identity(
          item.getClass(),
          switch (item) {
            case TrayMenuItem.Action action -> action.id();
            case TrayMenuItem.Checked checked -> checked.id();
            case TrayMenuItem.Submenu within -> within.label();
            case TrayMenuItem.Header _, TrayMenuItem.Separator _ -> "";
          });
    }
  }

  private static TrayMenuItem.Submenu rootOf(List<TrayMenuItem> items) {
    return new TrayMenuItem.Submenu("menu", items);
  }

  int revision() {
    return revision;
  }

  Optional<Node> item(long id) {
    return id < Integer.MIN_VALUE || id > Integer.MAX_VALUE
        ? Optional.empty()
        : Optional.ofNullable(byId.get((int) id));
  }

  Stream<Node> all() {
    return byId.values().stream();
  }

  /** Replaces another menu. */
  Change show(List<TrayMenuItem> items) {
    final Map<Integer, Node> before = byId;
    root = node(ROOT, rootOf(items), root);
    index();
    boolean layout = before.size() != byId.size();
    final List<Node> changed = new ArrayList<>();
    for (final Node now : byId.values()) {
      final Node then = before.get(now.id());
      layout = layout || then == null || !ids(then).equals(ids(now));
      if (then != null && !then.properties().equals(now.properties())) {
        changed.add(now);
      }
    }
    if (layout) {
      revision++;
    }
    return new Change(layout, changed);
  }

  private static List<Integer> ids(Node parent) {
    return parent.children().stream().map(Node::id).toList();
  }

  private Node node(int id, TrayMenuItem item, @Nullable Node before) {
    if (!(item instanceof TrayMenuItem.Submenu within)) {
      return new Node(id, item, List.of());
    }
    final Map<Identity, Deque<Node>> known = new HashMap<>();
    if (before != null) {
      before
          .children()
          .forEach(child ->
              known.computeIfAbsent(Identity.of(child.item()), _ -> new ArrayDeque<>()).add(child));
    }
    final List<Node> children = new ArrayList<>();
    for (final TrayMenuItem child : within.items()) {
      final Deque<Node> same = known.getOrDefault(Identity.of(child), new ArrayDeque<>());
      final Node was = same.poll();
      children.add(node(was == null ? ++lastId : was.id(), child, was));
    }
    return new Node(id, item, List.copyOf(children));
  }

  private void index() {
    final Map<Integer, Node> all = new LinkedHashMap<>();
    index(root, all);
    byId = all;
  }

  private static void index(Node node, Map<Integer, Node> all) {
    all.put(node.id(), node);
    node.children().forEach(child -> index(child, all));
  }
}
