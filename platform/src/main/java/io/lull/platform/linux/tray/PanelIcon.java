package io.lull.platform.linux.tray;

import io.lull.platform.linux.dbus.BusAddress;
import io.lull.platform.linux.dbus.BusConnection;
import io.lull.platform.linux.dbus.BusFault;
import io.lull.platform.linux.dbus.BusMessage;
import io.lull.platform.linux.dbus.BusObjects;
import io.lull.platform.linux.dbus.BusSignal;
import io.lull.platform.linux.server.ReconnectLoop;
import io.lull.platform.tray.ChoiceLimit;
import io.lull.platform.tray.NoTray;
import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayIcon;
import io.lull.platform.tray.TrayListener;
import io.lull.platform.tray.TrayNotice;
import io.lull.platform.tray.TrayPresence;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An icon for the panels of a session: one connection to its bus and one thread, which sleeps until
 * a panel asks or another content is shown.
 */
public final class PanelIcon implements TrayIcon {
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final int MOST_NOTICES = 8;

  private final BusAddress address;
  private final Duration answeredWithin;
  private final Clock clock;
  private final ReconnectLoop line;
  private final ChoiceLimit limit;
  private final AtomicReference<@Nullable TrayContent> next = new AtomicReference<>();
  private final BlockingQueue<TrayNotice> notices = new ArrayBlockingQueue<>(MOST_NOTICES);
  private volatile @Nullable BusConnection connection;
  private volatile @Nullable Panel panel;

  /** What others see, and who receives their events: the same for all connections. */
  private static final class Panel {
    final TrayListener listener;
    final StatusNotifierItem item;
    final DbusMenu menu;
    final BusObjects objects;
    final String title;
    @Nullable TrayPresence told;

    Panel(TrayContent face, ChoiceLimit limit, TrayListener listener) {
      this.listener = listener;
      this.title = face.title();
      this.item = new StatusNotifierItem(face, limit, listener::activated);
      this.menu = new DbusMenu(face.menu(), limit, listener::chosen);
      this.objects =
          new BusObjects(
              Map.of(StatusNotifierItem.PATH, List.of(item), DbusMenu.PATH, List.of(menu)));
    }

    void tell(TrayPresence presence) {
      if (!presence.equals(told)) {
        told = presence;
        listener.presence(presence);
      }
    }
  }

  PanelIcon(BusAddress address, Duration answeredWithin, Clock clock) {
    this.address = address;
    this.answeredWithin = answeredWithin;
    this.clock = clock;
    this.limit = new ChoiceLimit(clock);
    this.line = new ReconnectLoop("tray icon", this::hold, this::lost, LONGEST_PAUSE, clock);
  }

  /**
   * For the present session.
   *
   * @param environment of the session
   */
  public static TrayIcon of(Map<String, String> environment, Clock clock) {
    final Optional<BusAddress> bus;
    try {
      bus = BusAddress.session(environment);
    } catch (IllegalArgumentException e) {
      return new NoTray(String.valueOf(e.getMessage()));
    }
    return bus.<TrayIcon>map(address -> new PanelIcon(address, ANSWERED_WITHIN, clock))
        .orElseGet(() ->
            new NoTray(
                "this session has no bus by which a panel could be reached"
                    + " (DBUS_SESSION_BUS_ADDRESS)"));
  }

  @Override
  public void start(TrayContent first, TrayListener listener) {
    panel = new Panel(first, limit, listener);
    line.start();
  }

  @Override
  public void show(TrayContent face) {
    next.set(face);
    wake();
  }

  @Override
  public void tell(TrayNotice notice) {
    if (notices.offer(notice)) {
      wake();
    }
  }

  private void wake() {
    final BusConnection open = connection;
    if (open != null) {
      open.wake();
    }
  }

  @Override
  public void close() {
    line.close();
  }

  private Panel started() {
    final Panel now = panel;
    if (now == null) {
      throw new IllegalStateException("not started");
    }
    return now;
  }

  private void lost(String why) {
    connection = null;
    started().tell(new TrayPresence.Absent(why));
  }

  private void hold(ReconnectLoop opening) throws IOException {
    final Panel shown = started();
    final BusConnection bus = opening.opened(new BusConnection(address, answeredWithin, clock));
    bus.serve();
    bus.greet();
    connection = bus;
    final String name = StatusNotifierItem.TYPE + "-" + ProcessHandle.current().pid() + "-1";
    final WatcherFollower watcher =
        new WatcherFollower(
            bus, bus.own(name) ? name : bus.ownName(), answeredWithin, clock, shown::tell);
    watcher.join();
    opening.works();
    while (true) {
      final TrayContent wanted = next.getAndSet(null);
      if (wanted != null) {
        change(shown, wanted, bus);
      }
      for (TrayNotice notice = notices.poll(); notice != null; notice = notices.poll()) {
        // Its answer is irrelevant here.
        final int _ = bus.begin(DesktopNotice.CALL, DesktopNotice.of(shown.title, notice));
      }
      watcher.afterTime();
      final BusMessage message = bus.take(watcher.waitNanos());
      if (message != null) {
        hear(shown, message, bus, watcher);
      }
    }
  }

  private static void change(Panel shown, TrayContent face, BusConnection bus) throws IOException {
    for (final BusSignal signal : shown.item.show(face)) {
      bus.emit(signal);
    }
    for (final BusSignal signal : shown.menu.show(face.menu())) {
      bus.emit(signal);
    }
  }

  private static void hear(
      Panel shown, BusMessage message, BusConnection bus, WatcherFollower watcher)
      throws IOException {
    switch (message.type()) {
      case CALL -> {
        try {
          bus.answer(message, shown.objects.answer(message));
        } catch (BusFault e) {
          bus.fault(message, e);
        }
      }
      case RETURN, ERROR -> watcher.answered(message);
      case SIGNAL -> watcher.heard(message);
      case OTHER -> {}
    }
  }
}
