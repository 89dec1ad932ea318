package io.lull.apps.jacobi;

import io.lull.apps.picture.FileStart;
import io.lull.apps.picture.GreyPicture;
import io.lull.reconfig.BadInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Reads conductors from CSV lines or from pictures; refuses invalid ones with the file, the line
 * and the remedy.
 */
final class ConductorFiles {
  private static final int LONGEST_LINE = 200;
  private static final int SHOWN = 40;

  private ConductorFiles() {}

  static Conductors read(List<Path> files, int size) {
    final Conductors.Gatherer gatherer = new Conductors.Gatherer(size);
    for (final Path file : files) {
      try {
        final byte[] start = FileStart.of(file);
        if (GreyPicture.isPicture(start)) {
          readPicture(file, size, gatherer);
        } else if (start.length > 0 && FileStart.isText(start)) {
          readLines(file, size, gatherer);
        } else {
          throw new BadInput(
              file.getFileName()
                  + " is "
                  + FileStart.describe(start)
                  + ": give a PNG or PGM of size x size pixels, or lines of row,column,value");
        }
      } catch (IOException e) {
        final BadInput bad =
            new BadInput(file.getFileName() + " cannot be read: " + e.getMessage());
        bad.initCause(e);
        throw bad;
      }
    }
    return gatherer.gather();
  }

  private static void readPicture(Path file, int size, Conductors.Gatherer gatherer)
      throws IOException {
    try (GreyPicture picture = GreyPicture.open(file)) {
      if (picture.width() != size || picture.height() != size) {
        throw new BadInput(
            String.format(
                Locale.ROOT,
                "%s has %d x %d pixels but the grid has %d x %d cells: scale the picture%s",
                file.getFileName(),
                picture.width(),
                picture.height(),
                size,
                size,
                picture.width() == picture.height() ? " or give size=" + picture.width() : ""));
      }
      final double white = picture.white();
      picture.read((row, column, grey) -> {
        if (grey > 0) {
          gatherer.fix(row, column, grey / white);
        }
      });
    }
  }

  private static void readLines(Path file, int size, Conductors.Gatherer gatherer)
      throws IOException {
    try (Reader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1))) {
      final StringBuilder line = new StringBuilder();
      int number = 1;
      int c;
      do {
        c = reader.read();
        if (c < 0 || c == '\n') {
          new Line(file, number, line.toString().strip(), size).fix(gatherer);
          line.setLength(0);
          number++;
        } else if (line.length() == LONGEST_LINE) {
          throw new BadInput(
              file.getFileName()
                  + " line "
                  + number
                  + " is longer than "
                  + LONGEST_LINE
                  + " characters: write one row,column,value on each line");
        } else {
          line.append((char) c);
        }
      } while (c >= 0);
    }
  }

  private record Line(Path file, int number, String text, int size) {

    void fix(Conductors.Gatherer gatherer) {
      // A table written by another program may begin with a byte-order mark and its column names.
      final String plain =
          number == 1 && text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3) : text;
      if (plain.isEmpty()
          || plain.startsWith("#")
          || (number == 1 && plain.replace(" ", "").equalsIgnoreCase("row,column,value"))) {
        return;
      }
      final String[] parts = plain.split(",", -1);
      if (parts.length != 3) {
        throw bad("'" + shown(plain) + "' is not row,column,value");
      }
      gatherer.fix(place("row", parts[0]), place("column", parts[1]), value(parts[2]));
    }

    private int place(String what, String part) {
      final String text = part.strip();
      try {
        final long place = Long.parseLong(text);
        if (place >= 0 && place < size) {
          return (int) place;
        }
      } catch (NumberFormatException e) {
        throw bad(
            "'"
                + shown(text)
                + "' is no "
                + what
                + ": write a whole number from 0 to "
                + (size - 1));
      }
      throw bad(
          what
              + " "
              + text
              + " is outside the grid: the "
              + what
              + "s of size="
              + size
              + " are 0 to "
              + (size - 1));
    }

    private double value(String part) {
      final String text = part.strip();
      try {
        final double value = Double.parseDouble(text);
        if (Double.isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException e) {
        // reported below, like a number that is not finite
      }
      throw bad("'" + shown(text) + "' is not a value: write a number such as 0.75 or -2e3");
    }

    private static String shown(String text) {
      return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }

    private BadInput bad(String what) {
      return new BadInput(file.getFileName() + " line " + number + ": " + what);
    }
  }
}
