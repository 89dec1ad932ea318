package io.lull.protocol.time;

/** The machine's own clocks. */
public enum SystemClock implements Clock {
  INSTANCE;

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }
}
