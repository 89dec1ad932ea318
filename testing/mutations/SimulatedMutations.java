import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Plants one-line faults in the code that runs live, each in a copy of its class, and lets the
 * simulation of faults look for a history in which something does not hold.
 *
 * <p>A fault is caught if one of the first seeds finds it and the shortest history that does has
 * few faults.
 */
final class SimulatedMutations {
  /** A fault that no history of so many seeds finds has survived. */
  private static final int SEEDS = 2_000;

  private static final String FEWER = "--seeds=";

  /** A longer history says too little of the cause. */
  private static final int MOST_FAULTS = 10;

  private static final long PATIENCE_MINUTES = 15;
  private static final Path WORK = FaultTable.ROOT.resolve("target/mutations");
  private static final Path SIMULATOR = FaultTable.ROOT.resolve("simulator");

  private SimulatedMutations() {}

  public static void main(String[] words) throws Exception {
    final List<FaultTable.Fault> faults =
        FaultTable.ofSimulation().stream()
            .filter(fault ->
                Stream.of(words).allMatch(word -> word.startsWith("--"))
                    || Stream.of(words).anyMatch(word -> fault.toString().contains(word)))
            .toList();
    if (Arrays.asList(words).contains("--modules")) {
      System.out.println(faults.isEmpty() ? "" : "simulator");
      return;
    }
    final boolean listed = Arrays.asList(words).contains("--list");
    final int seeds =
        Stream.of(words)
            .filter(word -> word.startsWith(FEWER))
            .findFirst()
            .map(word -> Integer.valueOf(word.substring(FEWER.length())))
            .orElse(SEEDS);
    int bad = 0;
    for (final FaultTable.Fault fault : faults) {
      final String said = listed ? complaint(fault) : judged(fault, seeds);
      final boolean good = listed ? said.isEmpty() : said.startsWith("seed ");
      bad += good ? 0 : 1;
      System.out.printf(
          "%s: %s%s%n", fault.of(), fault.why(), said.isEmpty() ? "" : "\n          " + said);
    }
    System.out.printf(
        listed ? "%d faults, %d of them with errors%n" : "%d faults, %d of them not caught%n",
        faults.size(),
        bad);
    System.exit(bad == 0 && !faults.isEmpty() ? 0 : 1);
  }

  /** Empty: the row fits the tree. */
  private static String complaint(FaultTable.Fault fault) throws Exception {
    try {
      FaultTable.changed(fault);
      return "";
    } catch (FaultTable.BadRow e) {
      return "ERROR: " + e.getMessage();
    }
  }

  /** One that is caught begins with its seed. */
  private static String judged(FaultTable.Fault fault, int seeds) throws Exception {
    final Path folder = WORK.resolve("simulated-" + fault.line());
    try {
      final String complaint = PlantedClass.compile(fault, folder);
      if (!complaint.isEmpty()) {
        return "ERROR: it does not compile: " + complaint;
      }
    } catch (FaultTable.BadRow e) {
      return "ERROR: " + e.getMessage();
    }
    final Path log = folder.resolve("simulation.log");
    final Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseParallelGC",
                "-Xmx512m",
                "-cp",
                folder.resolve("classes") + File.pathSeparator + MavenModule.classPath(SIMULATOR),
                FaultTable.ROOT.resolve("testing/mutations/FirstFailure.java").toString(),
                String.valueOf(seeds))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
      return "ERROR: it did not come to an end in " + PATIENCE_MINUTES + " minutes";
    }
    final List<String> said = Files.readAllLines(log);
    final String last = said.isEmpty() ? "" : said.getLast();
    final String[] found = last.split(" ", 6);
    if (process.exitValue() != 0 || found.length < 6) {
      return last.equals("held")
          ? "SURVIVED: all holds in " + seeds + " histories"
          : "ERROR: see " + log;
    }
    return (Integer.parseInt(found[2]) <= MOST_FAULTS ? "seed " : "TOO LONG: seed ")
        + "%s, %s faults, %s wishes, %s jobs: %s"
            .formatted(found[1], found[2], found[3], found[4], found[5]);
  }
}
