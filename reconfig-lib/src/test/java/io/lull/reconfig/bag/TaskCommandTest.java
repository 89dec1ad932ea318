package io.lull.reconfig.bag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TaskCommandTest {
  @Test
  void bracesStandForTheLineAndForTheIndex() {
    final TaskCommand command =
        new TaskCommand(List.of("render", "{}", "--out={index}-{}.png"), List.of("a b", "c"), 2);
    assertThat(command.of(0)).containsExactly("render", "a b", "--out=0-a b.png");
    assertThat(command.of(1)).containsExactly("render", "c", "--out=1-c.png");
  }

  @Test
  void withoutLinesTheIndexIsTheLine() {
    assertThat(new TaskCommand(List.of("frame", "{}"), List.of(), 100).of(99))
        .containsExactly("frame", "99");
  }

  @Test
  void whatStandsInALineIsNotLookedAtAgain() {
    final TaskCommand command =
        new TaskCommand(List.of("echo", "{}", "{other}"), List.of("{index} $(reboot) '"), 1);
    assertThat(command.of(0)).containsExactly("echo", "{index} $(reboot) '", "{other}");
  }

  @Test
  void thereIsNoTaskBeyondTheLast() {
    final TaskCommand command = new TaskCommand(List.of("x"), List.of(), 2);
    assertThatThrownBy(() -> command.of(2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> command.of(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
