package io.lull.platform.windows.session;

import io.lull.platform.windows.session.MessageWindow.Message;
import io.lull.platform.windows.session.MessageWindow.Wish;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Set;

/**
 * A thread with its own message window. If none can be opened, it works without, and tries again.
 */
final class WindowThread implements AutoCloseable {
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
  private static final long OPEN_AGAIN_NANOS = Duration.ofSeconds(30).toNanos();

  private final Set<Wish> wishes;
  private final Work work;
  private final MessageWindow.Opener opener;
  private final Clock clock;
  private final Thread thread;
  private volatile boolean closed;

  /** The work of the thread. */
  interface Work {
    /** Called once, before there is a window. */
    void begin();

    /** There is a new window. */
    void opened(boolean hears);

    /** A window could not be opened or is lost. */
    void deaf(String why);

    /** How long to wait for messages: never forever, since the thread must be able to end. */
    Duration pause();

    void on(Message message, MessageWindow window);

    /** After each wait. */
    void turn(MessageWindow window);
  }

  WindowThread(String name, Set<Wish> wishes, Work work, MessageWindow.Opener opener, Clock clock) {
    this.wishes = Set.copyOf(wishes);
    this.work = work;
    this.opener = opener;
    this.clock = clock;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    work.begin();
    while (!closed) {
      try (MessageWindow window = opener.open(wishes)) {
        work.opened(true);
        while (!closed) {
          turn(window);
        }
      } catch (RuntimeException | LinkageError e) {
        work.deaf(String.valueOf(e.getMessage()));
        goOnDeaf();
      }
    }
  }

  private void goOnDeaf() {
    final long until = clock.nanos() + OPEN_AGAIN_NANOS;
    try (MessageWindow deaf = new NoMessageWindow(clock)) {
      work.opened(false);
      while (!closed && clock.nanos() - until < 0) {
        turn(deaf);
      }
    }
  }

  private void turn(MessageWindow window) {
    for (final Message message : window.await(work.pause())) {
      work.on(message, window);
    }
    work.turn(window);
  }

  /** Its longest pause is far shorter than this wait. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
