package io.lull.platform.windows.session;

import io.lull.platform.windows.session.MessageWindow.Message;
import io.lull.platform.windows.session.MessageWindow.Wish;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports each second who is logged in, and at once when Windows reports a change. */
final class SessionFollower implements WindowThread.Work {
  private static final Logger LOG = LoggerFactory.getLogger(SessionFollower.class);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final long LIST_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

  private final SessionTable table;
  private final Consumer<LoggedInSessions> hear;
  private final Clock clock;
  private LoggedInSessions last = LoggedInSessions.NONE;
  private long listedNanos;
  private boolean noticed = true;
  private boolean hears;

  private SessionFollower(SessionTable table, Consumer<LoggedInSessions> hear, Clock clock) {
    this.table = table;
    this.hear = hear;
    this.clock = clock;
  }

  /** Follows until the result is closed. */
  static WindowThread follow(
      String name,
      SessionTable table,
      Consumer<LoggedInSessions> hear,
      MessageWindow.Opener opener,
      Clock clock) {
    final WindowThread thread =
        new WindowThread(
            name,
            Set.of(Wish.ALL_SESSIONS),
            new SessionFollower(table, hear, clock),
            opener,
            clock);
    thread.start();
    return thread;
  }

  @Override
  public void begin() {
    tell();
  }

  @Override
  public void opened(boolean hearsNow) {
    hears = hearsNow;
    noticed = true;
  }

  @Override
  public void deaf(String why) {
    LOG.debug("no reports of sessions' changes: {}", why);
  }

  @Override
  public Duration pause() {
    return EVERY;
  }

  @Override
  public void on(Message message, MessageWindow window) {
    noticed |= message instanceof Message.Session;
  }

  @Override
  public void turn(MessageWindow window) {
    tell();
  }

  /** An unreadable table ends no watcher. */
  private void tell() {
    final long now = clock.nanos();
    if (noticed || !hears || now - listedNanos >= LIST_EVERY_NANOS) {
      try {
        final List<SessionTable.Row> rows = table.rows();
        last =
            new LoggedInSessions(
                numbers(rows, WindowsSessions::usable), numbers(rows, WindowsSessions::inUse));
        listedNanos = now;
        noticed = false;
      } catch (RuntimeException | LinkageError e) {
        LOG.debug("Windows does not list its sessions: {}", e.getMessage());
      }
    }
    hear.accept(last);
  }

  private static Set<Integer> numbers(
      List<SessionTable.Row> rows, Predicate<SessionTable.Row> wanted) {
    return rows.stream()
        .filter(wanted)
        .map(SessionTable.Row::id)
        .collect(Collectors.toUnmodifiableSet());
  }
}
