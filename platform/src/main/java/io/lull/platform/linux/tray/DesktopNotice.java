package io.lull.platform.linux.tray;

import io.lull.platform.linux.dbus.BusBody;
import io.lull.platform.linux.dbus.BusCall;
import io.lull.platform.linux.dbus.BusVariant;
import io.lull.platform.tray.TrayNotice;
import java.util.List;
import java.util.Map;

/**
 * The request to a desktop to show a notice. @see <a
 * href="https://specifications.freedesktop.org/notification-spec/latest/">Desktop Notifications
 * Specification</a>
 */
final class DesktopNotice {
  static final String SERVICE = "org.freedesktop.Notifications";
  static final String PATH = "/org/freedesktop/Notifications";
  static final BusCall CALL = new BusCall(SERVICE, PATH, SERVICE, "Notify");

  private static final int NONE_BEFORE = 0;
  private static final int AS_LONG_AS_USUAL = -1;

  private DesktopNotice() {}

  static BusBody of(String program, TrayNotice notice) {
    return BusBody.of(
        "susssasa{sv}i",
        program,
        NONE_BEFORE,
        "lull",
        notice.title(),
        plain(notice.text()),
        List.of(),
        Map.of("desktop-entry", BusVariant.text("lull")),
        AS_LONG_AS_USUAL);
  }

  /** Many desktops parse the text as markup, and other people choose the names in it. */
  private static String plain(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
