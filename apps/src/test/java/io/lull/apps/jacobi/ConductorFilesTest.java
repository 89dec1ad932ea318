package io.lull.apps.jacobi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConductorFilesTest {
  @TempDir private Path folder;

  @Test
  void fixesWhatTheLinesSayInAnyOrder() throws IOException {
    final Path file =
        Files.writeString(
            folder.resolve("plates.csv"),
            """
            row,column,value
            # the plate
            7,3,0.5
            7,2,0.5\r

             0 , 9 , -2e3\s
            7,4,0.25
            0,0,0
            0,0,0\
            """);
    final Conductors conductors = ConductorFiles.read(List.of(file), 10);
    final Map<Long, Double> expected = Map.of(73L, 0.5, 72L, 0.5, 9L, -2e3, 74L, 0.25, 0L, 0.0);
    for (long row = 0; row < 10; row++) {
      for (long column = 0; column < 10; column++) {
        final Double value = expected.get(row * 10 + column);
        assertThat(conductors.fixes(row, column)).isEqualTo(value != null);
        assertThat(conductors.at(row, column, 77)).isEqualTo(value == null ? 77 : value);
      }
    }
  }

  @Test
  void findsEveryCellInWhateverOrderItIsAsked() {
    final Random random = new Random(4);
    final int size = 40;
    final Conductors.Gatherer gatherer = new Conductors.Gatherer(size);
    final Map<Integer, Double> expected = new HashMap<>();
    for (int i = 0; i < 700; i++) {
      final int cell = random.nextInt(size * size);
      final double value = cell % 3;
      expected.put(cell, value);
      gatherer.fix(cell / size, cell % size, value);
    }
    final Conductors conductors = gatherer.gather();
    for (int i = 0; i < 20_000; i++) {
      final int cell = random.nextInt(size * size);
      final Double value = expected.get(cell);
      assertThat(conductors.at(cell / size, cell % size, -1)).isEqualTo(value == null ? -1 : value);
    }
  }

  @Test
  void takesPicturesAndLinesTogether() throws IOException {
    final Path picture =
        Files.writeString(folder.resolve("a.pgm"), "P2 3 3 255\n0 0 0 0 51 0 255 0 0\n");
    final Path lines = Files.writeString(folder.resolve("b.csv"), "0,2,4\n");
    final Conductors conductors = ConductorFiles.read(List.of(picture, lines), 3);
    assertThat(conductors.at(1, 1, -1)).isEqualTo(51 / 255.0);
    assertThat(conductors.at(2, 0, -1)).isEqualTo(1.0);
    assertThat(conductors.at(0, 2, -1)).isEqualTo(4.0);
    assertThat(conductors.fixes(0, 0)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2|line 1: '1,2' is not row,column,value",
        "1;2;3|line 1: '1;2;3' is not row,column,value",
        "a,2,3|line 1: 'a' is no row: write a whole number from 0 to 9",
        "10,2,3|line 1: row 10 is outside the grid: the rows of size=10 are 0 to 9",
        "1,-1,3|line 1: column -1 is outside the grid: the columns of size=10 are 0 to 9",
        "1,1,x|line 1: 'x' is not a value: write a number such as 0.75 or -2e3",
        "1,1,NaN|line 1: 'NaN' is not a value: write a number such as 0.75 or -2e3",
        "1,1,1e999|line 1: '1e999' is not a value: write a number such as 0.75 or -2e3"
      })
  void refusesALineWithItsPlaceAndTheRemedy(String line, String message) throws IOException {
    final Path file = Files.writeString(folder.resolve("bad.csv"), line + "\n");
    assertRefused(file, "bad.csv " + message);
  }

  @Test
  void refusesWhatIsNeitherTextNorPicture() throws IOException {
    final Path file = folder.resolve("bad.bin");
    Files.write(file, new byte[] {1, 2, 3});
    assertRefused(
        file,
        "bad.bin is not a supported picture format: give a PNG or PGM of size x size pixels, or"
            + " lines of row,column,value");
    Files.write(file, new byte[0]);
    assertRefused(
        file,
        "bad.bin is empty: give a PNG or PGM of size x size pixels, or lines of row,column,value");
    Files.writeString(file, "1,1,1\n" + "x".repeat(5000));
    assertRefused(
        file,
        "bad.bin line 2 is longer than 200 characters: write one row,column,value on each line");
    assertThatThrownBy(() -> ConductorFiles.read(List.of(folder.resolve("none.csv")), 10))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("none.csv cannot be read");
  }

  @Test
  void refusesAPictureOfAnotherSizeAndSaysWhichSizeWouldDo() throws IOException {
    assertRefused(
        Files.writeString(folder.resolve("a.pgm"), "P2 3 3 255\n0 0 0 0 0 0 0 0 0\n"),
        "a.pgm has 3 x 3 pixels but the grid has 10 x 10 cells: scale the picture or give size=3");
  }

  @Test
  void refusesACellThatIsFixedTwiceDifferently() throws IOException {
    assertRefused(
        Files.writeString(folder.resolve("a.csv"), "4,5,1\n4,6,1\n4,6,2\n"),
        "the inputs fix the cell in row 4, column 6 at both 1.0 and 2.0: omit one of them");
  }

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> ConductorFiles.read(List.of(file), 10))
        .isInstanceOf(BadInput.class)
        .hasMessage(message);
  }
}
