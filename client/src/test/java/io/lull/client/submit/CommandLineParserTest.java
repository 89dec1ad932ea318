package io.lull.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineParserTest {
  @Test
  void blanksDivideAndQuotesKeepTogether() {
    assertThat(CommandLineParser.split("  render  --name 'two words' \"it's\" a\\ b x'y'z '' "))
        .containsExactly("render", "--name", "two words", "it's", "a b", "xyz", "");
  }

  @Test
  void nothingElseHasAMeaning() {
    assertThat(CommandLineParser.split("echo $HOME `reboot` > file; {} | \"$(x)\" \"a\\nb\\\"\""))
        .containsExactly("echo", "$HOME", "`reboot`", ">", "file;", "{}", "|", "$(x)", "a\\nb\"");
  }

  @Test
  void whatDoesNotEndIsRefused() {
    assertThatThrownBy(() -> CommandLineParser.split("echo 'x"))
        .hasMessage("the quote ' is not closed");
    assertThatThrownBy(() -> CommandLineParser.split("echo \\")).hasMessageContaining("backslash");
    assertThatThrownBy(() -> CommandLineParser.split("   ")).hasMessageContaining("no program");
    assertThatThrownBy(() -> CommandLineParser.split("'' x")).hasMessageContaining("no program");
  }

  @Test
  void wordsJoinedAndSplitAreTheSame() {
    final List<String> words = List.of("sh", "-c", "echo \"it's\" \\ $0", "", "{}", "'");
    assertThat(CommandLineParser.split(CommandLineParser.join(words))).isEqualTo(words);
  }
}
