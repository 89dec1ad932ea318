package io.lull.apps.anneal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.apps.SoloRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Annealing finds the optima that are known. */
final class AnnealTest {
  /** Of twelve particles at the corners of an icosahedron, at its best size. */
  private static final double ICOSAHEDRON = -33.5975469;

  @TempDir Path folder;

  private double energy(Map<String, String> parameters) throws Exception {
    return Double.parseDouble(SoloRun.of(Anneal.class, parameters, folder).get("energy"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 10})
  void fourParticlesAreAtTheirBestDistances(int chains) throws Exception {
    assertThat(energy(Map.of("points", "4", "chains", String.valueOf(chains))))
        .isCloseTo(-6, within(1e-4));
  }

  @Test
  void twelveParticlesAreNoBetterThanAnIcosahedron() throws Exception {
    assertThat(energy(Map.of("points", "12"))).isBetween(ICOSAHEDRON - 1e-6, ICOSAHEDRON + 0.01);
  }

  @ParameterizedTest
  @CsvSource({"10, 1", "30, 4"})
  void theTourIsTheCircle(int points, int chains) throws Exception {
    assertThat(
            energy(
                Map.of(
                    "problem", "tour",
                    "points", String.valueOf(points),
                    "chains", String.valueOf(chains))))
        .isCloseTo(2 * points * Math.sin(Math.PI / points), within(1e-9));
    assertThat(Files.readAllLines(folder.resolve("points.csv"))).hasSize(points + 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void energiesAreKeptUpToDateByTheirChanges(boolean onSphere) {
    final Arrangement arrangement = new Anneal.Problem(onSphere, 9, 0.9, 3).start();
    final SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 200; i++) {
      arrangement.move(0.1, random);
      if (random.nextBoolean()) {
        arrangement.undo();
      }
      final double kept = arrangement.energy();
      arrangement.set(arrangement.values());
      assertThat(kept).isCloseTo(arrangement.energy(), within(1e-9 * Math.max(1, Math.abs(kept))));
    }
  }
}
