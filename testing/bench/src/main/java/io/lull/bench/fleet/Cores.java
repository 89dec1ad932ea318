package io.lull.bench.fleet;

import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The cores of this machine, one for whom is measured and the others for all else.
 *
 * @param measured the first one
 * @param others separated by commas
 */
record Cores(String measured, String others) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  /**
   * @throws IllegalArgumentException with one line, when there is no core to spare
   */
  static Cores split() {
    Tools.missing("taskset")
        .ifPresent(why -> {
          throw new IllegalArgumentException(why + ": it belongs to util-linux");
        });
    final List<Integer> cores;
    try {
      cores =
          Files.readAllLines(STATUS).stream()
              .filter(line -> line.startsWith("Cpus_allowed_list:"))
              .flatMap(line -> allowed(line.replaceFirst("^.*:\\s*", "")).stream())
              .toList();
    } catch (IOException e) {
      throw new IllegalArgumentException("which cores there are is not known: " + e.getMessage());
    }
    if (cores.size() < 2) {
      throw new IllegalArgumentException(
          "two cores are needed, one of them for the coordinator alone");
    }
    return new Cores(
        cores.getFirst().toString(),
        cores.stream().skip(1).map(String::valueOf).collect(Collectors.joining(",")));
  }

  /** As the kernel writes them: 0-3,8. */
  private static List<Integer> allowed(String list) {
    final List<Integer> cores = new ArrayList<>();
    for (final String part : list.split(",")) {
      final String[] ends = part.split("-");
      IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
          .forEach(cores::add);
    }
    return cores;
  }

  /** This process and its threads leave the measured core. */
  void stepAside() {
    Tools.run(
        AT_ONCE,
        List.of("taskset", "-a", "-c", "-p", others, Long.toString(ProcessHandle.current().pid())));
  }

  /** The command, on the measured core. */
  List<String> measuring(List<String> command) {
    final List<String> words = new ArrayList<>(List.of("taskset", "-c", measured));
    words.addAll(command);
    return words;
  }
}
