package io.lull.platform.tray;

/**
 * An icon on a system without a tray.
 *
 * @param why for people
 */
public record NoTray(String why) implements TrayIcon {
  @Override
  public void start(TrayContent first, TrayListener listener) {
    listener.presence(new TrayPresence.Absent(why));
  }

  @Override
  public void show(TrayContent face) {
    // Reported to the listener: the icon is never visible.
  }

  @Override
  public void tell(TrayNotice notice) {
    // Nothing to show.
  }

  @Override
  public void close() {
    // Nothing to close.
  }
}
