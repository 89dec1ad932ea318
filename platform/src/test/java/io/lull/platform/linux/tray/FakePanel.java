package io.lull.platform.linux.tray;

import io.lull.platform.linux.dbus.BusAddress;
import io.lull.platform.linux.dbus.BusBody;
import io.lull.platform.linux.dbus.BusCall;
import io.lull.platform.linux.dbus.BusConnection;
import io.lull.platform.linux.dbus.BusMessage;
import io.lull.platform.linux.dbus.BusValues;
import io.lull.platform.linux.dbus.BusVariant;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Looks at an icon and clicks at it, as a desktop's panel does. */
final class FakePanel implements AutoCloseable {
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(20);

  private final BusConnection bus;
  private final String item;

  /**
   * @param item the name by which the icon has registered
   */
  FakePanel(BusAddress address, String item) throws IOException {
    this.item = item;
    this.bus = new BusConnection(address, ANSWERED_WITHIN, SystemClock.INSTANCE);
    bus.greet();
    bus.match("type='signal',sender='" + item + "'");
  }

  /** An item of the menu as the panel sees it. */
  record Line(int id, Map<Object, Object> properties, List<Line> lines) {
    Object get(String property) {
      return properties.getOrDefault(property, "");
    }
  }

  Object property(String name) throws IOException {
    return bus.ask(
        BusCall.properties(item, StatusNotifierItem.PATH, "Get"), StatusNotifierItem.TYPE, name);
  }

  List<Object> click(String method) throws IOException {
    return bus.call(
        new BusCall(item, StatusNotifierItem.PATH, StatusNotifierItem.TYPE, method),
        BusBody.of("ii", 3, 4));
  }

  List<Object> menu(String method, BusBody arguments) throws IOException {
    return bus.call(menuCall(method), arguments);
  }

  List<Object> any(BusCall call, BusBody arguments) throws IOException {
    return bus.call(call, arguments);
  }

  private BusCall menuCall(String method) {
    return new BusCall(item, DbusMenu.PATH, DbusMenu.TYPE, method);
  }

  BusCall call(String path, String type, String method) {
    return new BusCall(item, path, type, method);
  }

  int revision() throws IOException {
    return (int) BusValues.number(layout(0).getFirst());
  }

  private List<Object> layout(int depth) throws IOException {
    return menu("GetLayout", BusBody.of("iias", MenuTree.ROOT, depth, List.of()));
  }

  /** All of the menu. */
  Line layout() throws IOException {
    return line(layout(-1).get(1));
  }

  private static Line line(Object told) throws IOException {
    final List<Object> members = BusValues.list(told);
    final List<Line> lines = new ArrayList<>();
    for (final Object child : BusValues.list(members.get(2))) {
      lines.add(line(child));
    }
    return new Line((int) BusValues.number(members.get(0)), BusValues.map(members.get(1)), lines);
  }

  void choose(int id) throws IOException {
    event(id, "clicked");
  }

  void event(int id, String event) throws IOException {
    menu("Event", BusBody.of("isvu", id, event, BusVariant.text(""), 0));
  }

  /** Clicks so often without waiting, and how many of these clicks were served. */
  int flood(int clicks, int id) throws IOException {
    for (int i = 0; i < clicks; i++) {
      bus.begin(menuCall("Event"), BusBody.of("isvu", id, "clicked", BusVariant.text(""), 0));
    }
    return served(clicks);
  }

  /** Asks so often for the pictures without waiting, and how often they came. */
  int floodOfPictures(int questions) throws IOException {
    for (int i = 0; i < questions; i++) {
      bus.begin(
          BusCall.properties(item, StatusNotifierItem.PATH, "Get"),
          BusBody.of("ss", StatusNotifierItem.TYPE, "IconPixmap"));
    }
    return served(questions);
  }

  private int served(int calls) throws IOException {
    int served = 0;
    for (int answers = 0; answers < calls; ) {
      final BusMessage message = bus.take(ANSWERED_WITHIN.toNanos());
      if (message == null) {
        throw new AssertionError("only " + answers + " answers to " + calls + " calls");
      }
      if (message.type() == BusMessage.Type.RETURN) {
        served++;
        answers++;
      } else if (message.type() == BusMessage.Type.ERROR) {
        answers++;
      }
    }
    return served;
  }

  /** The next signal of the name; others before it are passed over. */
  BusMessage signal(String name) throws IOException {
    return signal(message -> message.member().endsWith("." + name));
  }

  private BusMessage signal(Predicate<BusMessage> which) throws IOException {
    while (true) {
      final BusMessage message = bus.next(ANSWERED_WITHIN.toNanos());
      if (message == null) {
        throw new AssertionError("no such signal came");
      }
      if (which.test(message)) {
        return message;
      }
    }
  }

  @Override
  public void close() throws IOException {
    bus.close();
  }
}
