package io.lull.apps.picture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Portable grey map, plain (P2) or raw (P5), with samples of 8 or 16 bits. */
final class PgmPicture extends PictureReader implements GreyPicture {
  private static final int GREATEST_SAMPLE = 65_535;

  private final boolean plain;
  private final int width;
  private final int height;
  private final int white;

  PgmPicture(Path file, InputStream in) throws IOException {
    super(file, in);
    in.skipNBytes(1);
    this.plain = in.read() == '2';
    this.width = number("width", 1, GREATEST_SIDE);
    this.height = number("height", 1, GREATEST_SIDE);
    this.white = number("greatest grey", 1, GREATEST_SAMPLE);
  }

  static boolean begins(byte[] start) {
    return start.length > 2
        && start[0] == 'P'
        && (start[1] == '2' || start[1] == '5')
        && (Character.isWhitespace(start[2]) || start[2] == '#');
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int height() {
    return height;
  }

  @Override
  public int white() {
    return white;
  }

  @Override
  public void read(Pixels pixels) throws IOException {
    final int bytes = white > 255 ? 2 : 1;
    for (int row = 0; row < height; row++) {
      for (int column = 0; column < width; column++) {
        pixels.pixel(row, column, plain ? number("grey", 0, white) : raw(bytes, row));
      }
    }
  }

  private int raw(int bytes, int row) throws IOException {
    int sample = 0;
    for (int i = 0; i < bytes; i++) {
      final int next = in.read();
      if (next < 0) {
        throw bad(
            "ends in row " + row + " of " + height + ": save it again, part of it is missing");
      }
      sample = sample << 8 | next;
    }
    if (sample > white) {
      throw bad("has a grey of " + sample + " in row " + row + ", above its maximum of " + white);
    }
    return sample;
  }

  /** The next number of the header or of a plain picture; consumes one character after it. */
  private int number(String what, int least, int greatest) throws IOException {
    int c = in.read();
    while (c == '#' || Character.isWhitespace(c)) {
      if (c == '#') {
        while (c != '\n' && c >= 0) {
          c = in.read();
        }
      }
      c = in.read();
    }
    if (c < 0) {
      throw bad("ends where its " + what + " is expected: save it again, part of it is missing");
    }
    long value = 0;
    while (c >= '0' && c <= '9' && value <= greatest) {
      value = value * 10 + (c - '0');
      c = in.read();
    }
    if ((c >= 0 && !Character.isWhitespace(c) && c != '#') || value < least || value > greatest) {
      throw bad("has a " + what + " that is not a number from " + least + " to " + greatest);
    }
    return (int) value;
  }
}
