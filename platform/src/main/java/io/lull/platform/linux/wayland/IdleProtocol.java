package io.lull.platform.linux.wayland;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The protocols by which compositors tell of idleness, the best first. All tell of silence by the
 * first event of what they create, and of its end by the second.
 */
enum IdleProtocol {
  /** Of input alone, whatever keeps the screen on. */
  INPUT("ext_idle_notifier_v1", 2, "its input notifications") {
    @Override
    WaylandMessage.Writer create(int notifier, int id, int timeoutMillis, int seat) {
      return new WaylandMessage.Writer(notifier, 2).number(id).number(timeoutMillis).number(seat);
    }
  },
  /** Whatever keeps the screen on keeps the owner present. */
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

  /** The request that destroys what was created. */
  static final int DESTROY = 0;

  private final String notifier;
  private final int version;
  private final String detail;

  IdleProtocol(String notifier, int version, String detail) {
    this.notifier = notifier;
    this.version = version;
    this.detail = detail;
  }

  /** The request that has silence of a seat told from now on. */
  abstract WaylandMessage.Writer create(int notifier, int id, int timeoutMillis, int seat);

  /** To be asked of the compositor for {@link #create}. */
  int version() {
    return version;
  }

  /** For people. */
  String detail() {
    return detail;
  }

  /** A protocol, and the global by which a compositor offers it. */
  record Offer(IdleProtocol protocol, Global global) {}

  /** The best that is among the globals of a compositor. */
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
