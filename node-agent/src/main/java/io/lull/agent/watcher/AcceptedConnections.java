package io.lull.agent.watcher;

import io.lull.platform.session.PipeBridge;
import io.lull.platform.session.SessionMessages;
import io.lull.platform.session.WatcherAcceptor;
import io.lull.platform.session.WatcherAcceptor.Visitor;
import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.wire.FromSession;
import java.io.IOException;
import java.nio.channels.Selector;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections from an acceptor that knows each watcher's session. */
final class AcceptedConnections implements WatcherConnections {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptedConnections.class);
  private static final int MAX_WAITING = 16;

  private final WatcherAcceptor acceptor;
  private final BlockingQueue<Visitor> waiting = new ArrayBlockingQueue<>(MAX_WAITING);

  AcceptedConnections(WatcherAcceptor acceptor) {
    this.acceptor = acceptor;
  }

  @Override
  public void open(Selector selector) {
    acceptor.open(visitor -> {
      if (waiting.offer(visitor)) {
        selector.wakeup();
      } else {
        LOG.warn("too many watchers connect at once");
        visitor.end().close();
      }
    });
  }

  @Override
  public Optional<Arrival> next() throws IOException {
    final Visitor visitor = waiting.poll();
    if (visitor == null) {
      return Optional.empty();
    }
    final PipeBridge.Ends ends;
    try {
      ends = PipeBridge.over(visitor.end());
    } catch (IOException e) {
      visitor.end().close();
      throw e;
    }
    return Optional.of(
        new Arrival(
            new FrameChannel<>(
                ends.in(), ends.out(), FromSession.parser(), SessionMessages.MAX_FRAME_BYTES),
            WatcherIdentity.inSession(visitor.session())));
  }

  @Override
  public void close() {
    acceptor.close();
    for (Visitor left = waiting.poll(); left != null; left = waiting.poll()) {
      left.end().close();
    }
  }
}
