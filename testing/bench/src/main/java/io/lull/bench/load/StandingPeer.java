package io.lull.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.bench.grid.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program that stands ready with all that it needs. It says "ready"; then it is told a number of
 * empty tasks in a line, and answers with a line of JSON that has the seconds they took.
 */
final class StandingPeer implements AutoCloseable {
  private static final Duration STARTS = Duration.ofMinutes(5);
  private static final Duration ANSWERS = Duration.ofMinutes(10);

  private final Child program;

  private StandingPeer(Child program) {
    this.program = program;
  }

  static StandingPeer start(String name, List<String> command, Path folder)
      throws IOException, InterruptedException {
    final List<String> words = new ArrayList<>(command);
    if (Files.exists(Path.of(words.getFirst()))) {
      words.set(0, Path.of(words.getFirst()).toAbsolutePath().toString());
    }
    final Child program = Child.start(name.replaceAll("\\W", "-"), folder, Map.of(), words);
    try {
      program.await("^ready$", STARTS);
    } catch (IOException | InterruptedException e) {
      program.close();
      throw e;
    }
    return new StandingPeer(program);
  }

  double micros(int tasks) throws IOException, InterruptedException {
    program.tell(String.valueOf(tasks));
    final String line = program.await("^\\{", ANSWERS).text();
    return new ObjectMapper().readTree(line).path("seconds").asDouble() * 1e6 / tasks;
  }

  @Override
  public void close() {
    program.close();
  }
}
