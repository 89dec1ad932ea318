package io.lull.platform.macos.session;

import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.source.IdleProbe;
import io.lull.platform.source.IdleReading;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The idle time of all keyboards and mice of the machine, which a daemon can read, too. */
record HidProbe(Supplier<OptionalLong> idleNanos) implements IdleProbe {
  @Override
  public IdleReading look(long nowNanos) {
    final OptionalLong idle = idleNanos.get();
    if (idle.isEmpty()) {
      return new IdleReading.Blind("the input system does not tell its idle time");
    }
    return new IdleReading.Seen(nowNanos - Math.max(0, idle.getAsLong()), Kind.UNKNOWN, null);
  }
}
