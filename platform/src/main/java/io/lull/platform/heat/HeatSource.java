package io.lull.platform.heat;

/** Cheap enough to be asked every few seconds. */
public interface HeatSource {
  Heat heat();
}
