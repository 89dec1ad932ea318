package io.lull.agent.planted;

import java.lang.foreign.MemorySegment;

/** Breaks a rule on purpose: memory beside the heap is for grids. */
public final class PlantedForeignMemory {
  private PlantedForeignMemory() {}

  public static long address() {
    return MemorySegment.NULL.address();
  }
}
