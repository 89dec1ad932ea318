package io.lull.bench.reclaim;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.reclaim.Options.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The table of {@code lull bench reclaim}: each figure beside its target, printed as it comes. */
public final class ReclaimFigures {
  private final Options options;
  private final Path folder;
  private final List<Row> rows = new ArrayList<>();

  private ReclaimFigures(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  /** What {@code --help} prints. */
  public static String usage() {
    return Options.USAGE;
  }

  /**
   * @return the exit code: 0 when every figure was measured that was asked for and can be here
   */
  public static int print(Options options) throws IOException, InterruptedException {
    final Path folder = Files.createTempDirectory("lull-bench");
    try {
      final ReclaimFigures figures = new ReclaimFigures(options, folder);
      return figures.measureAll() ? 0 : 1;
    } finally {
      delete(folder);
    }
  }

  private boolean measureAll() throws IOException, InterruptedException {
    System.err.printf(
        Locale.ROOT,
        "seed %d; %d events of each kind; load of this machine before: %s%n",
        options.seed(),
        options.events(),
        load());
    System.out.println("| figure | measured | target | met |");
    System.out.println("| --- | --- | --- | --- |");
    final boolean went;
    if (options.beside().isPresent()) {
      final BusyJob.Kind kind = options.beside().get();
      try (BusyJob job = BusyJob.start(kind, Files.createDirectory(folder.resolve("beside")))) {
        went = measureParts();
        System.err.println("beside it: " + job.done());
      }
    } else {
      went = measureParts();
    }
    if (options.json().isPresent()) {
      final ObjectMapper mapper = new ObjectMapper();
      final ObjectNode document = mapper.createObjectNode();
      document.put("at", Instant.now().toString());
      document.put("seed", options.seed());
      document.put("cores", Runtime.getRuntime().availableProcessors());
      document.put("loadAfter", load());
      options.beside().ifPresent(kind -> document.put("beside", kind.word()));
      rows.forEach(row -> document.withArray("rows").add(row.document()));
      Files.writeString(
          options.json().get(),
          mapper.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n");
    }
    return went;
  }

  private boolean measureParts() throws InterruptedException {
    final List<Boolean> went = new ArrayList<>();
    for (final Part part : options.parts()) {
      went.add(measure(part));
    }
    return went.stream().allMatch(well -> well);
  }

  private boolean measure(Part part) throws InterruptedException {
    final String name = part.name().toLowerCase(Locale.ROOT);
    System.err.println("measuring: " + name);
    try {
      final Path own = Files.createDirectory(folder.resolve(name));
      for (final Row row : measurement(part, own).rows()) {
        rows.add(row);
        System.out.println(row.line());
      }
      return true;
    } catch (IOException | AssertionError e) {
      System.err.println(name + " could not be measured: " + e.getMessage());
      return false;
    }
  }

  private Measurement measurement(Part part, Path own) {
    return switch (part) {
      case X11 -> new X11Latency(options, own);
      case WAYLAND -> new WaylandLatency(options, own);
      case DAY -> new DayFigures(options);
      case SLOWDOWN -> new Slowdown(own);
      case MEMORY -> new MemoryFree(options, own);
      case AGENT -> new AgentCost(options, own);
    };
  }

  private static String load() throws IOException {
    final Path file = Path.of("/proc/loadavg");
    return Files.isReadable(file)
        ? String.join(" ", List.of(Files.readString(file).split(" ")).subList(0, 3))
        : "unknown";
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (final Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
