package io.lull.platform.session;

import io.lull.platform.process.PipeEnd;
import java.util.function.Consumer;

/** Accepts watchers of sessions, on systems whose sockets do not identify the peer. */
public interface WatcherAcceptor extends AutoCloseable {
  /**
   * Starts to accept.
   *
   * @param visitors called on the acceptor's own thread; must close each connection
   */
  void open(Consumer<Visitor> visitors);

  @Override
  void close();

  /**
   * A new connection.
   *
   * @param session of its process, according to the system: it may speak for no other
   */
  record Visitor(PipeEnd end, String session) {}
}
