package io.lull.platform.tray.drawing;

import io.lull.platform.tray.PanelBrightness;
import io.lull.platform.tray.TrayState;

/**
 * The colours of an icon.
 *
 * @param rgb of the shape itself
 * @param strength of the shape, from 0 to 1
 * @param edge whether a dark edge keeps it readable on bright panels
 */
record IconColours(int rgb, double strength, boolean edge) {
  static final int EDGE_RGB = 0x101418;
  static final double EDGE_STRENGTH = 0.75;

  private static final double FAINT = 0.65;

  static IconColours of(TrayState state, PanelBrightness tone) {
    final boolean dark = tone != PanelBrightness.LIGHT;
    final int rgb =
        switch (state) {
          case RUNNING -> dark ? 0x5ad1b3 : 0x0b7a63;
          case BLIND -> dark ? 0xf2b65a : 0x9a5b00;
          case AVAILABLE, IN_USE, PAUSED, OFFLINE -> dark ? 0xf2f4f5 : 0x2b3036;
        };
    return new IconColours(
        rgb, state == TrayState.OFFLINE ? FAINT : 1, tone == PanelBrightness.UNKNOWN);
  }
}
