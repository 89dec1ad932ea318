package io.lull.bench.reclaim;

import io.lull.protocol.time.SystemClock;
import io.lull.testkit.display.SwayDisplay;

/** A hand on a mouse of sway's; its keyboard takes a program that is started for each key. */
record WaylandHand(SwayDisplay display) implements OwnerHand {
  private static final int FAR = 40;
  private static final int LEFT = 1;

  @Override
  public long does(Gesture gesture) {
    final long now = SystemClock.INSTANCE.nanos();
    switch (gesture) {
      case MOTION -> display.moveMouse(now % 2 == 0 ? FAR : -FAR, 0);
      case BUTTON -> display.click(LEFT);
      case KEY -> throw new IllegalArgumentException("no key can be pressed in time");
    }
    return now;
  }

  @Override
  public void close() {
    // The display's owner closes it.
  }
}
