package io.lull.platform.linux.wayland;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The protocols by which compositors report idleness, the best first. All report the start of
 * silence with the first event of the created object, and its end with the second.
 */
enum IdleProtocol {
  /** By input alone, even if a program keeps the screen on. */
  INPUT("ext_idle_notifier_v1", 2, "its input notifications") {
    @Override
    WaylandMessage.Writer create(int notifier, int id, int timeoutMillis, int seat) {
      return new WaylandMessage.Writer(notifier, 2).number(id).number(timeoutMillis).number(seat);
    }
  },
  /** A program that keeps the screen on keeps the owner present. */
  IDLE("ext_idle_notifier_v1", 1, "its idle notifications") {
    @Override
    WaylandMessage.Writer create(int notifier, int id, int timeoutMillis, int seat) {
      return new WaylandMessage.Writer(notifier, 1).number(id).number(timeoutMillis).number(seat);
    }
  },
  /** Of older compositors. */
  KDE("org_kde_kwin_idle", 1, "its idle timeouts") {
    @Override
    WaylandMessage.Writer create(int notifier, int id, int timeoutMillis, int seat) {
      return new WaylandMessage.Writer(notifier, 0).number(id).number(seat).number(timeoutMillis);
    }
  };

  static final int SILENT = 0;
  static final int RESUMED = 1;

  /** The request that destroys the created object. */
  static final int DESTROY = 0;

  private final String notifier;
  private final int version;
  private final String detail;

  IdleProtocol(String notifier, int version, String detail) {
    this.notifier = notifier;
    this.version = version;
    this.detail = detail;
  }

  /** The request that starts reports about a seat's silence. */
  abstract WaylandMessage.Writer create(int notifier, int id, int timeoutMillis, int seat);

  /** Binds the global for {@link #create}. */
  int version() {
    return version;
  }

  /** For people. */
  String detail() {
    return detail;
  }

  /** A protocol, and the global with which a compositor offers it. */
  record Offer(IdleProtocol protocol, Global global) {}

  /** The best protocol among a compositor's globals. */
  static Optional<Offer> best(Collection<Global> globals) {
    return List.of(values()).stream()
        .flatMap(protocol ->
            globals.stream()
                .filter(global ->
                    global.kind().equals(protocol.notifier) && global.version() >= protocol.version)
                .map(global -> new Offer(protocol, global)))
        .findFirst();
  }
}
