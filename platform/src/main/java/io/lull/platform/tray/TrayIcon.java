package io.lull.platform.tray;

/**
 * An icon in the system's tray. It may be there from the start, later, now and then or never, as
 * panels come and go: it follows them by itself and tells its listener.
 *
 * <p>All methods may be called by any thread. None waits for the tray but {@link #close}, for a
 * bounded time; of several faces that are shown in a row only the last is kept, so that nothing can
 * queue up.
 */
public interface TrayIcon extends AutoCloseable {
  /**
   * Begins to look for a tray. Once only.
   *
   * @param first what is to be seen
   * @param listener for what comes back
   */
  void start(TrayContent first, TrayListener listener);

  /** What is to be seen from now on. */
  void show(TrayContent face);

  /**
   * Has the desktop show a notice, also where nobody sees the icon. Where nothing shows notices,
   * and when more come than can be shown, it is lost.
   */
  void tell(TrayNotice notice);

  /** Takes the icon away; its listener is told nothing any more. */
  @Override
  void close();
}
