package io.lull.platform.machine;

/** Cheap enough for a call every few seconds. */
public interface MemorySource {
  MemoryState memory();
}
