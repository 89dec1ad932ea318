package io.lull.apps.barnes;

import io.lull.reconfig.BadInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Bodies from a file: a header line, and a line {@code mass,x,y,z,vx,vy,vz} for each. */
final class BodyFile implements Bodies {
  private static final String HEADER = "mass,x,y,z,vx,vy,vz";
  private static final int NUMBERS = 7;

  private final double[] numbers;

  private BodyFile(double[] numbers) {
    this.numbers = numbers;
  }

  /**
   * @throws BadInput with the file, the line's number and what is wrong with it
   */
  static BodyFile read(Path file) {
    final List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException | UncheckedIOException e) {
      throw new BadInput(file + " cannot be read: " + e.getMessage());
    }
    if (lines.isEmpty() || !lines.getFirst().strip().equals(HEADER)) {
      throw new BadInput(file + ": the first line is to be " + HEADER);
    }
    final double[] numbers = new double[(lines.size() - 1) * NUMBERS];
    for (int i = 1; i < lines.size(); i++) {
      final String[] fields = lines.get(i).split(",", -1);
      if (fields.length != NUMBERS) {
        throw new BadInput(
            file + ", line " + (i + 1) + ": " + fields.length + " numbers; enter " + HEADER);
      }
      for (int f = 0; f < NUMBERS; f++) {
        numbers[(i - 1) * NUMBERS + f] = number(file, i + 1, fields[f]);
      }
      if (numbers[(i - 1) * NUMBERS] <= 0) {
        throw new BadInput(file + ", line " + (i + 1) + ": enter a mass above 0");
      }
    }
    if (numbers.length == 0) {
      throw new BadInput(file + ": there is no body in it");
    }
    return new BodyFile(numbers);
  }

  private static double number(Path file, int line, String field) {
    try {
      final double number = Double.parseDouble(field.strip());
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, like one that is not finite
    }
    throw new BadInput(file + ", line " + line + ": " + field + " is no finite number");
  }

  @Override
  public int count() {
    return numbers.length / NUMBERS;
  }

  @Override
  public double mass(long body) {
    return numbers[(int) body * NUMBERS];
  }

  @Override
  public double position(long body, int axis) {
    return numbers[(int) body * NUMBERS + 1 + axis];
  }

  @Override
  public double velocity(long body, int axis) {
    return numbers[(int) body * NUMBERS + 4 + axis];
  }
}
