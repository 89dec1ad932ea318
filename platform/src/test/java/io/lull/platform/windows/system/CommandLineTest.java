package io.lull.platform.windows.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CommandLineTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  /** As Microsoft documents how a program's runtime takes its line apart. */
  private static List<String> parse(String line) {
    final List<String> arguments = new ArrayList<>();
    final StringBuilder argument = new StringBuilder();
    boolean quoted = false;
    boolean any = false;
    int i = 0;
    while (i < line.length()) {
      final char c = line.charAt(i);
      int backslashes = 0;
      while (i < line.length() && line.charAt(i) == '\\') {
        backslashes++;
        i++;
      }
      if (backslashes > 0) {
        any = true;
        final boolean beforeQuote = i < line.length() && line.charAt(i) == '"';
        argument.repeat('\\', beforeQuote ? backslashes / 2 : backslashes);
        if (beforeQuote && backslashes % 2 == 1) {
          argument.append('"');
          i++;
        }
      } else if (c == '"') {
        any = true;
        quoted = !quoted;
        i++;
      } else if (!quoted && (c == ' ' || c == '\t')) {
        if (any) {
          arguments.add(argument.toString());
        }
        argument.setLength(0);
        any = false;
        i++;
      } else {
        any = true;
        argument.append(c);
        i++;
      }
    }
    if (any) {
      arguments.add(argument.toString());
    }
    return arguments;
  }

  @Test
  void quotesWhatNeedsIt() {
    assertThat(
            CommandLine.of(
                List.of("C:\\Program Files\\java.exe", "-Xmx1g", "", "a\"b", "C:\\my dir\\")))
        .isEqualTo("\"C:\\Program Files\\java.exe\" -Xmx1g \"\" \"a\\\"b\" \"C:\\my dir\\\\\"");
  }

  @Test
  void whateverTheArgumentsTheProgramGetsThem() {
    final RandomGenerator random = seed.random();
    final String letters = "ab\\\" \t";
    for (int round = 0; round < 5_000; round++) {
      final List<String> arguments = new ArrayList<>();
      for (int i = random.nextInt(1, 5); i > 0; i--) {
        final StringBuilder argument = new StringBuilder();
        for (int c = random.nextInt(8); c > 0; c--) {
          argument.append(letters.charAt(random.nextInt(letters.length())));
        }
        arguments.add(argument.toString());
      }
      assertThat(parse(CommandLine.of(arguments))).isEqualTo(arguments);
    }
  }

  @Test
  void refusesWhatWindowsWouldNotTake() {
    assertThatThrownBy(() -> CommandLine.of(List.of("x".repeat(40_000))))
        .hasMessageContaining("40000 characters");
    assertThatThrownBy(() -> CommandLine.of(List.of("a\0b"))).hasMessageContaining("null");
    assertThatThrownBy(() -> CommandLine.environment(Map.of("A=B", "c"), "C:\\Windows"))
        .hasMessageContaining("'A=B'");
  }

  @Test
  void theVariablesAreSortedAndHoldTheSystemsFolder() {
    assertThat(CommandLine.environment(Map.of("b", "2", "A", "1"), "C:\\Windows"))
        .isEqualTo("A=1\0b=2\0SystemRoot=C:\\Windows\0\0");
    assertThat(CommandLine.environment(Map.of("SYSTEMROOT", "D:\\W"), "C:\\Windows"))
        .isEqualTo("SystemRoot=D:\\W\0\0");
  }
}
