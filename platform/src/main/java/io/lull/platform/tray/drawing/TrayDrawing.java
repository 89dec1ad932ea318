package io.lull.platform.tray.drawing;

import io.lull.platform.tray.PanelBrightness;
import io.lull.platform.tray.TrayState;
import java.util.List;

/**
 * The icon of each state. All but two are a ring with a sign in it; a computing guest is a full
 * disc, and an unobserved owner is an eye crossed out. Straight edges lie on whole pixels, so that
 * they are sharp in every size.
 */
public final class TrayDrawing {
  /** The sizes that panels ask for; panels scale these to others. */
  public static final List<Integer> SIZES_PIXELS = List.of(16, 22, 24, 32, 48);

  /** The grid on which the signs are designed. */
  private static final double GRID = 16;

  private static final double RING_WIDTH = 1.5;

  private final int size;
  private final double unit;

  private TrayDrawing(int size) {
    this.size = size;
    this.unit = size / GRID;
  }

  /** One size of a state's icon. */
  public static TrayPicture of(TrayState state, PanelBrightness tone, int sizePixels) {
    return new TrayDrawing(sizePixels).drawn(state, IconColours.of(state, tone));
  }

  /** The sizes that panels ask for. */
  public static List<TrayPicture> all(TrayState state, PanelBrightness tone) {
    return SIZES_PIXELS.stream().map(size -> of(state, tone, size)).toList();
  }

  private TrayPicture drawn(TrayState state, IconColours ink) {
    final Outline form = form(state);
    final Outline around = form.grown(Math.max(1, 0.8 * unit));
    final int[] argb = new int[size * size];
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < size; column++) {
        final double x = column + 0.5;
        final double y = row + 0.5;
        final double front = form.coverage(x, y) * ink.strength();
        final double back = ink.edge() ? around.coverage(x, y) * IconColours.EDGE_STRENGTH : 0;
        argb[row * size + column] = over(ink.rgb(), front, IconColours.EDGE_RGB, back);
      }
    }
    return new TrayPicture(size, argb);
  }

  private static int over(int front, double frontAlpha, int back, double backAlpha) {
    final double rest = backAlpha * (1 - frontAlpha);
    final double alpha = frontAlpha + rest;
    if (alpha < 1.0 / 512) {
      return 0;
    }
    int argb = ((int) Math.round(alpha * 255)) << 24;
    for (int shift = 16; shift >= 0; shift -= 8) {
      final double mixed =
          (((front >> shift) & 0xff) * frontAlpha + ((back >> shift) & 0xff) * rest) / alpha;
      argb |= ((int) Math.round(mixed)) << shift;
    }
    return argb;
  }

  private Outline form(TrayState state) {
    return switch (state) {
      case AVAILABLE -> ring().and(moon());
      case RUNNING -> disc(8, 8, 7.5).without(play());
      case IN_USE -> ring().and(person());
      case PAUSED -> ring().and(bars());
      case BLIND -> crossed(eye());
      case OFFLINE -> crossed(ring());
    };
  }

  private Outline ring() {
    return disc(8, 8, 7.5 - RING_WIDTH / 2).edge(RING_WIDTH * unit);
  }

  private Outline moon() {
    return disc(7.9, 8.1, 3.9).without(disc(9.9, 6.4, 3.5));
  }

  private Outline play() {
    final double left = snapped(6.1);
    final double top = 4.6 * unit;
    final double bottom = 11.4 * unit;
    final double tip = 11.9 * unit;
    final double middle = 8 * unit;
    return Outline.half(left, bottom, left, top)
        .within(Outline.half(left, top, tip, middle))
        .within(Outline.half(tip, middle, left, bottom));
  }

  private Outline person() {
    final double neck = snapped(8.9);
    final Outline shoulders =
        disc(8, 12.4, 3.7).within(disc(8, 8, 4.9)).within(Outline.half(0, neck, size, neck));
    return disc(8, 6.1, 1.95).and(shoulders);
  }

  private Outline bars() {
    final double width = Math.max(1, Math.round(2 * unit));
    final double gap = Math.max(2, Math.round(unit) * 2 + size % 2);
    final double half = gap / 2;
    final double middle = size / 2.0;
    final double top = snapped(5);
    final double bottom = size - top;
    return Outline.box(middle - half - width, top, middle - half, bottom, unit * 0.3)
        .and(Outline.box(middle + half, top, middle + half + width, bottom, unit * 0.3));
  }

  private Outline eye() {
    final Outline lens = disc(8, 12.3, 8.2).within(disc(8, 3.7, 8.2));
    return lens.edge(RING_WIDTH * unit).and(disc(8, 8, 2.7));
  }

  /** With a line through it and a gap around the line. */
  private Outline crossed(Outline form) {
    final Outline line = line(2.6, 13.4, 13.4, 2.6, RING_WIDTH);
    final Outline clear = line(1, 15, 15, 1, RING_WIDTH + 1.7);
    return form.without(clear).and(line);
  }

  private Outline disc(double x, double y, double radius) {
    return Outline.disc(x * unit, y * unit, radius * unit);
  }

  private Outline line(double x1, double y1, double x2, double y2, double width) {
    return Outline.line(x1 * unit, y1 * unit, x2 * unit, y2 * unit, width * unit);
  }

  private double snapped(double value) {
    return Math.round(value * unit);
  }
}
