package io.lull.apps.linear;

import io.lull.apps.numbers.HashedNumbers;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** As many equations as unknowns. Any thread. */
sealed interface LinearSystem {
  long GREATEST_SIZE = 16_384;
  long DEFAULT_SIZE = 1000;
  long GREATEST_BLOCK = 256;

  long size();

  /** A coefficient. */
  double at(long row, long column);

  /** The right-hand side. */
  double right(long row);

  /** Of random numbers within a half of zero. */
  record Seeded(long size, long seed) implements LinearSystem {
    @Override
    public double at(long row, long column) {
      return HashedNumbers.centred(seed, row * (size + 1) + column);
    }

    @Override
    public double right(long row) {
      return HashedNumbers.centred(seed, row * (size + 1) + size);
    }
  }

  /** In two files of little-endian doubles, row by row. */
  record Stored(long size, DoubleBuffer coefficients, DoubleBuffer rights) implements LinearSystem {
    /** Of what one buffer can map. */
    static final long GREATEST = 16_383;

    @Override
    public double at(long row, long column) {
      return coefficients.get(Math.toIntExact(row * size + column));
    }

    @Override
    public double right(long row) {
      return rights.get(Math.toIntExact(row));
    }
  }

  /**
   * Refuses what a run of a program that solves it would refuse.
   *
   * @param program for messages
   * @throws BadInput with one line that names the error and the remedy
   */
  static void check(String program, Parameters parameters, List<Path> inputs) {
    of(program, parameters, inputs);
    block(parameters);
    Pace.of(parameters);
  }

  /** How many lines of it are dealt out together. */
  static int block(Parameters parameters) {
    return (int) parameters.integer("block", 32, 1, GREATEST_BLOCK);
  }

  /**
   * @param program for messages
   * @throws BadInput with one line that names the error and the remedy
   */
  static LinearSystem of(String program, Parameters parameters, List<Path> inputs) {
    if (inputs.isEmpty()) {
      return new Seeded(
          parameters.integer("size", DEFAULT_SIZE, 1, GREATEST_SIZE),
          parameters.integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
    }
    if (parameters.has("size") || parameters.has("seed")) {
      throw new BadInput("size and seed are for a random system: omit them, or --input");
    }
    return stored(named(program, inputs, "a.f64"), named(program, inputs, "b.f64"));
  }

  private static Path named(String program, List<Path> inputs, String name) {
    if (inputs.size() != 2) {
      throw new BadInput(
          program
              + " takes two input files, a.f64 and b.f64, or none: give --input a.f64 --input"
              + " b.f64");
    }
    return inputs.stream()
        .filter(file -> file.getFileName().toString().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new BadInput(
                program
                    + " knows its input files by their names, a.f64 and b.f64: "
                    + name
                    + " is missing"));
  }

  private static LinearSystem stored(Path coefficients, Path rights) {
    try {
      final long numbers = Files.size(coefficients) / Double.BYTES;
      final long size = Math.round(Math.sqrt((double) numbers));
      if (size < 1
          || size > Stored.GREATEST
          || Files.size(coefficients) != size * size * Double.BYTES) {
        throw new BadInput(
            "a.f64 has "
                + Files.size(coefficients)
                + " bytes: it must have 8 n n, for n from 1 to "
                + Stored.GREATEST);
      }
      if (Files.size(rights) != size * Double.BYTES) {
        throw new BadInput(
            "b.f64 has "
                + Files.size(rights)
                + " bytes: it must have "
                + size * Double.BYTES
                + ", for the "
                + size
                + " rows of a.f64");
      }
      return new Stored(size, mapped(coefficients), mapped(rights));
    } catch (IOException e) {
      throw new BadInput("the inputs cannot be read: " + e.getMessage());
    }
  }

  private static DoubleBuffer mapped(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel
          .map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
          .order(ByteOrder.LITTLE_ENDIAN)
          .asDoubleBuffer();
    }
  }
}
