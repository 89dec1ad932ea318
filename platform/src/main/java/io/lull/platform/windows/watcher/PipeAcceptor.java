package io.lull.platform.windows.watcher;

import io.lull.platform.session.WatcherAcceptor;
import io.lull.platform.windows.session.WindowsSessionSources;
import io.lull.platform.windows.watcher.WatcherPipe.Caller;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service's: every session gets a watcher, and each caller speaks for the session that it runs
 * in, according to the system.
 */
public final class PipeAcceptor implements WatcherAcceptor {
  private static final Logger LOG = LoggerFactory.getLogger(PipeAcceptor.class);
  private static final Duration OPEN_AGAIN = Duration.ofSeconds(5);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
  private static final int SERVICES = 0;

  private final WindowsSessionSources.Follower follower;
  private final WatcherStarter starter;
  private final SessionProcesses processes;
  private final WatcherPipe.Opener opener;
  private final Clock clock;
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable AutoCloseable following;
  private @Nullable Thread listening;
  private volatile @Nullable WatcherPipe pipe;
  private volatile Consumer<Visitor> visitors = _ -> {};
  private String complaint = "";

  /**
   * @param follower reports who is logged in
   */
  PipeAcceptor(
      WindowsSessionSources.Follower follower,
      SessionProcesses processes,
      WatcherPipe.Opener opener,
      Clock clock) {
    this.follower = follower;
    this.starter = new WatcherStarter(processes);
    this.processes = processes;
    this.opener = opener;
    this.clock = clock;
  }

  /**
   * Empty: this program is not a service, and observes its own session itself.
   *
   * @param watcher the command that watches the session that it is started in
   */
  public static Optional<WatcherAcceptor> of(List<String> watcher, Clock clock) {
    try {
      final WindowsSessionSources sessions = new WindowsSessionSources(clock);
      return sessions.isService()
          ? Optional.of(
              new PipeAcceptor(
                  sessions.follower(),
                  new NativeSessionProcesses(watcher),
                  NativeWatcherPipe::new,
                  clock))
          : Optional.empty();
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("cannot accept watchers of sessions: {}", e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public void open(Consumer<Visitor> to) {
    visitors = to;
    listening = Thread.ofPlatform().name("watcher-pipe").daemon().start(this::listen);
    following =
        follower.follow("windows-watchers", sessions -> starter.tend(sessions, clock.nanos()));
  }

  private void listen() {
    try {
      do {
        try (WatcherPipe opened = opener.open()) {
          pipe = opened;
          while (closing.getCount() > 0) {
            admit(opened.next());
          }
        } catch (RuntimeException | LinkageError e) {
          complain(String.valueOf(e.getMessage()));
        }
      } while (!closing.await(OPEN_AGAIN.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      LOG.debug("the service stops accepting watchers");
    }
  }

  /** A process's number may be reused by now; then the two answers differ. */
  private void admit(Caller caller) {
    if (caller.session() == SERVICES || caller.session() != caller.pipeSession()) {
      LOG.warn(
          "process {} is no watcher of a session: it is in session {} and called from {}",
          caller.process(),
          caller.session(),
          caller.pipeSession());
      caller.end().close();
      return;
    }
    complaint = "";
    visitors.accept(new Visitor(caller.end(), Integer.toString(caller.session())));
  }

  private void complain(String why) {
    if (closing.getCount() > 0 && !complaint.equals(why)) {
      complaint = why;
      LOG.warn("cannot accept watchers of sessions: {}", why);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    final WatcherPipe open = pipe;
    if (open != null) {
      open.close();
    }
    try {
      if (following != null) {
        following.close();
      }
      if (listening != null) {
        listening.join(CLOSE_WITHIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.debug("closing failed: {}", e.getMessage());
    }
    starter.end();
    processes.close();
  }
}
