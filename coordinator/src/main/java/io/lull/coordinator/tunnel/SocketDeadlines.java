package io.lull.coordinator.tunnel;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes sockets whose time is over, whatever their threads wait for: a timeout of each read alone
 * would let the other side take its time byte by byte, and a write has none. Any thread.
 */
final class SocketDeadlines implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SocketDeadlines.class);

  private final ScheduledThreadPoolExecutor timer;

  SocketDeadlines() {
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("lull-members-alarm").daemon().factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  /** To be closed when the time was enough. */
  interface Deadline extends AutoCloseable {
    @Override
    void close();
  }

  Deadline after(Duration time, Socket socket) {
    final ScheduledFuture<?> ring =
        timer.schedule(() -> closeQuietly(socket), time.toMillis(), TimeUnit.MILLISECONDS);
    return () -> ring.cancel(false);
  }

  static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("Cannot close a socket", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
