package io.lull.apps.linear;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of little-endian doubles, as inputs and outputs have them. */
final class NumberFiles {
  private NumberFiles() {}

  static double[] read(Path file) throws IOException {
    final byte[] bytes = Files.readAllBytes(file);
    final double[] numbers = new double[bytes.length / Double.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(numbers);
    return numbers;
  }

  static Path write(Path file, double... numbers) throws IOException {
    final ByteBuffer bytes =
        ByteBuffer.allocate(numbers.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(numbers);
    return Files.write(file, bytes.array());
  }
}
