package io.lull.platform.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.platform.script.ScriptLine.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptLineTest {
  @Test
  void readsEveryEventOfTheContract() {
    assertThat(ScriptLine.parse("1.5 input")).hasValue(new ScriptLine(1.5, new Event.Input()));
    assertThat(ScriptLine.parse("now input")).hasValue(new ScriptLine(-1, new Event.Input()));
    assertThat(ScriptLine.parse("2 typing 10")).hasValue(new ScriptLine(2, new Event.Typing(10)));
    assertThat(ScriptLine.parse(" 3  cpu 0.5\t20 # busy"))
        .hasValue(new ScriptLine(3, new Event.Cpu(0.5, 20)));
    assertThat(ScriptLine.parse("4 lock")).hasValue(new ScriptLine(4, new Event.Lock()));
    assertThat(ScriptLine.parse("5 unlock")).hasValue(new ScriptLine(5, new Event.Unlock()));
    assertThat(ScriptLine.parse("6 battery 0.4"))
        .hasValue(new ScriptLine(6, new Event.Battery(0.4)));
    assertThat(ScriptLine.parse("7 mains")).hasValue(new ScriptLine(7, new Event.Mains()));
    assertThat(ScriptLine.parse("8 quit")).hasValue(new ScriptLine(8, new Event.Quit()));
    assertThat(ScriptLine.parse("  # nothing")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "input | SECONDS EVENT",
        "-1 input | the time cannot be '-1'",
        "NaN input | the time cannot be",
        "1 dance | there is no event 'dance'",
        "1 input 3 | input takes no value",
        "1 typing | typing takes SECONDS",
        "1 cpu 1.5 3 | FRACTION cannot be '1.5'",
        "1 battery full | FRACTION cannot be 'full'"
      })
  void saysWhatIsWrongWithALine(String line, String why) {
    assertThatThrownBy(() -> ScriptLine.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
