package io.lull.platform.tray;

/** The brightness of the panel behind an icon. */
public enum PanelBrightness {
  /** Bright: the icon is dark. */
  LIGHT,
  /** Dark: the icon is bright. */
  DARK,
  /** Unknown: the icon is bright with a dark edge, readable on both. */
  UNKNOWN
}
