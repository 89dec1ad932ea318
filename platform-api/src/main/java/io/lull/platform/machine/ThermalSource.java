package io.lull.platform.machine;

/** Cheap enough to be asked every few seconds. */
public interface ThermalSource {
  ThermalState heat();
}
