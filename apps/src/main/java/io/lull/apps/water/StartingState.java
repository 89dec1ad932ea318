package io.lull.apps.water;

import io.lull.apps.numbers.HashedNumbers;
import io.lull.reconfig.BadInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Molecules on a lattice, with random velocities of the temperature: of a file, or by a seed. All
 * of them at rest together.
 */
final class StartingState {
  /** SPLASH takes the cube's side to be so much shorter, and the lattice as much wider. */
  private static final double SIDE_SHORTENED = 0.00001;

  /** The most bytes of a file of random numbers that is read. */
  private static final long MOST_BYTES = 1 << 28;

  private final WaterBox box;
  private final int side;

  /** By molecule and number, as coordinates are. */
  private final double[] velocities;

  private StartingState(WaterBox box, int side, double[] velocities) {
    this.box = box;
    this.side = side;
    this.velocities = velocities;
  }

  /**
   * @param file a number that is not used, then the nine of each molecule; null: made by the seed
   * @throws BadInput when the file cannot be used
   */
  static StartingState of(WaterParameters problem, @Nullable Path file) {
    final WaterBox box = WaterBox.of(problem);
    final double[] numbers =
        file == null ? random(problem) : read(file, problem.molecules() * Molecule.NUMBERS);
    return new StartingState(box, problem.side(), atTemperature(box, numbers));
  }

  private static double[] random(WaterParameters problem) {
    final double[] all = new double[problem.molecules() * Molecule.NUMBERS];
    for (int i = 0; i < all.length; i++) {
      // A sum of twelve is close enough to a normal distribution.
      double sum = 0;
      for (int k = 0; k < 12; k++) {
        sum += HashedNumbers.centred(problem.seed(), i * 12L + k);
      }
      all[i] = sum;
    }
    return all;
  }

  private static double[] read(Path file, int count) {
    final double[] numbers = new double[count];
    int at = -1;
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new BadInput(file + " has more than " + MOST_BYTES + " bytes: enter random.in");
      }
      final List<String> lines = Files.readAllLines(file);
      for (int line = 0; line < lines.size() && at < count; line++) {
        final StringTokenizer fields = new StringTokenizer(lines.get(line));
        for (; fields.hasMoreTokens() && at < count; at++) {
          final double number = number(file, line + 1, fields.nextToken());
          if (at >= 0) {
            numbers[at] = number;
          }
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new BadInput(file + " cannot be read: " + e.getMessage());
    }
    if (at < count) {
      throw new BadInput(
          file
              + " has "
              + (at + 1)
              + " numbers, and "
              + (count + 1)
              + " are needed: enter fewer molecules, or omit --input");
    }
    return numbers;
  }

  private static double number(Path file, int line, String field) {
    try {
      final double number = Double.parseDouble(field);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, like one that is not finite
    }
    throw new BadInput(file + ", line " + line + ": " + field + " is no finite number");
  }

  /** Velocities of so many random momenta. */
  private static double[] atTemperature(WaterBox box, double[] momenta) {
    final double[] velocities = new double[momenta.length];
    for (int axis = 0; axis < Molecule.AXES; axis++) {
      double sum = 0;
      for (int i = axis; i < momenta.length; i += Molecule.AXES) {
        sum += momenta[i];
      }
      final double mean = sum * Molecule.AXES / momenta.length;
      double squares = 0;
      for (int i = axis; i < momenta.length; i += Molecule.AXES) {
        squares += (momenta[i] - mean) * (momenta[i] - mean) / mass(i);
      }
      final double scale = box.displacementsAtTemperature(squares);
      for (int i = axis; i < momenta.length; i += Molecule.AXES) {
        velocities[i] = (momenta[i] - mean) * scale / mass(i);
      }
    }
    return velocities;
  }

  private static double mass(int number) {
    return WaterBox.mass(number % Molecule.NUMBERS / Molecule.AXES);
  }

  double coordinate(int molecule, int atom, int axis) {
    final double spacing = box.length() / (side - SIDE_SHORTENED);
    final int place =
        switch (axis) {
          case 0 -> molecule / (side * side);
          case 1 -> molecule / side % side;
          default -> molecule % side;
        };
    return spacing * (place + 0.5) + offset(atom, axis);
  }

  /** From the oxygen. */
  private static double offset(int atom, int axis) {
    if (atom == Molecule.OXYGEN || axis == 2) {
      return 0;
    }
    if (axis == 0) {
      return Molecule.BOND * StrictMath.cos(Molecule.ANGLE / 2);
    }
    final double across = Molecule.BOND * StrictMath.sin(Molecule.ANGLE / 2);
    return atom == Molecule.FIRST_HYDROGEN ? across : -across;
  }

  /** The way of a step. */
  double velocity(int molecule, int atom, int axis) {
    return velocities[molecule * Molecule.NUMBERS + Molecule.place(atom, axis)];
  }
}
