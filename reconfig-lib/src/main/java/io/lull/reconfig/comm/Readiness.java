package io.lull.reconfig.comm;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;

/** Lets one thread wait until a channel can be read or written; any other thread may wake it. */
final class Readiness implements AutoCloseable {
  private final Selector selector;
  private final SelectionKey key;

  Readiness(SelectableChannel channel) throws IOException {
    selector = Selector.open();
    boolean registered = false;
    try {
      key = channel.register(selector, 0);
      registered = true;
    } finally {
      if (!registered) {
        selector.close();
      }
    }
  }

  /**
   * Returns when that can be done, when woken, interrupted or closed, or when the time is over.
   *
   * @param operations of {@link SelectionKey}
   */
  void await(int operations, long nanos) throws IOException {
    try {
      if (key.interestOps() != operations) {
        key.interestOps(operations);
      }
      selector.select(_ -> {}, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    } catch (ClosedSelectorException | java.nio.channels.CancelledKeyException e) {
      // Closed: a waiting thread finds that at its next read or write.
    }
  }

  /** Also the next wait, when nobody waits now. */
  void wake() {
    selector.wakeup();
  }

  @Override
  public void close() {
    try {
      selector.close();
    } catch (IOException e) {
      // nobody waits here any more
    }
  }
}
