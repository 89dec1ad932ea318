package io.lull.platform.power;

/** Cheap enough to be asked every few seconds. */
public interface PowerSource {
  PowerState state();
}
