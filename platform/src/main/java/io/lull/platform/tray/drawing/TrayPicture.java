package io.lull.platform.tray.drawing;

/** A square of pixels. */
public final class TrayPicture {
  private final int sizePixels;
  private final int[] argb;

  TrayPicture(int sizePixels, int[] argb) {
    this.sizePixels = sizePixels;
    this.argb = argb;
  }

  /** Its width and height. */
  public int sizePixels() {
    return sizePixels;
  }

  /** Its pixels row by row, as 0xAARRGGBB, not premultiplied. */
  public int[] argb() {
    return argb.clone();
  }

  /** The same as bytes: alpha, red, green, blue, as D-Bus wants them. */
  public byte[] bytes() {
    final byte[] bytes = new byte[argb.length * 4];
    for (int i = 0; i < argb.length; i++) {
      bytes[4 * i] = (byte) (argb[i] >>> 24);
      bytes[4 * i + 1] = (byte) (argb[i] >>> 16);
      bytes[4 * i + 2] = (byte) (argb[i] >>> 8);
      bytes[4 * i + 3] = (byte) argb[i];
    }
    return bytes;
  }

  /** How opaque a pixel is, from 0 to 255. */
  public int alpha(int x, int y) {
    return argb[y * sizePixels + x] >>> 24;
  }
}
