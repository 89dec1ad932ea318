package io.lull.platform.fallback;

import io.lull.platform.machine.MemorySource;
import io.lull.platform.machine.MemoryState;
import oshi.SystemInfo;
import oshi.hardware.GlobalMemory;

/** Memory by OSHI. */
public final class OshiMemory implements MemorySource {
  @Override
  public MemoryState memory() {
    final GlobalMemory memory = new SystemInfo().getHardware().getMemory();
    return new MemoryState(memory.getAvailable(), memory.getTotal());
  }
}
