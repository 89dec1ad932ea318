package io.lull.apps.barnes;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BarnesTest {
  private static final int BODIES = 300;
  private static final double EPS = 0.05;

  @TempDir Path folder;

  private Map<String, String> run(Map<String, String> parameters, Path... inputs)
      throws IOException {
    return Standalone.run(new Barnes(), parameters, List.of(inputs), folder);
  }

  private double[][] table(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name)).stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  /** What each body feels of each other one. */
  private static double[][] direct(double[][] bodies) {
    final double[][] all = new double[bodies.length][3];
    for (int i = 0; i < bodies.length; i++) {
      for (int j = 0; j < bodies.length; j++) {
        final double dx = bodies[j][1] - bodies[i][1];
        final double dy = bodies[j][2] - bodies[i][2];
        final double dz = bodies[j][3] - bodies[i][3];
        final double square = dx * dx + dy * dy + dz * dz + EPS * EPS;
        if (i != j) {
          final double factor = bodies[j][0] / (square * Math.sqrt(square));
          all[i][0] += factor * dx;
          all[i][1] += factor * dy;
          all[i][2] += factor * dz;
        }
      }
    }
    return all;
  }

  /** Of accelerations of a random cluster, by how much they differ from direct sums. */
  private double[] errors(String theta) throws IOException {
    // A step so short that bodies stay where they are.
    run(Map.of("bodies", "" + BODIES, "steps", "1", "theta", theta, "dt", "1e-12"));
    final double[][] found = table("accelerations.csv");
    final double[][] expected = direct(table("bodies.csv"));
    final double[] errors = new double[BODIES];
    for (int i = 0; i < BODIES; i++) {
      double difference = 0;
      double length = 0;
      for (int axis = 0; axis < 3; axis++) {
        difference += Math.pow(found[i][axis] - expected[i][axis], 2);
        length += Math.pow(expected[i][axis], 2);
      }
      errors[i] = Math.sqrt(difference / length);
    }
    Arrays.sort(errors);
    return errors;
  }

  @Test
  void withoutCellsForcesAreDirectSums() throws IOException {
    assertThat(errors("0")[BODIES - 1]).isLessThan(1e-9);
  }

  @Test
  void withCellsForcesAreAsExactAsTheMethodIs() throws IOException {
    final double[] errors = errors("1");
    assertThat(Arrays.stream(errors).average().orElseThrow()).isBetween(1e-4, 0.04);
    assertThat(errors[BODIES * 95 / 100]).isLessThan(0.1);
  }

  @Test
  void energyIsKept() throws IOException {
    final double early = energy("1");
    assertThat(energy("200")).isCloseTo(early, within(Math.abs(early) * 1e-3));
  }

  private double energy(String steps) throws IOException {
    return Double.parseDouble(
        run(Map.of("bodies", "100", "theta", "0.3", "dt", "0.005", "steps", steps)).get("energy"));
  }

  @Test
  void aFileOfBodiesIsTakenAsItIs() throws IOException {
    final Path file =
        Files.writeString(
            folder.resolve("two.csv"), "mass,x,y,z,vx,vy,vz\n0.5,0,0,0,0,0,0\n0.5,1,0,0,0,0,0\n");
    run(Map.of("steps", "1", "eps", "0"), file);
    assertThat(table("accelerations.csv"))
        .isDeepEqualTo(new double[][] {{0.5, 0, 0}, {-0.5, 0, 0}});
  }

  @Test
  void bodiesAtOnePlaceDoNotAttractEachOther() throws IOException {
    final Path file =
        Files.writeString(
            folder.resolve("one-place.csv"),
            "mass,x,y,z,vx,vy,vz\n1,2,2,2,0,0,0\n1,2,2,2,0,0,0\n1,2,2,2,0,0,0\n");
    run(Map.of("steps", "2"), file);
    assertThat(table("accelerations.csv")).isDeepEqualTo(new double[3][3]);
  }

  @Test
  void refusesFilesThatCannotBeRead() throws IOException {
    final Path file =
        Files.writeString(folder.resolve("bad.csv"), "mass,x,y,z,vx,vy,vz\n1,2,2,2,0,0,x\n");
    assertThatThrownBy(() -> run(Map.of(), file))
        .isInstanceOf(BadInput.class)
        .hasMessage(file + ", line 2: x is no finite number");
    Files.writeString(file, "mass,x,y,z,vx,vy,vz\n0,2,2,2,0,0,0\n");
    assertThatThrownBy(() -> run(Map.of(), file))
        .isInstanceOf(BadInput.class)
        .hasMessage(file + ", line 2: enter a mass above 0");
    Files.writeString(file, "m\n");
    assertThatThrownBy(() -> run(Map.of(), file))
        .isInstanceOf(BadInput.class)
        .hasMessage(file + ": the first line is to be mass,x,y,z,vx,vy,vz");
  }
}
