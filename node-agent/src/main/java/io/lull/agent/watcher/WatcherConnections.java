package io.lull.agent.watcher;

import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.wire.FromSession;
import java.io.IOException;
import java.nio.channels.Selector;
import java.util.Optional;

/** Where watchers come in. */
interface WatcherConnections extends AutoCloseable {
  /** From now on whoever comes wakes this selector. */
  void open(Selector selector) throws IOException;

  /** The next of those who have come; it never waits. */
  Optional<Arrival> next() throws IOException;

  @Override
  void close() throws IOException;

  /** One that has come. */
  record Arrival(FrameChannel<FromSession> channel, WatcherIdentity speaker) {}
}
