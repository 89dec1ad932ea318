package io.lull.platform.linux.tray;

import io.lull.platform.linux.dbus.BusAddress;
import io.lull.platform.linux.dbus.BusBody;
import io.lull.platform.linux.dbus.BusConnection;
import io.lull.platform.linux.dbus.BusFault;
import io.lull.platform.linux.dbus.BusMessage;
import io.lull.platform.linux.dbus.BusObject;
import io.lull.platform.linux.dbus.BusObjects;
import io.lull.platform.linux.dbus.BusSignal;
import io.lull.platform.linux.dbus.BusVariant;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects icons, as a desktop's watcher does, and does what a test wants it to do wrong. */
final class FakeWatcher implements AutoCloseable {
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(20);

  private final List<String> items = new CopyOnWriteArrayList<>();
  private final List<BusBody> notices = new CopyOnWriteArrayList<>();
  private final Queue<BusSignal> signals = new ConcurrentLinkedQueue<>();
  private final List<BusMessage> unanswered = new ArrayList<>();
  private final BusConnection bus;
  private final BusObjects objects =
      new BusObjects(
          Map.of(
              WatcherFollower.PATH,
              List.of(new Collector()),
              DesktopNotice.PATH,
              List.of(new NoticeBoard())));
  private final Thread thread;
  private volatile boolean hosted;
  private volatile boolean refusing;
  private volatile boolean frozen;
  private volatile boolean closed;

  private FakeWatcher(BusAddress address, boolean hosted) {
    this.hosted = hosted;
    try {
      bus = new BusConnection(address, ANSWERED_WITHIN, SystemClock.INSTANCE);
      bus.serve();
      bus.greet();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    thread = Thread.ofPlatform().name("fake-watcher").unstarted(this::run);
  }

  /** One with a panel that shows what it collects. */
  static FakeWatcher on(BusAddress address) {
    return new FakeWatcher(address, true).begun();
  }

  static FakeWatcher withoutPanel(BusAddress address) {
    return new FakeWatcher(address, false).begun();
  }

  static FakeWatcher refusing(BusAddress address) {
    final FakeWatcher watcher = new FakeWatcher(address, true);
    watcher.refusing = true;
    return watcher.begun();
  }

  static FakeWatcher frozen(BusAddress address) {
    final FakeWatcher watcher = new FakeWatcher(address, true);
    watcher.frozen = true;
    return watcher.begun();
  }

  private FakeWatcher begun() {
    try {
      if (!bus.own(WatcherFollower.WATCHER) || !bus.own(DesktopNotice.SERVICE)) {
        throw new AssertionError("another watcher is on the bus");
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    thread.start();
    return this;
  }

  /** The names that icons have registered by, in turn. */
  List<String> items() {
    return List.copyOf(items);
  }

  /** What a desktop was asked to show, in turn. */
  List<BusBody> notices() {
    return List.copyOf(notices);
  }

  void thaw() {
    frozen = false;
    bus.wake();
  }

  void panelComes() {
    hosted = true;
    signals.add(
        new BusSignal(
            WatcherFollower.PATH,
            WatcherFollower.WATCHER,
            "StatusNotifierHostRegistered",
            BusBody.EMPTY));
    bus.wake();
  }

  void panelGoes() {
    hosted = false;
    signals.add(
        new BusSignal(
            WatcherFollower.PATH,
            WatcherFollower.WATCHER,
            "StatusNotifierHostUnregistered",
            BusBody.EMPTY));
    bus.wake();
  }

  private final class Collector implements BusObject {
    @Override
    public String type() {
      return WatcherFollower.WATCHER;
    }

    @Override
    public String description() {
      return "";
    }

    @Override
    public Map<String, BusVariant> properties() {
      return Map.of("IsStatusNotifierHostRegistered", BusVariant.flag(hosted));
    }

    @Override
    public BusBody call(String method, BusBody arguments) throws BusFault {
      if (refusing) {
        throw BusFault.tooMuch("no more icons");
      }
      items.add(String.valueOf(arguments.values().getFirst()));
      return BusBody.EMPTY;
    }
  }

  /** The part of a desktop that shows notices. */
  private final class NoticeBoard implements BusObject {
    @Override
    public String type() {
      return DesktopNotice.SERVICE;
    }

    @Override
    public String description() {
      return "";
    }

    @Override
    public Map<String, BusVariant> properties() {
      return Map.of();
    }

    @Override
    public BusBody call(String method, BusBody arguments) throws BusFault {
      notices.add(arguments);
      return BusBody.of("u", notices.size());
    }
  }

  private void run() {
    try {
      while (!closed) {
        final BusMessage message = bus.take(Duration.ofHours(1).toNanos());
        if (message != null && message.type() == BusMessage.Type.CALL) {
          unanswered.add(message);
        }
        if (!frozen) {
          for (final BusMessage call : unanswered) {
            answer(call);
          }
          unanswered.clear();
        }
        for (BusSignal signal = signals.poll(); signal != null; signal = signals.poll()) {
          bus.emit(signal);
        }
      }
    } catch (IOException e) {
      if (!closed) {
        throw new AssertionError(e);
      }
    }
  }

  private void answer(BusMessage call) throws IOException {
    try {
      bus.answer(call, objects.answer(call));
    } catch (BusFault e) {
      bus.fault(call, e);
    }
  }

  @Override
  public void close() {
    leave();
  }

  /** The program ends; what it was told can still be asked. */
  void leave() {
    if (closed) {
      return;
    }
    closed = true;
    bus.wake();
    try {
      thread.join(ANSWERED_WITHIN);
      bus.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
