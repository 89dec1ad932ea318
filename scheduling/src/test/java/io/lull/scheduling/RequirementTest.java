package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequirementTest {
  private static final NodeTraits TRAITS =
      new NodeTraits("linux", 8, 16L << 30, 1.5, Set.of("room=2.14", "owner=Ada L"), Set.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "os == linux",
        "os==Linux&&cores>=8",
        "memory >= 16G && memory <= 16G",
        "speed > 1.4 && !(speed > 1.6)",
        "name == 'desk-7'",
        "name != \"desk-8\"",
        "os == windows || cores == 8",
        "os == windows && cores == 9 || speed < 2",
        "!os == windows",
        "label.room == 2.14",
        "label.ROOM == 2.14 && label.owner == 'ada l'",
        "label.gpu != any"
      })
  void admitsWhatItDescribes(String text) {
    assertThat(Requirement.parse(text).admits("desk-7", TRAITS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "os != linux",
        "cores > 8",
        "memory > 16G",
        "os == windows || cores == 7",
        "!(cores == 8)",
        "label.room != 2.14",
        "label.room == 2.1",
        "label.gpu == any",
        "os == windows && (cores == 9 || speed < 2)"
      })
  void refusesWhatItDoesNotDescribe(String text) {
    assertThat(Requirement.parse(text).admits("desk-7", TRAITS)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour == red | character 1: expected one of os, name, cores, memory, speed, label.NAME",
        "label. == x | character 1: expected one of os",
        "label.room > 2 | character 14: label.room can only be compared with == and !=",
        "cores | character 6: expected ==",
        "cores >= | character 9: expected a value for cores",
        "cores >= many | character 10: 'many' is not a number of cores",
        "memory >= much | character 11: 'much' is not a size",
        "speed > NaN | character 9: 'NaN' is not a number",
        "os > linux | character 6: os can only be compared with == and !=",
        "(cores > 1 | character 11: expected a closing parenthesis",
        "cores > 1 cores > 2 | character 11: expected && or || or the end",
        "name == 'x | character 9: the quotation is not closed"
      })
  void saysWhatIsWrongAndWhere(String text, String what) {
    assertThatThrownBy(() -> Requirement.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(what)
        .hasMessageContaining("write it as");
  }

  @Test
  void refusesWhatIsTooLongOrTooDeep() {
    assertThatThrownBy(() -> Requirement.parse("!".repeat(40) + "os == linux"))
        .hasMessageContaining("levels of nesting");
    assertThatThrownBy(() -> Requirement.parse("os == linux &&".repeat(100)))
        .hasMessageContaining("longer than");
  }
}
