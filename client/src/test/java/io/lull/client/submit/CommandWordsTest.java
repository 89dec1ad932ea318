package io.lull.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandWordsTest {
  @Test
  void blanksDivideAndQuotesKeepTogether() {
    assertThat(CommandWords.split("  render  --name 'two words' \"it's\" a\\ b x'y'z '' "))
        .containsExactly("render", "--name", "two words", "it's", "a b", "xyz", "");
  }

  @Test
  void nothingElseHasAMeaning() {
    assertThat(CommandWords.split("echo $HOME `reboot` > file; {} | \"$(x)\" \"a\\nb\\\"\""))
        .containsExactly("echo", "$HOME", "`reboot`", ">", "file;", "{}", "|", "$(x)", "a\\nb\"");
  }

  @Test
  void whatDoesNotEndIsRefused() {
    assertThatThrownBy(() -> CommandWords.split("echo 'x")).hasMessage("the quote ' is not closed");
    assertThatThrownBy(() -> CommandWords.split("echo \\")).hasMessageContaining("backslash");
    assertThatThrownBy(() -> CommandWords.split("   ")).hasMessageContaining("no program");
    assertThatThrownBy(() -> CommandWords.split("'' x")).hasMessageContaining("no program");
  }

  @Test
  void wordsJoinedAndSplitAreTheSame() {
    final List<String> words = List.of("sh", "-c", "echo \"it's\" \\ $0", "", "{}", "'");
    assertThat(CommandWords.split(CommandWords.join(words))).isEqualTo(words);
  }
}
