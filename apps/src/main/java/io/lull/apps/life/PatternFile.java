package io.lull.apps.life;

import io.lull.apps.picture.FileStart;
import io.lull.apps.picture.GreyPicture;
import io.lull.reconfig.BadInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;

/**
 * Reads a pattern: run-length encoded (.rle), plain text (.cells), or a picture, whose brighter
 * half of greys are living cells.
 */
final class PatternFile {
  /** Text is read whole, once; a board of 100 million cells fits. */
  private static final long GREATEST_BYTES = 256L << 20;

  private static final java.util.regex.Pattern RLE_HEAD =
      java.util.regex.Pattern.compile(
          "x\\s*=\\s*(\\d{1,6})\\s*,\\s*y\\s*=\\s*(\\d{1,6})\\s*(?:,\\s*rule\\s*=\\s*(\\S+)\\s*)?");

  private final Path file;
  private final int rows;
  private final int columns;

  private PatternFile(Path file, int rows, int columns) {
    this.file = file;
    this.rows = rows;
    this.columns = columns;
  }

  /**
   * @throws BadInput if it cannot be read, or has more rows or columns than the board
   */
  static Pattern read(Path file, int boardRows, int boardColumns) {
    final PatternFile reader = new PatternFile(file, boardRows, boardColumns);
    try {
      final byte[] start = FileStart.of(file);
      if (GreyPicture.isPicture(start)) {
        return reader.picture();
      }
      if (start.length == 0 || !FileStart.isText(start)) {
        throw reader.bad(
            "is " + FileStart.describe(start) + ": give a pattern as .rle, .cells, PNG or PGM");
      }
      if (Files.size(file) > GREATEST_BYTES) {
        throw reader.bad("is larger than 256 MiB: give the pattern as a picture");
      }
      final String first = new String(start, StandardCharsets.ISO_8859_1).stripLeading();
      return first.startsWith("x") || first.startsWith("#") ? reader.runLengths() : reader.plain();
    } catch (IOException e) {
      final BadInput bad = reader.bad("cannot be read: " + e.getMessage());
      bad.initCause(e);
      throw bad;
    }
  }

  private Pattern picture() throws IOException {
    try (GreyPicture picture = GreyPicture.open(file)) {
      fits(picture.height(), picture.width());
      final BitSet living = new BitSet();
      final int least = picture.white() / 2 + 1;
      picture.read((row, column, grey) -> {
        if (grey >= least) {
          living.set(row * picture.width() + column);
        }
      });
      return new Pattern(picture.height(), picture.width(), living);
    }
  }

  private Pattern plain() throws IOException {
    final List<BitSet> living = new ArrayList<>();
    int width = 1;
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String line = lines.readLine();
      while (line != null) {
        number++;
        final String cells = line.stripTrailing();
        if (!cells.startsWith("!")) {
          final BitSet row = new BitSet();
          for (int i = 0; i < cells.length(); i++) {
            final char c = cells.charAt(i);
            if (c == 'O' || c == 'o' || c == '*') {
              row.set(i);
            } else if (c != '.' && c != ' ') {
              throw bad(
                  "line "
                      + number
                      + ": '"
                      + c
                      + "' is not a cell: write O for a living one and . for a dead one");
            }
          }
          living.add(row);
          width = Math.max(width, cells.length());
          fits(living.size(), width);
        }
        line = lines.readLine();
      }
    }
    final BitSet all = new BitSet();
    final int columnsOfAll = width;
    for (int r = 0; r < living.size(); r++) {
      final int first = r * columnsOfAll;
      living.get(r).stream().forEach(c -> all.set(first + c));
    }
    return new Pattern(Math.max(1, living.size()), width, all);
  }

  private Pattern runLengths() throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      int number = 1;
      String line = lines.readLine();
      while (line != null && (line.isBlank() || line.startsWith("#"))) {
        number++;
        line = lines.readLine();
      }
      final Matcher head = RLE_HEAD.matcher(line == null ? "" : line.strip());
      if (!head.matches()) {
        throw bad(
            "line "
                + number
                + ": a run-length encoded pattern has a line such as x = 3, y = 3, rule = B3/S23"
                + " here");
      }
      if (head.group(3) != null
          && !head.group(3).toUpperCase(Locale.ROOT).matches("(B3/S23|23/3|LIFE)(:.*)?")) {
        throw bad(
            "is a pattern for the rule " + head.group(3) + ", but this is Conway's game, B3/S23");
      }
      final RunLengths runs =
          new RunLengths(Integer.parseInt(head.group(2)), Integer.parseInt(head.group(1)));
      fits(Math.max(1, runs.rows), Math.max(1, runs.columns));
      line = lines.readLine();
      while (line != null && !runs.ended) {
        number++;
        if (!line.startsWith("#")) {
          runs.take(line, number);
        }
        line = lines.readLine();
      }
      return new Pattern(Math.max(1, runs.rows), Math.max(1, runs.columns), runs.living);
    }
  }

  private void fits(long patternRows, long patternColumns) {
    if (patternRows > rows || patternColumns > columns) {
      throw bad(
          String.format(
              Locale.ROOT,
              "needs %d x %d cells but the board has %d x %d: give rows and columns that are"
                  + " larger",
              patternRows,
              patternColumns,
              rows,
              columns));
    }
    if (patternRows * patternColumns > Integer.MAX_VALUE) {
      throw bad("has more than 2^31 cells: give a smaller pattern");
    }
  }

  private BadInput bad(String what) {
    return new BadInput(file.getFileName() + " " + what);
  }

  /** The part of an .rle file after its header. */
  private final class RunLengths {
    private final int rows;
    private final int columns;
    private final BitSet living = new BitSet();
    private long row;
    private long column;
    private long count;
    private boolean ended;

    RunLengths(int rows, int columns) {
      this.rows = rows;
      this.columns = columns;
    }

    void take(String line, int number) {
      for (int i = 0; i < line.length() && !ended; i++) {
        final char c = line.charAt(i);
        if (c >= '0' && c <= '9') {
          count = count * 10 + (c - '0');
          if (count > Integer.MAX_VALUE) {
            throw bad("line " + number + ": the run is too long");
          }
        } else if (!Character.isWhitespace(c)) {
          run(c, Math.max(1, count), number);
          count = 0;
        }
      }
    }

    private void run(char kind, long length, int number) {
      switch (kind) {
        case 'b', '.' -> column += length;
        case 'o', 'A' -> {
          if (row >= rows || column + length > columns) {
            throw bad(
                "line "
                    + number
                    + ": a living cell lies outside the "
                    + columns
                    + " x "
                    + rows
                    + " cells of its head");
          }
          final int from = (int) (row * columns + column);
          living.set(from, from + (int) length);
          column += length;
        }
        case '$' -> {
          row += length;
          column = 0;
        }
        case '!' -> ended = true;
        default -> throw bad("line " + number + ": '" + kind + "' is not one of b, o, $ and !");
      }
    }
  }
}
