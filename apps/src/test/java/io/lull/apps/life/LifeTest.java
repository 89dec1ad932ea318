package io.lull.apps.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.runtime.Standalone;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifeTest {
  private static final String GLIDER = "#N Glider\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "3, 3, 5, 0.5",
    "17, 40, 60, 0.3",
    "64, 64, 100, 0.4",
    "90, 31, 33, 0.1",
    "8, 8, 4, 0",
    "8, 8, 4, 1"
  })
  void playsTheGameOfAPlainLoop(int rows, int columns, int generations, double density)
      throws IOException {
    final Map<String, String> parameters =
        Map.of("rows", "" + rows, "columns", "" + columns, "seed", "7", "density", "" + density);
    final boolean[][] start = board(run(with(parameters, 1)), rows, columns);
    final Map<String, String> values = run(with(parameters, generations + 1));

    final boolean[][] expected = play(start, generations);
    assertThat(board(values, rows, columns)).isDeepEqualTo(expected);
    assertThat(values)
        .containsEntry("generation", String.valueOf(generations + 1))
        .containsEntry("population", String.valueOf(population(expected)));
  }

  @Test
  void startsWithAboutTheDensityAskedFor() throws IOException {
    final LifeParameters game =
        LifeParameters.of(
            new io.lull.reconfig.Parameters(Map.of("size", "1000", "density", "0.3")), List.of());
    long living = 0;
    for (int row = 0; row < 1000; row++) {
      for (int column = 0; column < 1000; column++) {
        living += game.start().lives(row, column) ? 1 : 0;
      }
    }
    assertThat(living).isBetween(297_000L, 303_000L);
  }

  @Test
  void aGliderComesBackToItsPlaceOnTheTorus() throws IOException {
    final Path glider = Files.writeString(folder.resolve("glider.rle"), GLIDER);
    final Map<String, String> once = run(Map.of("size", "16", "generations", "64"), glider);
    final boolean[][] after = board(once, 16, 16);
    final Map<String, String> twice = run(Map.of("size", "16", "generations", "128"), glider);
    assertThat(board(twice, 16, 16)).isDeepEqualTo(after);
    assertThat(twice).containsEntry("population", "5").containsEntry("hash", once.get("hash"));
  }

  @Test
  void takesThePatternAsTextAsRunLengthsAndAsPicture() throws IOException {
    final Path rle = Files.writeString(folder.resolve("glider.rle"), GLIDER);
    final Path cells =
        Files.writeString(folder.resolve("glider.cells"), "!Name: Glider\n.O\n..O\nOOO\n");
    final BufferedImage image = new BufferedImage(3, 3, BufferedImage.TYPE_BYTE_GRAY);
    for (final int[] at : new int[][] {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}}) {
      image.setRGB(at[0], at[1], 0xffffff);
    }
    final Path png = folder.resolve("glider.png");
    ImageIO.write(image, "png", png.toFile());

    final Map<String, String> parameters = Map.of("size", "30", "generations", "9");
    final Map<String, String> values = run(parameters, rle);
    assertThat(values).containsEntry("population", "5");
    assertThat(run(parameters, cells)).isEqualTo(values);
    assertThat(run(parameters, png)).isEqualTo(values);
  }

  @Test
  void itsOutputIsAnInput() throws IOException {
    final Map<String, String> first =
        run(Map.of("rows", "40", "columns", "55", "generations", "10"));
    final Path board = Files.copy(folder.resolve("outputs/board.rle"), folder.resolve("again.rle"));
    final Map<String, String> whole =
        run(Map.of("rows", "40", "columns", "55", "generations", "25"));
    final Map<String, String> rest =
        run(Map.of("rows", "40", "columns", "55", "generations", "15"), board);
    assertThat(first.get("hash")).isNotEqualTo(whole.get("hash"));
    assertThat(rest).containsEntry("hash", whole.get("hash"));
    assertThat(Files.readAllLines(board)).allMatch(line -> line.length() <= 70);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x = 50, y = 3~bo!|bad.rle needs 3 x 50 cells but the board has 20 x 20",
        "x = 3, y = 3, rule = B36/S23~bo!|bad.rle is a pattern for the rule B36/S23",
        "x is three~bo!|bad.rle line 1: a run-length encoded pattern has a line such as x = 3",
        "x = 3, y = 3~4o!|bad.rle line 2: a living cell lies outside the 3 x 3 cells of its head",
        "x = 3, y = 3~bo$q!|bad.rle line 2: 'q' is not one of b, o, $ and !",
        "x = 3, y = 3~99999999999o!|bad.rle line 2: the run is too long",
        ".O.~.X.|bad.rle line 2: 'X' is not a cell: write O for a living one and . for a dead one"
      })
  void refusesAPatternThatCannotBe(String content, String message) throws IOException {
    final Path file = Files.writeString(folder.resolve("bad.rle"), content.replace('~', '\n'));
    assertThatThrownBy(() -> run(Map.of("size", "20"), file))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void refusesContradictions() throws IOException {
    final Path glider = Files.writeString(folder.resolve("glider.rle"), GLIDER);
    assertThatThrownBy(() -> run(Map.of("size", "20", "seed", "1"), glider))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("seed and density are for a board without a pattern");
    assertThatThrownBy(() -> run(Map.of("size", "20", "rows", "10")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("give either size, or rows and columns");
    assertThatThrownBy(() -> run(Map.of(), glider, glider)).isInstanceOf(BadInput.class);
  }

  private static Map<String, String> with(Map<String, String> parameters, int generations) {
    final Map<String, String> all = new java.util.HashMap<>(parameters);
    all.put("generations", String.valueOf(generations));
    return all;
  }

  private Map<String, String> run(Map<String, String> parameters, Path... inputs)
      throws IOException {
    return Standalone.run(new Life(), parameters, List.of(inputs), folder.resolve("outputs"));
  }

  /** The board that the last run left, read from its pattern. */
  private boolean[][] board(Map<String, String> values, int rows, int columns) throws IOException {
    final Pattern pattern = PatternFile.read(folder.resolve("outputs/board.rle"), rows, columns);
    assertThat(pattern.rows()).isEqualTo(rows);
    assertThat(pattern.columns()).isEqualTo(columns);
    final boolean[][] board = new boolean[rows][columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        board[row][column] = pattern.lives(row, column);
      }
    }
    assertThat(values).containsEntry("population", String.valueOf(population(board)));
    return board;
  }

  private static long population(boolean[][] board) {
    long living = 0;
    for (final boolean[] row : board) {
      for (final boolean cell : row) {
        living += cell ? 1 : 0;
      }
    }
    return living;
  }

  /** The rule, as a plain loop. */
  private static boolean[][] play(boolean[][] start, int generations) {
    final int rows = start.length;
    final int columns = start[0].length;
    boolean[][] board = start;
    for (int g = 0; g < generations; g++) {
      final boolean[][] next = new boolean[rows][columns];
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
          int around = 0;
          for (int dr = -1; dr <= 1; dr++) {
            for (int dc = -1; dc <= 1; dc++) {
              final boolean itself = dr == 0 && dc == 0;
              around +=
                  !itself && board[(r + dr + rows) % rows][(c + dc + columns) % columns] ? 1 : 0;
            }
          }
          next[r][c] = around == 3 || (around == 2 && board[r][c]);
        }
      }
      board = next;
    }
    return board;
  }
}
