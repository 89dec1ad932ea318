package io.lull.cli.demo;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.local.NodeNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The user's options of the demonstration.
 *
 * @param iterations none: as many as the scenario needs
 * @param events the user's own scenario; none: the built-in one
 * @param json where the report goes
 * @param keep a folder for all files; none: a temporary one, deleted at the end
 * @param window whether a terminal may be drawn on, and a window opened if there is a screen
 */
public record DemoOptions(
    int nodes,
    int size,
    OptionalLong iterations,
    @Nullable Path events,
    @Nullable Path json,
    @Nullable Path keep,
    boolean window) {
  public static final int DEFAULT_NODES = 4;
  public static final int DEFAULT_SIZE = 1501;
  static final long DEFAULT_ITERATIONS = 600;

  /** The scenario takes one away and kills one, and one must be left. */
  private static final int LEAST_NODES = 3;

  private static final int LEAST_SIZE = 16;

  /** The data is in this one computer's memory, several times over. */
  private static final int GREATEST_SIZE = 10_001;

  private static final long LEAST_ITERATIONS = 20;
  private static final long MOST_ITERATIONS = 1_000_000;

  /**
   * @throws CommandFailure with one line for options that cannot be used
   */
  public DemoOptions {
    final int leastNodes = events == null ? LEAST_NODES : 1;
    if (nodes < leastNodes || nodes > NodeNames.MOST) {
      throw CommandFailure.badInput(
          "--nodes " + nodes + " is out of range: use " + leastNodes + " to " + NodeNames.MOST);
    }
    if (size < LEAST_SIZE || size > GREATEST_SIZE) {
      throw CommandFailure.badInput(
          "--size " + size + " is out of range: use " + LEAST_SIZE + " to " + GREATEST_SIZE);
    }
    if (iterations.isPresent()
        && (iterations.getAsLong() < LEAST_ITERATIONS
            || iterations.getAsLong() > MOST_ITERATIONS)) {
      throw CommandFailure.badInput(
          "--iterations "
              + iterations.getAsLong()
              + " is out of range: use "
              + LEAST_ITERATIONS
              + " to "
              + MOST_ITERATIONS);
    }
    if (json != null) {
      checkReport(json.toAbsolutePath());
    }
  }

  private static void checkReport(Path report) {
    final Path folder = report.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw CommandFailure.badInput(
          "--json " + report + " cannot be written: its folder does not exist; create it first");
    }
    if (Files.isDirectory(report) || !Files.isWritable(Files.exists(report) ? report : folder)) {
      throw CommandFailure.badInput(
          "--json " + report + " cannot be written: choose a file in a writable folder");
    }
  }

  long iterationsOrDefault() {
    return iterations.orElse(DEFAULT_ITERATIONS);
  }
}
