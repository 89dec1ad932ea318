package io.lull.apps.fft;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The user's parameters.
 *
 * @param reference what the checksums are to be; null: of other lengths nothing is known
 */
record FftParameters(
    int nx, int ny, int nz, int iterations, @Nullable FtProblemClass reference, Pace pace) {
  private static final List<String> OWN = List.of("nx", "ny", "nz", "iterations");
  private static final int LEAST = 4;
  private static final int MOST = 4096;

  /**
   * @throws BadInput if a parameter cannot be used
   */
  static FftParameters of(Parameters parameters) {
    final FtProblemClass otherwise = problemClass(parameters.text("class", "S"));
    final boolean own = !OWN.stream().filter(parameters::has).toList().isEmpty();
    if (own && parameters.has("class")) {
      throw new BadInput("class and nx, ny, nz, iterations: enter the class, or all the others");
    }
    return new FftParameters(
        length(parameters, "nx", otherwise.nx()),
        length(parameters, "ny", otherwise.ny()),
        length(parameters, "nz", otherwise.nz()),
        (int) parameters.integer("iterations", otherwise.iterations(), 1, 1_000_000),
        own ? null : otherwise,
        Pace.of(parameters));
  }

  private static int length(Parameters parameters, String name, int otherwise) {
    final int length = (int) parameters.integer(name, otherwise, LEAST, MOST);
    if (Integer.bitCount(length) != 1) {
      throw new BadInput(name + "=" + length + ": enter a power of two, such as 64");
    }
    return length;
  }

  static FtProblemClass problemClass(String name) {
    try {
      return FtProblemClass.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new BadInput("class=" + name + ": enter S, W, A, B or C");
    }
  }

  long points() {
    return (long) nx * ny * nz;
  }
}
