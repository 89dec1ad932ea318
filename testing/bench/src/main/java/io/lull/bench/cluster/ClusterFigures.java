package io.lull.bench.cluster;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.fleet.Fleet;
import io.lull.bench.fleet.Hearing;
import io.lull.bench.grid.Child;
import io.lull.bench.grid.SmallGrid;
import io.lull.bench.grid.WrittenPast;
import io.lull.cli.Programs;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.display.XDisplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The page of the cluster with its coordinator, of many nodes and a year: from a click on it to its
 * first picture, to the other lengths of time, and how many pictures a second there are while it is
 * moved.
 */
public final class ClusterFigures {
  public static final String USAGE =
      """
      lull bench cluster [--nodes N] [--days D] [--rounds N] [--json FILE]
        --nodes N  machines, all of them connected
        --days D   of their past, the last 30 change by change, those before by the hour\
      """;

  private static final String NODES = "--nodes";
  private static final String DAYS = "--days";
  private static final Duration WITHIN = Duration.ofMinutes(5);
  private static final String FIGURE = "^figure\t|^over$";

  private final int count;
  private final int days;
  private final int rounds;
  private final FigureDocument document;

  private ClusterFigures(OptionPairs options) {
    count = options.whole(NODES, 5000, 500);
    days = options.whole(DAYS, 3650, 365);
    rounds = options.whole(OptionPairs.ROUNDS, 100, 15);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static ClusterFigures of(List<String> words) {
    return new ClusterFigures(
        OptionPairs.read(words, NODES, DAYS, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final Optional<String> missing = XDisplay.unavailable();
    if (missing.isPresent()) {
      throw new IOException(missing.get());
    }
    final Map<String, List<Double>> figures = new LinkedHashMap<>();
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      // The first life of the coordinator makes the tables, and who administers it.
      SmallGrid.start(folder.path(), "127.0.0.1", UnaryOperator.identity()).close();
      final List<String> names = new ArrayList<>();
      for (int n = 0; n < count; n++) {
        names.add(Fleet.name(n));
      }
      WrittenPast.write(
          folder.path().resolve("coordinator"), names, days, SystemClock.INSTANCE.epochMillis());
      try (SmallGrid grid = SmallGrid.again(folder.path());
          Fleet fleet =
              Fleet.of(
                  count, grid.authority(), List.of(grid.address()), folder.path(), Hearing.NONE);
          XDisplay display = XDisplay.open()) {
        fleet.connect();
        // A coordinator that was just started has read nothing yet.
        figures.put("just started", watched(folder.path(), display, 1).get("the first"));
        figures.putAll(watched(folder.path(), display, rounds));
      }
    }
    tell(figures);
  }

  /** What somebody sees who opens the page so often. */
  private static Map<String, List<Double>> watched(Path folder, XDisplay display, int rounds)
      throws IOException, InterruptedException {
    final Map<String, List<Double>> figures = new LinkedHashMap<>();
    try (Child page = window(folder, display, rounds)) {
      for (String line = page.await(FIGURE, WITHIN).text();
          !line.equals("over");
          line = page.await(FIGURE, WITHIN).text()) {
        final String[] parts = line.split("\t");
        figures.computeIfAbsent(parts[1], _ -> new ArrayList<>()).add(Double.parseDouble(parts[2]));
      }
    }
    return figures;
  }

  /** Started as the distribution's launcher starts its window, with its flags and its archive. */
  private static Child window(Path folder, XDisplay display, int rounds) throws IOException {
    final Path dist = Path.of(System.getProperty("lull.distribution"));
    final String mine =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .filter(entry -> entry.endsWith("bench/target/classes"))
            .findFirst()
            .orElseThrow();
    final List<String> command = new ArrayList<>(List.of(Programs.java().toString()));
    command.addAll(Files.readAllLines(dist.resolve("jvm/tray.jvm")));
    command.addAll(
        List.of(
            "-XX:SharedArchiveFile=" + dist.resolve("tray.jsa"),
            "--module-path",
            in(dist, "tray.modulepath"),
            "--add-modules",
            "javafx.controls",
            "-cp",
            in(dist, "tray.classpath") + ":" + mine,
            PageProcess.class.getName(),
            folder.resolve("home").toString(),
            Integer.toString(rounds)));
    return Child.start("window", folder, Map.of("DISPLAY", display.name()), command);
  }

  /** The files that a list of the distribution names, as its launcher writes them. */
  private static String in(Path dist, String list) throws IOException {
    return Arrays.stream(Files.readString(dist.resolve(list)).strip().split(":"))
        .map(entry -> dist + "/" + entry)
        .collect(Collectors.joining(":"));
  }

  private void tell(Map<String, List<Double>> figures) throws IOException {
    System.out.printf(Locale.ROOT, "| %d nodes, %d days | median (least to most) |%n", count, days);
    System.out.println("| --- | --- |");
    for (final Map.Entry<String, List<Double>> figure : figures.entrySet()) {
      final Sample sample = new Sample(figure.getValue());
      final boolean pan = figure.getKey().startsWith("pan ");
      System.out.printf(
          Locale.ROOT,
          "| %s | %s |%n",
          pan
              ? "pictures a second while a " + figure.getKey().substring(4) + " is moved"
              : switch (figure.getKey()) {
                case "just started" ->
                    "the very first picture of a window, of a coordinator that was just started";
                case "the first" -> "the very first picture of a window";
                case "first" -> "to the first picture, of a day";
                case "week hours" -> "until the hours of the week are there too";
                default -> "from a click on a " + figure.getKey() + " to its picture";
              },
          sample.in(pan ? "" : "ms"));
      document
          .row()
          .put("what", figure.getKey())
          .put("median", sample.median())
          .put("least", sample.least())
          .put("most", sample.most());
    }
    document.write();
  }
}
