package io.lull.agent.watcher;

import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.wire.FromSession;
import java.io.IOException;
import java.nio.channels.Selector;
import java.util.Optional;

/** Accepts the connections of watchers. */
interface WatcherConnections extends AutoCloseable {
  /** From now on each new connection wakes this selector. */
  void open(Selector selector) throws IOException;

  /** The next new connection; never waits. */
  Optional<Arrival> next() throws IOException;

  @Override
  void close() throws IOException;

  /** A new connection. */
  record Arrival(FrameChannel<FromSession> channel, WatcherIdentity speaker) {}
}
