package io.lull.apps.nbf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NbfTest {
  private static final int COUNT = 200;

  @TempDir Path folder;

  private Map<String, String> run(Map<String, String> parameters) throws IOException {
    return Standalone.run(new Nbf(), parameters, List.of(), folder);
  }

  /** The energy after some steps, all pairs worked out from both sides. */
  private static double energy(int steps, boolean random) {
    final Lattice lattice = new Lattice(COUNT, 3);
    final double[][] x = new double[COUNT][3];
    final double[][] v = new double[COUNT][3];
    final List<List<Integer>> partners = new ArrayList<>();
    final int[] list = new int[1 + PartnerList.MOST];
    for (int i = 0; i < COUNT; i++) {
      for (int axis = 0; axis < 3; axis++) {
        x[i][axis] = lattice.coordinate(i, axis);
      }
      if (random) {
        PartnerList.random(COUNT, i, 3, list);
      } else {
        PartnerList.near(lattice, i, list);
      }
      partners.add(Arrays.stream(list, 1, list[0] + 1).boxed().toList());
    }
    double energy = 0;
    for (int step = 0; step < steps; step++) {
      final double[][] f = new double[COUNT][3];
      energy = 0;
      for (int i = 0; i < COUNT; i++) {
        for (final int j : partners.get(i)) {
          double square = 0;
          for (int axis = 0; axis < 3; axis++) {
            square += Math.pow(x[i][axis] - x[j][axis], 2);
          }
          energy += 4 * (Math.pow(square, -6) - Math.pow(square, -3));
          for (int axis = 0; axis < 3; axis++) {
            final double force =
                24 * (2 * Math.pow(square, -7) - Math.pow(square, -4)) * (x[i][axis] - x[j][axis]);
            f[i][axis] += force;
            f[j][axis] -= force;
          }
        }
      }
      for (int i = 0; i < COUNT; i++) {
        for (int axis = 0; axis < 3; axis++) {
          v[i][axis] += f[i][axis] * 1e-4;
          x[i][axis] += v[i][axis] * 1e-4;
        }
      }
    }
    for (final double[] each : v) {
      energy += (each[0] * each[0] + each[1] * each[1] + each[2] * each[2]) / 2;
    }
    return energy;
  }

  @ParameterizedTest
  @CsvSource({"cutoff, false", "random, true"})
  void energyIsThatOfAllPairsAndMomentumIsNone(String partners, boolean random) throws IOException {
    final Map<String, String> values =
        run(Map.of("molecules", "" + COUNT, "steps", "3", "seed", "3", "partners", partners));
    final double expected = energy(3, random);
    assertThat(Double.parseDouble(values.get("energy")))
        .isCloseTo(expected, within(Math.abs(expected) * 1e-12));
    assertThat(Double.parseDouble(values.get("momentum"))).isLessThan(1e-11);
  }

  @Test
  void listsAreEquallyLongAndHaveEachPairOnce() {
    final Lattice lattice = new Lattice(COUNT, 3);
    final int[] list = new int[1 + PartnerList.MOST];
    final Set<Long> pairs = new HashSet<>();
    for (int i = 0; i < COUNT; i++) {
      PartnerList.near(lattice, i, list);
      assertThat(list[0]).isBetween(10, 120);
      for (int k = 1; k <= list[0]; k++) {
        final long pair = (long) Math.min(i, list[k]) * COUNT + Math.max(i, list[k]);
        assertThat(pairs.add(pair)).isTrue();
      }
    }
  }

  @Test
  void refusesParametersThatCannotBeUsed() {
    assertThatThrownBy(() -> run(Map.of("partners", "all")))
        .isInstanceOf(BadInput.class)
        .hasMessage("partners=all: enter cutoff or random");
  }
}
