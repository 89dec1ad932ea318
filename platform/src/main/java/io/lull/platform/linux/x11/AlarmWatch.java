package io.lull.platform.linux.x11;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server reports the end of a silence, and this thread sleeps until then. While the owner is
 * active it polls the server's idle time regularly, however the mouse moves.
 *
 * <p>A knock at the desk moves the pointer a little and nothing follows: activity that follows a
 * small movement within two polls is reported only if it is more than that.
 */
final class AlarmWatch implements XWatch {
  private static final Logger LOG = LoggerFactory.getLogger(AlarmWatch.class);

  /** The server counts whole milliseconds, by its own clock. */
  private static final long COUNT_SLACK_NANOS = Duration.ofMillis(20).toNanos();

  private static final int SMALL_PIXELS = 32;

  private final XConnection connection;
  private final XSync sync;
  private final @Nullable XInput input;
  private final WatchContext telling;
  private final XTimings pace;
  private final long silenceMillis;
  private long lastInput;
  private XPointer pointer;
  private @Nullable Small small;

  /** At the last poll there was silence: the next input triggers the alarm. */
  private boolean armed;

  /** Input was found that should have triggered the alarm; it may still do so. */
  private boolean unannounced;

  /**
   * A small movement that may or may not be all.
   *
   * @param from where it began
   * @param latest the last input that belongs to it
   */
  private record Small(XPointer from, long latest, boolean asked) {}

  private AlarmWatch(
      XConnection connection, XSync sync, @Nullable XInput input, WatchContext telling)
      throws IOException {
    this.connection = connection;
    this.sync = sync;
    this.input = input;
    this.telling = telling;
    this.pace = telling.pace();
    this.silenceMillis = pace.silence().toMillis();
    this.pointer = XPointer.ask(connection);
  }

  static Optional<XWatch> open(XConnection connection, WatchContext telling) throws IOException {
    final Optional<XSync> sync = XSync.open(connection);
    return sync.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AlarmWatch(connection, sync.get(), XInput.open(connection).orElse(null), telling));
  }

  @Override
  public void watch() throws IOException {
    sync.alarmAfter(pace.silence());
    // Before the query: a late answer must not look like new input.
    final long asked = telling.clock().nanos();
    final long idleMillis = sync.idleMillis();
    lastInput = asked - idleMillis * 1_000_000;
    armed = idleMillis > silenceMillis;
    telling.works("the idle alarm", lastInput);
    long due = asked + untilNextQuestion(idleMillis);
    while (true) {
      final XPacket packet = connection.next(due - telling.clock().nanos());
      final long now = telling.clock().nanos();
      if (packet == null) {
        if (unannounced) {
          LOG.warn("{} does not ring its idle alarm", telling.source());
          return;
        }
        due = now + untilNextQuestion(askAgain(now));
      } else if (sync.isAlarm(packet)) {
        if (XSync.isOver(packet)) {
          LOG.warn("{} has ended its idle alarm", telling.source());
          return;
        }
        unannounced = false;
        silenceEnded(telling.time().nanos(XSync.serverMillis(packet), now));
        due = now + pace.askAgain().toNanos();
      } else if (small != null && input != null && input.kind(packet).isPresent()) {
        tell(telling.time().nanos(XInput.serverMillis(packet), now), input.kind(packet).get());
      } else if (packet.isError()) {
        throw new XConnection.XError(packet.errorCode());
      }
    }
  }

  private long untilNextQuestion(long idleMillis) {
    return (idleMillis > silenceMillis ? pace.askWhenIdle() : pace.askAgain()).toNanos();
  }

  private void silenceEnded(long nanos) throws IOException {
    armed = false;
    final XPointer before = pointer;
    final int where = XPointer.request(connection);
    final int keyboard = sync.requestKeyboard();
    pointer = XPointer.of(connection.reply(where));
    final boolean key = XSync.millis(connection.reply(keyboard)) <= silenceMillis;
    final int moved = key ? Activity.MORE : moved(before);
    final boolean first = small == null;
    forgetSmall();
    if (first && moved <= SMALL_PIXELS && input != null) {
      small = new Small(before, nanos, false);
      input.listen(
          EnumSet.of(InputSignal.Kind.KEY, InputSignal.Kind.BUTTON, InputSignal.Kind.TOUCH));
    }
    lastInput = nanos;
    telling.active(nanos, key ? sync.kindOfKeyboard() : kind(moved), moved);
  }

  /** How far the pointer has moved since then, if nothing else may have happened. */
  private int moved(XPointer since) {
    final int distance = since.distance(pointer);
    return distance == 0 || pointer.pressed() ? Activity.MORE : distance;
  }

  private InputSignal.Kind kind(int moved) {
    if (moved != Activity.MORE) {
      return InputSignal.Kind.MOTION;
    }
    return pointer.pressed() ? InputSignal.Kind.BUTTON : InputSignal.Kind.UNKNOWN;
  }

  private void tell(long nanos, InputSignal.Kind kind) throws IOException {
    forgetSmall();
    lastInput = nanos;
    telling.active(nanos, kind, Activity.MORE);
  }

  private void forgetSmall() throws IOException {
    if (small != null && input != null) {
      small = null;
      input.listen(EnumSet.noneOf(InputSignal.Kind.class));
    }
  }

  /**
   * @return how long the server has counted no input
   */
  private long askAgain(long now) throws IOException {
    final long idleMillis = sync.idleMillis();
    final long counted = now - idleMillis * 1_000_000;
    final boolean away = armed;
    armed = idleMillis > silenceMillis;
    final Small perhaps = small;
    if (perhaps != null) {
      askWhetherItWasAll(perhaps, counted, idleMillis);
    } else if (counted - lastInput > COUNT_SLACK_NANOS) {
      final XPointer before = pointer;
      pointer = XPointer.ask(connection);
      lastInput = counted;
      unannounced = away;
      telling.active(counted, kind(moved(before)), moved(before));
    } else {
      // Another machine's server has a clock that drifts from this one's.
      lastInput = Math.max(lastInput, counted);
    }
    return idleMillis;
  }

  private void askWhetherItWasAll(Small movement, long counted, long idleMillis)
      throws IOException {
    pointer = XPointer.ask(connection);
    final int moved = moved(movement.from());
    final boolean stillSmall = movement.from().distance(pointer) <= SMALL_PIXELS;
    final boolean over =
        stillSmall
            && (counted - movement.latest() <= COUNT_SLACK_NANOS
                || (!pointer.pressed() && idleMillis > silenceMillis));
    lastInput = Math.max(lastInput, counted);
    if (over) {
      forgetSmall();
    } else if (movement.asked() || !stillSmall || pointer.pressed()) {
      forgetSmall();
      final int told = stillSmall ? Activity.MORE : moved;
      telling.active(counted, kind(told), told);
    } else {
      small = new Small(movement.from(), counted, true);
    }
  }
}
