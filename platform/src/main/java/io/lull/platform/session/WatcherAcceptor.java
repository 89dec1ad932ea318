package io.lull.platform.session;

import io.lull.platform.process.PipeEnd;
import java.util.function.Consumer;

/** Where watchers of sessions come in, on systems whose sockets do not tell who comes. */
public interface WatcherAcceptor extends AutoCloseable {
  /**
   * From now on whoever comes is passed on.
   *
   * @param visitors told on the door's own thread; each closes the end that it is handed
   */
  void open(Consumer<Visitor> visitors);

  @Override
  void close();

  /**
   * Somebody who has come.
   *
   * @param session that it runs in, as the system says: it may speak for no other
   */
  record Visitor(PipeEnd end, String session) {}
}
