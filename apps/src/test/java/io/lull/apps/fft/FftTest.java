package io.lull.apps.fft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FftTest {
  @TempDir Path folder;

  private Map<String, String> run(Map<String, String> parameters) throws IOException {
    return Standalone.run(new Fft(), parameters, List.of(), folder);
  }

  @Test
  void theSmallestClassHasTheBenchmarksChecksums() throws IOException {
    final Map<String, String> values = run(Map.of("class", "S"));
    assertThat(values).containsEntry("verified", "1").hasSize(13);
    assertThat(Double.parseDouble(values.get("checksum.1.re")))
        .isCloseTo(554.6087004964, within(554.6087004964 * 1e-12));
  }

  @Test
  void otherLengthsAreTransformedAndNotVerified() throws IOException {
    final Map<String, String> values =
        run(Map.of("nx", "16", "ny", "4", "nz", "8", "iterations", "2"));
    assertThat(values).hasSize(4).doesNotContainKey("verified");
  }

  @Test
  void linesAreTransformedAsTheSumSays() {
    final int n = 16;
    final LineTransform lines = new LineTransform(n);
    final double[] re = new double[n * LineTransform.LINES];
    final double[] im = new double[n * LineTransform.LINES];
    final Random random = new Random(5);
    for (int i = 0; i < re.length; i++) {
      re[i] = random.nextDouble();
      im[i] = random.nextDouble();
      lines.re()[i] = re[i];
      lines.im()[i] = im[i];
    }
    lines.forward(new Roots(n));
    for (int b = 0; b < LineTransform.LINES; b++) {
      for (int f = 0; f < n; f++) {
        double sumRe = 0;
        double sumIm = 0;
        for (int k = 0; k < n; k++) {
          final double angle = 2 * Math.PI * f * k / n;
          final int at = k * LineTransform.LINES + b;
          sumRe += re[at] * Math.cos(angle) - im[at] * Math.sin(angle);
          sumIm += re[at] * Math.sin(angle) + im[at] * Math.cos(angle);
        }
        assertThat(Math.abs(lines.re()[f * LineTransform.LINES + b] - sumRe)).isLessThan(1e-12);
        assertThat(Math.abs(lines.im()[f * LineTransform.LINES + b] - sumIm)).isLessThan(1e-12);
      }
    }
  }

  @Test
  void refusesParametersThatCannotBeUsed() {
    assertThatThrownBy(() -> run(Map.of("class", "Z")))
        .isInstanceOf(BadInput.class)
        .hasMessage("class=Z: enter S, W, A, B or C");
    assertThatThrownBy(() -> run(Map.of("nx", "24")))
        .isInstanceOf(BadInput.class)
        .hasMessage("nx=24: enter a power of two, such as 64");
    assertThatThrownBy(() -> run(Map.of("class", "S", "nx", "16")))
        .isInstanceOf(BadInput.class)
        .hasMessage("class and nx, ny, nz, iterations: enter the class, or all the others");
  }
}
