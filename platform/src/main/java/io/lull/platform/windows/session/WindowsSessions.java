package io.lull.platform.windows.session;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.UserSession;
import io.lull.platform.source.SessionChanges;
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
 * The list of sessions; for a service also Windows' own judgement whether a user is present in any,
 * which comes late but also while nobody is logged in. A session without a screen can have no
 * input, and is not listed until it has one again.
 */
public final class WindowsSessions implements InputSource {
  private static final Logger LOG = LoggerFactory.getLogger(WindowsSessions.class);
  private static final String NAME = "windows sessions";
  private static final String PRESENCE = "windows user presence";
  private static final Duration AWAKE_EVERY = Duration.ofSeconds(1);
  private static final long LIST_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long LIST_WITHOUT_NOTICE_NANOS = Duration.ofSeconds(1).toNanos();

  private final SessionTable table;
  private final Clock clock;
  private final boolean service;
  private final SessionChanges changes = new SessionChanges(NAME);
  private final WindowThread thread;
  private Consumer<InputSignal> sink = _ -> {};
  private long listEveryNanos = LIST_EVERY_NANOS;
  private long listedNanos;
  private boolean noticed;
  private boolean working;
  private boolean presenceWorking;
  private String lostTold = "";
  private String deafTold = "";

  WindowsSessions(SessionTable table, MessageWindow.Opener opener, Clock clock) {
    this.table = table;
    this.clock = clock;
    this.service = table.own() == 0;
    this.thread =
        new WindowThread(
            "windows-sessions",
            service ? Set.of(Wish.ALL_SESSIONS, Wish.USER_PRESENCE) : Set.of(Wish.ALL_SESSIONS),
            new Watching(),
            opener,
            clock);
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
    thread.close();
  }

  private final class Watching implements WindowThread.Work {
    @Override
    public void begin() {
      list();
    }

    @Override
    public void opened(boolean hears) {
      listEveryNanos = hears ? LIST_EVERY_NANOS : LIST_WITHOUT_NOTICE_NANOS;
      listedNanos = clock.nanos();
      if (hears) {
        hears();
      }
    }

    @Override
    public void deaf(String why) {
      tellDeaf(why);
    }

    @Override
    public Duration pause() {
      return AWAKE_EVERY;
    }

    @Override
    public void on(Message message, MessageWindow window) {
      switch (message) {
        case Message.Session _ -> noticed = true;
        case Message.Presence(boolean present) -> present(present);
        case Message.Sleep() -> sink.accept(new InputSignal.Slept(NAME));
        case Message.Input _ -> LOG.trace("{} ignores input", NAME);
      }
    }

    @Override
    public void turn(MessageWindow window) {
      final long now = clock.nanos();
      if (noticed || now - listedNanos >= listEveryNanos) {
        noticed = false;
        listedNanos = now;
        list();
      }
    }
  }

  /**
   * Only the user's arrival is input: when Windows decides that they left depends on the screen's
   * timeout.
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

  private void tellDeaf(String why) {
    if (presenceWorking || !deafTold.equals(why)) {
      deafTold = why;
      LOG.warn("{} gets no reports of changes and has to poll: {}", NAME, why);
      if (service) {
        sink.accept(new InputSignal.Lost(PRESENCE, "Windows does not tell it: " + why));
      }
    }
    presenceWorking = false;
  }

  private void list() {
    final List<UserSession> sessions;
    try {
      sessions = table.rows().stream().filter(WindowsSessions::usable).map(this::session).toList();
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

  static boolean usable(Row row) {
    return inUse(row) && row.link() != Link.DISCONNECTED;
  }

  static boolean inUse(Row row) {
    return row.id() != 0 && row.loggedIn();
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
