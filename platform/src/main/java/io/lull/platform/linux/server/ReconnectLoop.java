package io.lull.platform.linux.server;

import io.lull.protocol.time.Clock;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that runs a conversation with a server, and starts it again whenever it ends, after a
 * pause that grows while the conversation never works.
 */
public final class ReconnectLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReconnectLoop.class);
  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final String name;
  private final Conversation conversation;
  private final Consumer<String> lost;
  private final long longestPauseMillis;
  private final Clock clock;
  private final Thread thread;
  private final Object lock = new Object();
  private @Nullable Closeable open;
  private boolean closed;
  private boolean working;
  private String lostTold = "";

  /** A conversation with the server, from connecting to the end. */
  public interface Conversation {
    /**
     * Returns only by an exception, whose message tells people why nothing is observed any more.
     *
     * @param line receives the opened connection, and a call when it works
     */
    void hold(ReconnectLoop line) throws IOException;
  }

  /**
   * @param lost receives the reason, once each time that the conversation ends or cannot start for
   *     another reason
   * @param longestPause limit of the growing pause
   */
  public ReconnectLoop(
      String name,
      Conversation conversation,
      Consumer<String> lost,
      Duration longestPause,
      Clock clock) {
    this.name = name;
    this.conversation = conversation;
    this.lost = lost;
    this.longestPauseMillis = longestPause.toMillis();
    this.clock = clock;
    this.thread = Thread.ofPlatform().name(name.replace(' ', '-')).daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /**
   * On the conversation's thread: the connection that {@link #close} must close, so that waits end.
   */
  public <C extends Closeable> C opened(C connection) throws IOException {
    synchronized (lock) {
      if (closed) {
        connection.close();
        throw new IOException("closed");
      }
      open = connection;
      return connection;
    }
  }

  /** On the conversation's thread: the conversation works. */
  public void works() {
    working = true;
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
      closeOpen();
    }
    // A thread that never started, or closes itself, cannot be waited for.
    if (thread.getState() == Thread.State.NEW || thread.equals(Thread.currentThread())) {
      return;
    }
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (!isClosed()) {
      try {
        conversation.hold(this);
      } catch (IOException | RuntimeException e) {
        if (isClosed()) {
          return;
        }
        if (working) {
          pauseMillis = FIRST_PAUSE_MILLIS;
        }
        tell(String.valueOf(e.getMessage()));
        if (!(e instanceof IOException)) {
          LOG.error("error in {}", name, e);
        }
      }
      synchronized (lock) {
        closeOpen();
      }
      pause(pauseMillis);
      pauseMillis = Math.min(longestPauseMillis, pauseMillis * 2);
    }
  }

  private void tell(String why) {
    if (!working && lostTold.equals(why)) {
      return;
    }
    working = false;
    lostTold = why;
    lost.accept(why);
  }

  private boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  private void closeOpen() {
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        LOG.debug("cannot close {}: {}", name, e.getMessage());
      }
      open = null;
    }
  }

  private void pause(long millis) {
    final long deadline = clock.nanos() + millis * 1_000_000;
    synchronized (lock) {
      try {
        long left = deadline - clock.nanos();
        while (!closed && left > 0) {
          lock.wait(Math.max(1, left / 1_000_000));
          left = deadline - clock.nanos();
        }
      } catch (InterruptedException e) {
        closed = true;
      }
    }
  }
}
