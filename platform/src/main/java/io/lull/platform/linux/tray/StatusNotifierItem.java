package io.lull.platform.linux.tray;

import io.lull.platform.linux.dbus.BusBody;
import io.lull.platform.linux.dbus.BusFault;
import io.lull.platform.linux.dbus.BusObject;
import io.lull.platform.linux.dbus.BusSignal;
import io.lull.platform.linux.dbus.BusVariant;
import io.lull.platform.tray.ChoiceLimit;
import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.drawing.TrayDrawing;
import io.lull.platform.tray.drawing.TrayPicture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The icon as panels query it. For one thread. @see <a
 * href="https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/">the specification</a>
 */
final class StatusNotifierItem implements BusObject {
  static final String PATH = "/StatusNotifierItem";
  static final String TYPE = "org.kde.StatusNotifierItem";

  private static final String PIXMAPS = "a(iiay)";
  private static final String TOOLTIP = "(s" + PIXMAPS + "ss)";

  private static final String DESCRIPTION =
      """
          <property name="Category" type="s" access="read"/>
          <property name="Id" type="s" access="read"/>
          <property name="Title" type="s" access="read"/>
          <property name="Status" type="s" access="read"/>
          <property name="WindowId" type="i" access="read"/>
          <property name="IconThemePath" type="s" access="read"/>
          <property name="IconName" type="s" access="read"/>
          <property name="IconPixmap" type="a(iiay)" access="read"/>
          <property name="IconAccessibleDesc" type="s" access="read"/>
          <property name="OverlayIconName" type="s" access="read"/>
          <property name="OverlayIconPixmap" type="a(iiay)" access="read"/>
          <property name="AttentionIconName" type="s" access="read"/>
          <property name="AttentionIconPixmap" type="a(iiay)" access="read"/>
          <property name="AttentionMovieName" type="s" access="read"/>
          <property name="ToolTip" type="(sa(iiay)ss)" access="read"/>
          <property name="ItemIsMenu" type="b" access="read"/>
          <property name="Menu" type="o" access="read"/>
          <method name="Activate"><arg type="i" name="x" direction="in"/><arg type="i" name="y" direction="in"/></method>
          <method name="SecondaryActivate"><arg type="i" name="x" direction="in"/><arg type="i" name="y" direction="in"/></method>
          <method name="ContextMenu"><arg type="i" name="x" direction="in"/><arg type="i" name="y" direction="in"/></method>
          <method name="Scroll"><arg type="i" name="delta" direction="in"/><arg type="s" name="orientation" direction="in"/></method>
          <method name="ProvideXdgActivationToken"><arg type="s" name="token" direction="in"/></method>
          <signal name="NewTitle"/>
          <signal name="NewIcon"/>
          <signal name="NewIconAccessibleDesc"/>
          <signal name="NewToolTip"/>
      """;

  private final ChoiceLimit limit;
  private final Runnable activated;
  private TrayContent face;
  private Object pixmaps;

  /**
   * @param activated called when the icon itself is clicked
   */
  StatusNotifierItem(TrayContent face, ChoiceLimit limit, Runnable activated) {
    this.face = face;
    this.limit = limit;
    this.activated = activated;
    this.pixmaps = drawn(face);
  }

  private static Object drawn(TrayContent face) {
    final List<Object> all = new ArrayList<>();
    for (final TrayPicture picture : TrayDrawing.all(face.state(), face.tone())) {
      all.add(List.of(picture.sizePixels(), picture.sizePixels(), picture.bytes()));
    }
    return List.copyOf(all);
  }

  /** Replaces the content, and returns the signals for panels. */
  List<BusSignal> show(TrayContent next) {
    final TrayContent before = face;
    face = next;
    final List<BusSignal> told = new ArrayList<>();
    if (before.state() != next.state() || before.tone() != next.tone()) {
      pixmaps = drawn(next);
      told.add(signal("NewIcon"));
    }
    final boolean titled = !Objects.equals(before.title(), next.title());
    if (titled) {
      told.add(signal("NewTitle"));
    }
    if (titled || !Objects.equals(before.tooltip(), next.tooltip())) {
      told.add(signal("NewToolTip"));
      told.add(signal("NewIconAccessibleDesc"));
    }
    return told;
  }

  private static BusSignal signal(String name) {
    return new BusSignal(PATH, TYPE, name, BusBody.EMPTY);
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
    final BusVariant none = new BusVariant(PIXMAPS, List.of());
    final Map<String, BusVariant> properties = new HashMap<>();
    properties.put("Category", BusVariant.text("SystemServices"));
    properties.put("Id", BusVariant.text("lull"));
    properties.put("Title", BusVariant.text(face.title()));
    properties.put("Status", BusVariant.text("Active"));
    properties.put("WindowId", BusVariant.number(0));
    properties.put("IconThemePath", BusVariant.text(""));
    properties.put("IconName", BusVariant.text(""));
    properties.put("IconPixmap", new BusVariant(PIXMAPS, pixmaps));
    properties.put("IconAccessibleDesc", BusVariant.text(spoken()));
    properties.put("OverlayIconName", BusVariant.text(""));
    properties.put("OverlayIconPixmap", none);
    properties.put("AttentionIconName", BusVariant.text(""));
    properties.put("AttentionIconPixmap", none);
    properties.put("AttentionMovieName", BusVariant.text(""));
    properties.put(
        "ToolTip",
        new BusVariant(TOOLTIP, List.of("", List.of(), face.title(), markup(face.tooltip()))));
    properties.put("ItemIsMenu", BusVariant.flag(false));
    properties.put("Menu", new BusVariant("o", DbusMenu.PATH));
    return properties;
  }

  private String spoken() {
    return face.tooltip().isEmpty() ? face.title() : face.title() + ": " + face.tooltip();
  }

  /** A tooltip's text is HTML. */
  private static String markup(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /**
   * A panel that supports menus shows the one that it finds and does not call this; others should
   * get the window.
   */
  @Override
  public BusBody call(String method, BusBody arguments) throws BusFault {
    switch (method) {
      case "Activate", "SecondaryActivate", "ContextMenu" -> {
        expect("ii", method, arguments);
        if (!limit.admits()) {
          throw BusFault.tooMuch("too many clicks");
        }
        activated.run();
      }
      case "Scroll" -> expect("is", method, arguments);
      case "ProvideXdgActivationToken" -> expect("s", method, arguments);
      default -> throw BusFault.noMethod("an icon has no method " + method);
    }
    return BusBody.EMPTY;
  }

  private static void expect(String signature, String method, BusBody arguments) throws BusFault {
    if (!arguments.signature().equals(signature)) {
      throw BusFault.arguments(
          method + " takes '" + signature + "', not '" + arguments.signature() + "'");
    }
  }
}
