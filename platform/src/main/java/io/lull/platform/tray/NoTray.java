package io.lull.platform.tray;

/**
 * An icon that cannot be.
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
    // Nobody will ever see it, which the listener has been told.
  }

  @Override
  public void tell(TrayNotice notice) {
    // Nothing shows it.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
