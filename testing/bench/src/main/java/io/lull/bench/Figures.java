package io.lull.bench;

import io.lull.bench.halo.HaloFigures;
import io.lull.bench.reclaim.Options;
import io.lull.bench.reclaim.ReclaimFigures;
import io.lull.bench.reconfigure.ReconfigureFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The figures of {@code docs/measurements.md}: started by {@code testing/bench/figures}, which says
 * how.
 */
public final class Figures {
  private static final String NAMES =
      "reclaim [OPTION…], kernel [OPTION…], halo [OPTION…],"
          + " reconfigure [OPTION…], start, or demo [ROUNDS [OPTION…]]";

  private Figures() {}

  public static void main(String[] arguments) throws Exception {
    final Path launcher = Path.of(arguments[0]);
    final List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
    switch (rest.isEmpty() ? "" : rest.getFirst()) {
      case "kernel" -> System.exit(kernel(rest.subList(1, rest.size())));
      case "halo" -> System.exit(halo(rest.subList(1, rest.size())));
      case "reconfigure" -> System.exit(reconfigure(rest.subList(1, rest.size())));
      case "start" -> StartFigures.print(launcher);
      case "demo" -> {
        final int rounds = rest.size() > 1 ? Integer.parseInt(rest.get(1)) : 3;
        DemoFigures.print(launcher, rounds, rest.subList(Math.min(2, rest.size()), rest.size()));
      }
      case "reclaim" -> System.exit(reclaim(rest.subList(1, rest.size())));
      default -> {
        System.err.println("lull bench: say which: " + NAMES);
        System.exit(2);
      }
    }
  }

  private static int kernel(List<String> words) throws IOException, InterruptedException {
    if (words.contains("--help") || words.contains("-h")) {
      System.out.println(KernelFigures.USAGE);
      return 0;
    }
    final KernelFigures figures;
    try {
      figures = KernelFigures.of(words);
    } catch (IllegalArgumentException e) {
      System.err.println("lull bench kernel: " + e.getMessage());
      return 2;
    }
    figures.print();
    return 0;
  }

  private static int halo(List<String> words) throws IOException, InterruptedException {
    if (words.contains("--help") || words.contains("-h")) {
      System.out.println(HaloFigures.USAGE);
      return 0;
    }
    final HaloFigures figures;
    try {
      figures = HaloFigures.of(words);
    } catch (IllegalArgumentException e) {
      System.err.println("lull bench halo: " + e.getMessage());
      return 2;
    }
    figures.print();
    return 0;
  }

  private static int reconfigure(List<String> words) throws Exception {
    if (words.contains("--help") || words.contains("-h")) {
      System.out.println(ReconfigureFigures.USAGE);
      return 0;
    }
    final ReconfigureFigures figures;
    try {
      figures = ReconfigureFigures.of(words);
    } catch (IllegalArgumentException e) {
      System.err.println("lull bench reconfigure: " + e.getMessage());
      return 2;
    }
    figures.print();
    return 0;
  }

  private static int reclaim(List<String> words) throws IOException, InterruptedException {
    if (words.contains("--help") || words.contains("-h")) {
      System.out.println(ReclaimFigures.usage());
      return 0;
    }
    final Options options;
    try {
      options = Options.parse(words);
    } catch (IllegalArgumentException e) {
      System.err.println("lull bench reclaim: " + e.getMessage());
      return 2;
    }
    return ReclaimFigures.print(options);
  }
}
