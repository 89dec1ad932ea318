package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A bench with the least work that it can be given, from the classes that the build has made: what
 * it prints is looked at, not how fast anything was.
 */
final class BenchRun {
  /** Of a bench that stands still. */
  private static final Duration LONGEST = Duration.ofMinutes(8);

  private static final Path SCRIPT = Lull.root().resolve("testing/bench/figures");

  private BenchRun() {}

  /** The names that the script says there are. */
  static List<String> names() {
    return lines(List.of("--help"))
        .filter(line -> line.startsWith("  testing/bench/figures "))
        .map(line -> line.strip().split("\\s+")[1])
        .toList();
  }

  private static Stream<String> lines(List<String> words) {
    final List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(words);
    return Tools.run(Lull.COMMAND, command).lines();
  }

  /** Its tables are whole, and its document has a row for each that was measured. */
  static void printsItsTables(String words, Path folder) throws IOException {
    final Path json = folder.resolve("figures.json");
    final List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(Arrays.asList(words.split(" ")));
    if (!words.startsWith("demo")) {
      command.addAll(List.of("--json", json.toString()));
    }
    try (RunningProgram bench =
        RunningProgram.named("lull bench " + words.split(" ")[0])
            .command(command)
            .environment("LULL_AS_BUILT", "yes")
            .in(folder)
            .toleratingAnyLog()
            .start()) {
      final int code = bench.awaitExit(LONGEST);
      assertThat(code).as("exit code of lull bench %s\n%s", words, bench.said()).isZero();
      assertTables(bench.output());
    }
    if (Files.exists(json)) {
      final JsonNode document = new ObjectMapper().readTree(Files.readString(json));
      final JsonNode rows = document.isArray() ? document : document.path("rows");
      assertThat(rows).as("rows of the document").isNotEmpty();
    } else {
      assertThat(words).startsWith("demo");
    }
  }

  private static void assertTables(String output) {
    final List<String> lines = output.lines().toList();
    final List<Integer> heads =
        IntStream.range(0, lines.size() - 1)
            .filter(i -> lines.get(i + 1).matches("\\|( --- \\|)+"))
            .boxed()
            .toList();
    assertThat(heads).as("tables in\n%s", output).isNotEmpty();
    for (final int head : heads) {
      final List<String> rows =
          lines.stream().skip(head + 2L).takeWhile(line -> line.startsWith("|")).toList();
      assertThat(rows).as("rows under %s in\n%s", lines.get(head), output).isNotEmpty();
      assertThat(rows)
          .as("rows of\n%s", output)
          .allSatisfy(row -> {
            assertThat(cells(row)).isEqualTo(cells(lines.get(head)));
            assertThat(row).doesNotContain("NaN", "Infinity", "null");
          });
    }
  }

  private static long cells(String row) {
    return row.chars().filter(each -> each == '|').count();
  }
}
