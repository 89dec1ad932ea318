package io.lull.platform.macos.session;

import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.macos.session.DesktopInput.Events;
import io.lull.platform.source.IdleProbe;
import io.lull.platform.source.IdleReading;
import java.util.OptionalDouble;

/** The idle times of the desktop session that this process is in. */
final class DesktopProbe implements IdleProbe {
  /** The counts are read one after the other, and after the clock. */
  private static final long APART_NANOS = 20_000_000;

  private final DesktopInput input;
  private boolean looked;
  private long lookedNanos;

  DesktopProbe(DesktopInput input) {
    this.input = input;
  }

  @Override
  public IdleReading look(long nowNanos) {
    if (input.desktop() == null) {
      return new IdleReading.Blind("this process is in no desktop session");
    }
    final OptionalDouble any = input.secondsSince(Events.ANY);
    if (any.isEmpty()) {
      return new IdleReading.Blind("macOS does not tell the time of the last input");
    }
    final long at = at(nowNanos, any.getAsDouble());
    final boolean news = !looked || at - lookedNanos > -APART_NANOS;
    final Kind kind = looked && news ? kind(nowNanos) : Kind.UNKNOWN;
    looked = true;
    lookedNanos = nowNanos;
    return new IdleReading.Seen(at, kind, news ? input.pointer() : null);
  }

  /** Activity since the last look that is neither a key nor a button was a movement. */
  private Kind kind(long nowNanos) {
    if (used(Events.KEYS, nowNanos)) {
      return Kind.KEY;
    }
    return used(Events.BUTTONS, nowNanos) ? Kind.BUTTON : Kind.MOTION;
  }

  private boolean used(Events events, long nowNanos) {
    final OptionalDouble seconds = input.secondsSince(events);
    return seconds.isEmpty() || at(nowNanos, seconds.getAsDouble()) - lookedNanos > -APART_NANOS;
  }

  private static long at(long nowNanos, double seconds) {
    return nowNanos - (long) (Math.max(0, seconds) * 1e9);
  }
}
