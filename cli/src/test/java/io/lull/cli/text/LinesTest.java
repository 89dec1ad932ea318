package io.lull.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinesTest {
  private static final String COLOURED = "a\u001b[32mbcd\u001b[0me";

  @Test
  void coloursTakeNoPlace() {
    assertThat(Lines.width(COLOURED)).isEqualTo(5);
    assertThat(Lines.width("plain")).isEqualTo(5);
    assertThat(Lines.width("")).isZero();
  }

  @Test
  void aCharacterOfTwoHalvesTakesOnePlaceAndIsNeverCutApart() {
    assertThat(Lines.width("a😀b")).isEqualTo(3);
    assertThat(Lines.clip("a😀b", 2)).isEqualTo("a😀");
  }

  @Test
  void whatIsCutOffInAColourLeavesTheTerminalInNone() {
    assertThat(Lines.clip(COLOURED, 2)).isEqualTo("a\u001b[32mb\u001b[0m");
    assertThat(Lines.clip(COLOURED, 5)).isEqualTo(COLOURED);
    assertThat(Lines.clip("plain", 2)).isEqualTo("pl");
  }
}
