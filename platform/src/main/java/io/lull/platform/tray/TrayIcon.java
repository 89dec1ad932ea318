package io.lull.platform.tray;

/**
 * An icon in the system's tray. It may be visible from the start, later, at times or never, as
 * panels come and go: it follows them by itself and informs its listener.
 *
 * <p>All methods may be called by any thread. Only {@link #close} waits for the tray, for a bounded
 * time; of several contents in a row only the last is kept, so that nothing queues up.
 */
public interface TrayIcon extends AutoCloseable {
  /**
   * Starts to look for a tray; call once.
   *
   * @param first the initial content
   * @param listener of its events
   */
  void start(TrayContent first, TrayListener listener);

  /** Changes the content. */
  void show(TrayContent face);

  /**
   * Has the desktop show a notice, even if the icon is not visible. If nothing shows notices, or
   * too many come, it is lost.
   */
  void tell(TrayNotice notice);

  /** Removes the icon; its listener is not called any more. */
  @Override
  void close();
}
