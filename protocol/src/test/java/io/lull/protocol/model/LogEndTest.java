package io.lull.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LogEndTest {
  @Test
  void whatIsShortEnoughStaysAsItIs() {
    final String text = "x".repeat(LogEnd.MAX_BYTES - 1) + "\n";
    assertThat(LogEnd.of(text)).isEqualTo(text);
  }

  @Test
  void ofWhatIsLongerTheEndIsTold() {
    assertThat(LogEnd.of("begins" + "x".repeat(LogEnd.MAX_BYTES)))
        .isEqualTo("x".repeat(LogEnd.MAX_BYTES));
  }

  @Test
  void noCharacterIsToldInPart() {
    final String wide = "€".repeat(LogEnd.MAX_BYTES);
    assertThat(LogEnd.of(wide)).isEqualTo("€".repeat(LogEnd.MAX_BYTES / 3));
    assertThat(LogEnd.ofLine("x€€".getBytes(StandardCharsets.UTF_8))).isEqualTo("...€");
  }

  @Test
  void ofALineTheEndIsMarkedAndNoLongerThanItWas() {
    assertThat(LogEnd.ofLine("0123456789".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("...3456789");
    assertThat(LogEnd.ofLine(new byte[0])).isEqualTo("...");
  }
}
