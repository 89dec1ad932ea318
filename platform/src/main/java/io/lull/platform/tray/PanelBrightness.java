package io.lull.platform.tray;

/** How bright the panel is on which an icon stands. */
public enum PanelBrightness {
  /** Bright: the icon is dark. */
  LIGHT,
  /** Dark: the icon is bright. */
  DARK,
  /** Nobody knows: the icon is bright with a dark edge, readable on both. */
  UNKNOWN
}
