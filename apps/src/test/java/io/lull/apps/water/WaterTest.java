package io.lull.apps.water;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WaterTest {
  private static final int TOTAL = 5;
  private static final int TEMPERATURE = 6;

  @TempDir Path folder;

  private double[][] run(Map<String, String> parameters, Path... inputs) throws IOException {
    Standalone.run(new Water(), parameters, List.of(inputs), folder);
    return Files.readAllLines(folder.resolve("energies.csv")).stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  @Test
  void energyIsKept() throws IOException {
    final double[][] steps = run(Map.of("molecules", "27", "steps", "40"));
    assertThat(steps).hasDimensions(40, 8);
    for (final double[] step : steps) {
      // Molecules that come within the cutoff bring what they have of the potential there.
      assertThat(step[TOTAL]).isCloseTo(steps[0][TOTAL], within(0.05));
      assertThat(step[1] + step[2] + step[3] + step[4]).isCloseTo(step[TOTAL], within(1e-9));
    }
    assertThat(steps[0][TEMPERATURE]).isCloseTo(298, within(10.0));
    assertThat(steps[39][0]).isNotCloseTo(steps[0][0], within(0.05));
  }

  @Test
  void anOddAndAnEvenNumberHaveEachPairOnce() throws IOException {
    for (final int molecules : new int[] {27, 64}) {
      final int[] pairs = new int[molecules * molecules];
      for (int first = 0; first < molecules; first++) {
        for (int k = 1; k <= Water.partners(molecules, first); k++) {
          final int second = (first + k) % molecules;
          pairs[Math.min(first, second) * molecules + Math.max(first, second)]++;
        }
      }
      assertThat(Arrays.stream(pairs).sum()).isEqualTo(molecules * (molecules - 1) / 2);
      assertThat(Arrays.stream(pairs).max()).hasValue(1);
    }
  }

  private static String numbers(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> " " + Math.sin(i * i) + (i % 3 == 0 ? "\n" : ""))
        .collect(Collectors.joining());
  }

  @Test
  void aFileOfRandomNumbersTakesThePlaceOfASeed() throws IOException {
    final Path file = Files.writeString(folder.resolve("random.in"), numbers(1 + 8 * 9));
    final Map<String, String> problem = Map.of("molecules", "8", "steps", "1");
    final double[] withFile = run(problem, file)[0];
    Files.writeString(file, "999" + numbers(1 + 8 * 9).substring(numbers(1).length()) + " none");
    assertThat(run(problem, file)[0]).as("the first is not used").isEqualTo(withFile);
    assertThat(run(problem)[0]).isNotEqualTo(withFile);
  }

  @Test
  void refusesWhatCannotBeUsed() throws IOException {
    final Map<String, String> problem = Map.of("molecules", "8");
    assertThatThrownBy(() -> run(Map.of("molecules", "500")))
        .isInstanceOf(BadInput.class)
        .hasMessage("molecules=500: enter a cube, such as 512");
    final Path file = Files.writeString(folder.resolve("random.in"), numbers(72));
    assertThatThrownBy(() -> run(problem, file))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            file + " has 72 numbers, and 73 are needed: enter fewer molecules, or omit --input");
    Files.writeString(file, "1\n2 NaN\n");
    assertThatThrownBy(() -> run(problem, file))
        .isInstanceOf(BadInput.class)
        .hasMessage(file + ", line 2: NaN is no finite number");
    assertThatThrownBy(() -> run(problem, file, file))
        .isInstanceOf(BadInput.class)
        .hasMessage("water takes one input file, not 2: enter random.in only");
  }
}
