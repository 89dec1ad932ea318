package io.lull.platform.windows.session;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSource;
import io.lull.platform.source.EngagementChanges;
import io.lull.platform.source.EngagementChanges.Busy;
import io.lull.platform.source.IdlePoll;
import io.lull.platform.source.IdleReading;
import io.lull.platform.source.IdleReading.Pointer;
import io.lull.platform.source.SideProbe;
import io.lull.platform.source.SideProbes;
import io.lull.platform.windows.session.MessageWindow.Message;
import io.lull.platform.windows.session.MessageWindow.Wish;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The input of this process's session. Raw input reports at once; polls of the session's last input
 * time find what raw input misses: input of a locked desktop, of a program of higher rights, of a
 * remote keyboard.
 */
public final class WindowsSessionSource implements InputSource {
  private static final Logger LOG = LoggerFactory.getLogger(WindowsSessionSource.class);
  private static final Duration POLL_EVERY = Duration.ofMillis(100);
  private static final Duration ENGAGEMENTS_EVERY = Duration.ofSeconds(5);

  /** A moving mouse would wake this thread a thousand times a second. */
  private static final long MOUSE_UNHEARD_NANOS = Duration.ofMillis(500).toNanos();

  private final String name;
  private final SessionInput input;
  private final SessionTable table;
  private final Clock clock;
  private final IdlePoll poll;
  private final SideProbes sideLooks;
  private final LastInputTicks ticks = new LastInputTicks();
  private final WindowThread thread;
  private volatile boolean guestMayRun = true;
  private Consumer<InputSignal> sink = _ -> {};
  private boolean locked;
  private boolean hears;
  private String deafTold = "";
  private boolean mouseHeard = true;
  private long hearMouseNanos;
  private @Nullable Pointer seenPointer;

  WindowsSessionSource(
      Set<Coverage> coverage,
      SessionInput input,
      SessionTable table,
      MessageWindow.Opener opener,
      Clock clock) {
    this.name = "windows session " + table.own();
    this.input = input;
    this.table = table;
    this.clock = clock;
    this.poll =
        new IdlePoll(name, "raw input and the time of the last input", coverage, POLL_EVERY);
    this.sideLooks = new SideProbes(List.of(new Engagements(name, input)));
    this.thread =
        new WindowThread(
            "windows-input", Set.of(Wish.INPUT, Wish.OWN_SESSION), new Watching(), opener, clock);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    sink = to;
    thread.start();
  }

  @Override
  public void guestMayRun(boolean may) {
    guestMayRun = may;
  }

  @Override
  public void close() {
    thread.close();
  }

  private final class Watching implements WindowThread.Work {
    @Override
    public void begin() {
      look();
      locked();
    }

    @Override
    public void opened(boolean hearsNow) {
      hears = hearsNow;
      mouseHeard = true;
    }

    @Override
    public void deaf(String why) {
      if (!deafTold.equals(why)) {
        deafTold = why;
        LOG.warn("{} hears no raw input and has to poll: {}", name, why);
      }
    }

    /** The desktop of a locked session delivers no raw input to other programs. */
    @Override
    public Duration pause() {
      return poll.pause(clock.nanos(), guestMayRun && (locked || !hears));
    }

    @Override
    public void turn(MessageWindow window) {
      look();
      final long now = clock.nanos();
      if (!mouseHeard && now - hearMouseNanos >= 0) {
        window.hearMouse(true);
        mouseHeard = true;
      }
      sideLooks.due(now).forEach(sink);
    }

    @Override
    public void on(Message message, MessageWindow window) {
      switch (message) {
        case Message.Input(Kind kind) -> {
          final long now = clock.nanos();
          final Pointer pointer = pointer();
          final Kind seen = kind == Kind.MOTION ? mouse(pointer) : kind;
          poll.event(now, seen, pointer).forEach(sink);
          if (kind == Kind.MOTION && mouseHeard) {
            window.hearMouse(false);
            mouseHeard = false;
            hearMouseNanos = now + MOUSE_UNHEARD_NANOS;
          }
        }
        case Message.Session(MessageWindow.Change change, long id) when id == table.own() -> {
          switch (change) {
            case LOCKED -> tellLocked(true);
            case UNLOCKED -> tellLocked(false);
            case OTHER -> locked();
          }
        }
        case Message.Sleep() -> sink.accept(new InputSignal.Slept(name));
        case Message.Session _, Message.Presence _ -> LOG.trace("{} ignores {}", name, message);
      }
    }
  }

  /** A mouse that was used without moving had its button or its wheel used. */
  private Kind mouse(@Nullable Pointer pointer) {
    final boolean moved = pointer != null && !pointer.equals(seenPointer);
    seenPointer = pointer;
    return moved && !button() ? Kind.MOTION : Kind.BUTTON;
  }

  private boolean button() {
    try {
      return input.mouseButton();
    } catch (RuntimeException | LinkageError e) {
      return true;
    }
  }

  private @Nullable Pointer pointer() {
    try {
      return input.pointer();
    } catch (RuntimeException | LinkageError e) {
      return null;
    }
  }

  private void look() {
    final long now = clock.nanos();
    poll.look(now, clock.epochMillis(), seen(now)).forEach(sink);
  }

  /** While mouse messages are off, a pointer that moves without a button is the mouse. */
  private IdleReading seen(long now) {
    try {
      final long at = ticks.at(input.lastInputTick(), input.tickCount(), now);
      final Pointer pointer = pointer();
      return new IdleReading.Seen(at, mouseHeard ? Kind.UNKNOWN : mouse(pointer), pointer);
    } catch (RuntimeException | LinkageError e) {
      return new IdleReading.Blind(
          "Windows does not tell the time of the last input: " + e.getMessage());
    }
  }

  private void locked() {
    try {
      tellLocked(table.locked(table.own()));
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("{} does not know whether it is locked: {}", name, e.getMessage());
    }
  }

  private void tellLocked(boolean now) {
    if (locked != now) {
      locked = now;
      sink.accept(new InputSignal.Locked(name, now));
    }
  }

  /** What engages the owner without input. */
  private static final class Engagements implements SideProbe {
    private final EngagementChanges changes;
    private final SessionInput input;

    Engagements(String name, SessionInput input) {
      this.changes = new EngagementChanges(name);
      this.input = input;
    }

    @Override
    public Duration every() {
      return ENGAGEMENTS_EVERY;
    }

    @Override
    public List<InputSignal> look() {
      final Set<Busy> busy = new HashSet<>();
      switch (input.attention()) {
        case FULL_SCREEN -> busy.add(new Busy(Engagement.FULL_SCREEN, ""));
        case PRESENTATION -> busy.add(new Busy(Engagement.SCREEN_KEPT_ON, "a presentation"));
        case USUAL -> {}
      }
      if (input.screenKeptOn()) {
        busy.add(new Busy(Engagement.SCREEN_KEPT_ON, ""));
      }
      if (input.shadowed()) {
        busy.add(new Busy(Engagement.REMOTE_DESKTOP, ""));
      }
      return changes.now(busy);
    }
  }
}
