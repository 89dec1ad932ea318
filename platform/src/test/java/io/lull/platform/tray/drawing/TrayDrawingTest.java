package io.lull.platform.tray.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.tray.PanelBrightness;
import io.lull.platform.tray.TrayState;
import org.junit.jupiter.api.Test;

class TrayDrawingTest {
  /** Of a pixel's colour against a background, as the guidelines for web content count it. */
  private static double contrast(int argb, int background) {
    final double one = luminance(argb) + 0.05;
    final double other = luminance(background) + 0.05;
    return Math.max(one, other) / Math.min(one, other);
  }

  private static double luminance(int rgb) {
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
  }

  private static double linear(int channel) {
    final double c = (channel & 0xff) / 255.0;
    return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }

  @Test
  void statesAreToldApartByTheirFormsAloneInEverySize() {
    for (final int size : TrayDrawing.SIZES_PIXELS) {
      for (final TrayState one : TrayState.values()) {
        for (final TrayState other : TrayState.values()) {
          if (one.compareTo(other) < 0) {
            assertThat(differing(one, other, size))
                .as("pixels of %s and %s at %d", one, other, size)
                .isGreaterThan(size * size / 16);
          }
        }
      }
    }
  }

  private static int differing(TrayState one, TrayState other, int size) {
    final TrayPicture a = TrayDrawing.of(one, PanelBrightness.DARK, size);
    final TrayPicture b = TrayDrawing.of(other, PanelBrightness.DARK, size);
    int differing = 0;
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        if (Math.abs(a.alpha(x, y) - b.alpha(x, y)) > 110) {
          differing++;
        }
      }
    }
    return differing;
  }

  @Test
  void formsStandOutFromThePanelTheyAreMadeFor() {
    for (final TrayState state : TrayState.values()) {
      assertThat(contrast(strongest(state, PanelBrightness.DARK), 0x2e3436))
          .as("%s on a dark panel", state)
          .isGreaterThan(4.5);
      assertThat(contrast(strongest(state, PanelBrightness.LIGHT), 0xf0f0f0))
          .as("%s on a bright panel", state)
          .isGreaterThan(4.5);
    }
  }

  private static int strongest(TrayState state, PanelBrightness tone) {
    int strongest = 0;
    for (final int pixel : TrayDrawing.of(state, tone, 48).argb()) {
      if ((pixel >>> 24) > (strongest >>> 24)) {
        strongest = pixel;
      }
    }
    return strongest;
  }

  @Test
  void whereNobodyKnowsThePanelADarkEdgeSurroundsABrightForm() {
    for (final TrayState state : TrayState.values()) {
      int dark = 0;
      int bright = 0;
      for (final int pixel : TrayDrawing.of(state, PanelBrightness.UNKNOWN, 22).argb()) {
        if ((pixel >>> 24) > 100) {
          if (luminance(pixel) < 0.05) {
            dark++;
          } else if (luminance(pixel) > 0.3) {
            bright++;
          }
        }
      }
      assertThat(dark).as("dark pixels of %s", state).isGreaterThan(25);
      assertThat(bright).as("bright pixels of %s", state).isGreaterThan(40);
    }
  }

  @Test
  void theBarsOfAPauseAreSharpInEverySize() {
    for (final int size : TrayDrawing.SIZES_PIXELS) {
      final TrayPicture picture = TrayDrawing.of(TrayState.PAUSED, PanelBrightness.DARK, size);
      for (int x = size / 4; x < size - size / 4; x++) {
        assertThat(picture.alpha(x, size / 2)).as("column %d of %d", x, size).isIn(0, 255);
      }
    }
  }

  @Test
  void nothingIsCutOffAtTheCorners() {
    for (final TrayState state : TrayState.values()) {
      for (final int size : TrayDrawing.SIZES_PIXELS) {
        final TrayPicture picture = TrayDrawing.of(state, PanelBrightness.DARK, size);
        assertThat(picture.alpha(0, 0)).as("%s at %d", state, size).isZero();
        assertThat(picture.alpha(size - 1, size - 1)).as("%s at %d", state, size).isZero();
      }
    }
  }

  @Test
  void bytesAreInTheOrderThatPanelsExpect() {
    final TrayPicture picture = TrayDrawing.of(TrayState.RUNNING, PanelBrightness.DARK, 16);
    final byte[] bytes = picture.bytes();
    assertThat(bytes).hasSize(16 * 16 * 4);
    final int at = 8 * 16 + 2;
    assertThat(new byte[] {bytes[4 * at], bytes[4 * at + 1], bytes[4 * at + 2], bytes[4 * at + 3]})
        .containsExactly(0xff, 0x5a, 0xd1, 0xb3);
  }
}
