package io.lull.apps.picture;

/**
 * Colours for numbers: from near black through violet and orange to pale yellow, with evenly rising
 * lightness, so that equal steps of the number look equal. Interpolated between control points in
 * the Oklab space (B. Ottosson, "A perceptual color space for image processing", 2020).
 */
public final class ColourMap {
  private static final int[] CONTROL_POINTS = {
    0x0b0c1e, 0x261a52, 0x582079, 0x92297b, 0xc93a66, 0xee6444, 0xf99b3a, 0xfcd267, 0xfffbe0
  };

  private static final int STEPS = 2048;
  private static final int[] COLOURS = colours();

  private ColourMap() {}

  /**
   * The colour of a number, as 0xRRGGBB.
   *
   * @param number 0 to 1; others count as the nearer end
   */
  public static int colour(double number) {
    return COLOURS[(int) (Math.clamp(number, 0, 1) * (STEPS - 1) + 0.5)];
  }

  /** A mixture of two colours, as 0xRRGGBB; {@code share} is the second's. */
  public static int blend(int first, int second, double share) {
    int mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      final int a = first >> shift & 255;
      final int b = second >> shift & 255;
      mixed |= (int) Math.round(a + (b - a) * share) << shift;
    }
    return mixed;
  }

  private static int[] colours() {
    final double[][] points = new double[CONTROL_POINTS.length][];
    for (int i = 0; i < points.length; i++) {
      points[i] = oklab(CONTROL_POINTS[i]);
    }
    final double darkest = points[0][0];
    final double lightest = points[points.length - 1][0];
    final int[] colours = new int[STEPS];
    int segment = 0;
    for (int i = 0; i < STEPS; i++) {
      // The control points give the hue at a lightness; lightness itself rises in equal steps.
      final double lightness = darkest + (lightest - darkest) * i / (STEPS - 1);
      while (segment < points.length - 2 && points[segment + 1][0] < lightness) {
        segment++;
      }
      final double[] from = points[segment];
      final double[] to = points[segment + 1];
      final double share = Math.clamp((lightness - from[0]) / (to[0] - from[0]), 0, 1);
      colours[i] =
          rgb(lightness, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share);
    }
    return colours;
  }

  private static double[] oklab(int rgb) {
    final double r = linear(rgb >> 16 & 255);
    final double g = linear(rgb >> 8 & 255);
    final double b = linear(rgb & 255);
    final double l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    final double m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    final double s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return new double[] {
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    };
  }

  private static int rgb(double lightness, double a, double b) {
    final double l = Math.pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    final double m = Math.pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    final double s = Math.pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    final int red = byteOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    final int green = byteOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    final int blue = byteOf(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return (red << 16) | (green << 8) | blue;
  }

  private static double linear(int sample) {
    final double x = sample / 255.0;
    return x <= 0.04045 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4);
  }

  private static int byteOf(double linear) {
    final double x = Math.clamp(linear, 0, 1);
    return (int)
        Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * Math.pow(x, 1 / 2.4) - 0.055));
  }
}
