package io.lull.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The figures of {@code docs/measurements.md}: started by {@code testing/bench/figures}, which says
 * how.
 */
public final class Figures {
  private Figures() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    final Path launcher = Path.of(arguments[0]);
    final List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
    switch (rest.isEmpty() ? "" : rest.getFirst()) {
      case "kernel" -> KernelFigures.print();
      case "start" -> StartFigures.print(launcher);
      case "demo" -> {
        final int rounds = rest.size() > 1 ? Integer.parseInt(rest.get(1)) : 3;
        DemoFigures.print(launcher, rounds, rest.subList(Math.min(2, rest.size()), rest.size()));
      }
      default -> {
        System.err.println("figures: say which: kernel, start, or demo [ROUNDS [OPTION…]]");
        System.exit(2);
      }
    }
  }
}
