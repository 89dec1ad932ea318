package io.lull.platform.linux.x11;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The window with the owner's attention, according to the window manager. See Extended Window
 * Manager Hints, and for the screen saver the MIT Screen Saver extension.
 */
final class ActiveWindow {
  private static final long FOR_EVER_NANOS = Duration.ofDays(365).toNanos();
  private static final int WM_CLASS = 67;
  private static final int NONE = 0;
  private static final int MAX_NAME = 64;
  private static final int SELECT_INPUT = 2;
  private static final int SAVER_NOTIFY_MASK = 1;
  private static final int SAVER_ON = 1;
  private static final int SAVER_CYCLES = 2;

  /** What fills the screen while nobody looks. */
  private static final Set<String> LOCKERS =
      Set.of(
          "cinnamon-screensaver",
          "gnome-screensaver",
          "i3lock",
          "kscreenlocker_greet",
          "light-locker",
          "mate-screensaver",
          "slock",
          "xfce4-screensaver",
          "xscreensaver",
          "xsecurelock");

  private final XConnection connection;
  private final XWindows windows;
  private final int root;
  private final int activeWindow;
  private final int state;
  private final int stateFullScreen;
  private final int stateHidden;
  private final int type;
  private final Set<Integer> desktopTypes;
  private int saverEvent = -1;
  private boolean saved;
  private int watched = NONE;

  private ActiveWindow(XConnection connection) throws IOException {
    this.connection = connection;
    this.windows = new XWindows(connection);
    this.root = connection.greeting().roots().getFirst();
    this.activeWindow = windows.atom("_NET_ACTIVE_WINDOW");
    this.state = windows.atom("_NET_WM_STATE");
    this.stateFullScreen = windows.atom("_NET_WM_STATE_FULLSCREEN");
    this.stateHidden = windows.atom("_NET_WM_STATE_HIDDEN");
    this.type = windows.atom("_NET_WM_WINDOW_TYPE");
    this.desktopTypes =
        Set.of(
            windows.atom("_NET_WM_WINDOW_TYPE_DESKTOP"), windows.atom("_NET_WM_WINDOW_TYPE_DOCK"));
  }

  static ActiveWindow open(XConnection connection) throws IOException {
    final ActiveWindow opened = new ActiveWindow(connection);
    opened.windows.listen(opened.root, true);
    opened.listenToSaver();
    return opened;
  }

  private void listenToSaver() throws IOException {
    final Optional<XConnection.Extension> saver = connection.extension("MIT-SCREEN-SAVER");
    if (saver.isPresent()) {
      final ByteBuffer request = XConnection.request(saver.get().major(), SELECT_INPUT, 12);
      connection.send(request.putInt(root).putInt(SAVER_NOTIFY_MASK));
      saverEvent = saver.get().firstEvent();
    }
  }

  /** The program whose window fills the screen; empty: none does, or nobody can see it. */
  Optional<String> fullScreen() throws IOException {
    final List<Integer> active = windows.numbers(root, activeWindow);
    watch(active.isEmpty() ? NONE : active.getFirst());
    if (watched == NONE || saved) {
      return Optional.empty();
    }
    try {
      final List<Integer> states = windows.numbers(watched, state);
      if (!states.contains(stateFullScreen)
          || states.contains(stateHidden)
          || windows.numbers(watched, type).stream().anyMatch(desktopTypes::contains)) {
        return Optional.empty();
      }
      final String program = program();
      return LOCKERS.contains(program.toLowerCase(Locale.ROOT))
          ? Optional.empty()
          : Optional.of(program);
    } catch (XConnection.XError e) {
      // The window is gone; the window manager will report the next one.
      return Optional.empty();
    }
  }

  /** Before its state is read, so that no change is missed. */
  private void watch(int window) throws IOException {
    if (window == watched) {
      return;
    }
    if (watched != NONE && watched != root) {
      windows.listen(watched, false);
    }
    if (window != NONE && window != root) {
      windows.listen(window, true);
    }
    watched = window;
  }

  private String program() throws IOException {
    final List<String> names = windows.texts(watched, WM_CLASS);
    final String name = names.isEmpty() ? "" : names.getLast();
    final String plain = name.replaceAll("\\p{Cntrl}", "").strip();
    return plain.substring(0, Math.min(MAX_NAME, plain.length()));
  }

  /** Until {@link #fullScreen} may have another answer. */
  void awaitChange() throws IOException {
    while (true) {
      final XPacket packet = connection.next(FOR_EVER_NANOS);
      if (packet == null) {
        continue;
      }
      if (XWindows.isChange(packet, activeWindow, state, type)) {
        return;
      }
      if (packet.isEvent(saverEvent)) {
        final int now = packet.bytes().get(1);
        saved = now == SAVER_ON || now == SAVER_CYCLES;
        return;
      }
    }
  }
}
