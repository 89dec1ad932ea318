package io.lull.apps.picture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Identifies a file by its first bytes. */
public final class FileStart {
  /** The length of the longest known signature. */
  public static final int LENGTH = 512;

  private FileStart() {}

  public static byte[] of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(LENGTH);
    }
  }

  /** Text has no control characters except tabs and line ends. */
  public static boolean isText(byte[] start) {
    for (final byte b : start) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  /** With its article, as in "is a JPEG picture". */
  public static String describe(byte[] start) {
    if (start.length == 0) {
      return "empty";
    }
    final String latin = new String(start, StandardCharsets.ISO_8859_1);
    if (latin.startsWith("\u00ff\u00d8\u00ff")) {
      return "a JPEG picture";
    }
    if (latin.startsWith("GIF8")) {
      return "a GIF picture";
    }
    if (latin.startsWith("BM")) {
      return "a BMP picture";
    }
    if (latin.startsWith("II*\0") || latin.startsWith("MM\0*")) {
      return "a TIFF picture";
    }
    if (latin.matches("(?s)P[13467]\\s.*")) {
      return "a PBM, PPM or PAM picture";
    }
    return isText(start) ? "text" : "not a supported picture format";
  }
}
