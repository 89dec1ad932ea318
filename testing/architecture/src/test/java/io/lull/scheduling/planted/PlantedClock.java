package io.lull.scheduling.planted;

import java.util.Random;
import java.util.function.LongSupplier;

/** Reads clocks and draws chance. */
public final class PlantedClock {
  private static final LongSupplier WALL = System::currentTimeMillis;

  private PlantedClock() {}

  public static long now() {
    return System.nanoTime() + WALL.getAsLong() + new Random().nextLong();
  }
}
