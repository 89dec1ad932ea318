package io.lull.platform.windows.session;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.SessionChanges;
import io.lull.platform.input.UserSession;
import io.lull.platform.windows.session.MessageWindow.Message;
import io.lull.platform.windows.session.MessageWindow.Wish;
import io.lull.platform.windows.session.SessionTable.Link;
import io.lull.platform.windows.session.SessionTable.Row;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which sessions there are; for a service also Windows' own judgement whether a user is present in
 * any, which comes late but also from where nobody is logged in. A session that no screen is joined
 * to can have no input, and is none until it is joined again.
 */
public final class WindowsSessions implements InputSource {
  private static final Logger LOG = LoggerFactory.getLogger(WindowsSessions.class);
  private static final String NAME = "windows sessions";
  private static final String PRESENCE = "windows user presence";
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
  private static final Duration AWAKE_EVERY = Duration.ofSeconds(1);
  private static final long LIST_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long LIST_WITHOUT_NOTICE_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long OPEN_AGAIN_NANOS = Duration.ofSeconds(30).toNanos();

  private final SessionTable table;
  private final MessageWindow.Opener opener;
  private final Clock clock;
  private final boolean service;
  private final SessionChanges changes = new SessionChanges(NAME);
  private final Thread thread;
  private volatile boolean closed;
  private Consumer<InputSignal> sink = _ -> {};
  private boolean working;
  private boolean presenceWorking;
  private String lostTold = "";
  private String deafTold = "";

  WindowsSessions(SessionTable table, MessageWindow.Opener opener, Clock clock) {
    this.table = table;
    this.opener = opener;
    this.clock = clock;
    this.service = table.own() == 0;
    this.thread = Thread.ofPlatform().name("windows-sessions").daemon().unstarted(this::run);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    sink = to;
    thread.start();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    list();
    while (!closed) {
      try (MessageWindow window =
          opener.open(
              service
                  ? Set.of(Wish.ALL_SESSIONS, Wish.USER_PRESENCE)
                  : Set.of(Wish.ALL_SESSIONS))) {
        hears();
        watch(window, Long.MAX_VALUE, LIST_EVERY_NANOS);
      } catch (RuntimeException | LinkageError e) {
        deaf(String.valueOf(e.getMessage()));
        try (MessageWindow deaf = new DeafWindow(clock)) {
          watch(deaf, clock.nanos() + OPEN_AGAIN_NANOS, LIST_WITHOUT_NOTICE_NANOS);
        }
      }
    }
  }

  /** A thread that could wait for ever could not be closed. */
  private void watch(MessageWindow window, long untilNanos, long listEveryNanos) {
    long listNanos = clock.nanos();
    while (!closed && (untilNanos == Long.MAX_VALUE || clock.nanos() - untilNanos < 0)) {
      boolean list = false;
      for (final Message message : window.await(AWAKE_EVERY)) {
        switch (message) {
          case Message.Session _ -> list = true;
          case Message.Presence(boolean present) -> present(present);
          case Message.Sleep() -> sink.accept(new InputSignal.Slept(NAME));
          case Message.Input _ -> LOG.trace("{} does not regard input", NAME);
        }
      }
      final long now = clock.nanos();
      if (list || now - listNanos >= listEveryNanos) {
        listNanos = now;
        list();
      }
    }
  }

  /**
   * Only that somebody came is input: how long Windows takes until it thinks that they went depends
   * on when it would turn the screen off.
   */
  private void present(boolean present) {
    if (present) {
      sink.accept(new InputSignal.Activity(PRESENCE, clock.nanos(), Kind.UNKNOWN));
    }
  }

  private void hears() {
    if (service && !presenceWorking) {
      presenceWorking = true;
      sink.accept(
          new InputSignal.Working(
              PRESENCE, "Windows' judgement over all sessions", clock.nanos(), Set.of()));
    }
  }

  private void deaf(String why) {
    if (presenceWorking || !deafTold.equals(why)) {
      deafTold = why;
      LOG.warn("{} is not told of changes and has to poll: {}", NAME, why);
      if (service) {
        sink.accept(new InputSignal.Lost(PRESENCE, "Windows does not tell it: " + why));
      }
    }
    presenceWorking = false;
  }

  private void list() {
    final List<UserSession> sessions;
    try {
      sessions = table.rows().stream().filter(WindowsSessions::seated).map(this::session).toList();
    } catch (RuntimeException | LinkageError e) {
      final String why = "Windows does not list its sessions: " + e.getMessage();
      if (working || !lostTold.equals(why)) {
        sink.accept(new InputSignal.Lost(NAME, why));
      }
      working = false;
      lostTold = why;
      return;
    }
    if (!working) {
      working = true;
      sink.accept(
          new InputSignal.Working(
              NAME, "the table of sessions", clock.nanos(), Set.of(new Coverage.SessionList())));
    }
    changes.now(sessions).forEach(sink);
  }

  private static boolean seated(Row row) {
    return row.id() != 0 && row.loggedIn() && row.link() != Link.DISCONNECTED;
  }

  private UserSession session(Row row) {
    return new UserSession(
        Integer.toString(row.id()),
        row.user(),
        UserSession.Kind.WINDOWS,
        row.remote() ? "" : "console",
        row.remote(),
        row.locked());
  }
}
