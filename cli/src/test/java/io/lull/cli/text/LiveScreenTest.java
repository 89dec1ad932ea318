package io.lull.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveScreenTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

  @Test
  void drawsInItsPlaceAndLeavesTheTerminalAsItWas() {
    try (LiveScreen screen = new LiveScreen(out)) {
      screen.draw(List.of("one", "two"));
    }
    assertThat(written.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "\u001b[?1049h\u001b[?25l"
                + "\u001b[?2026h\u001b[Hone\u001b[K\r\ntwo\u001b[K\u001b[J\u001b[?2026l"
                + "\u001b[?25h\u001b[?1049l");
  }

  @Test
  void whoIsClosedDrawsNothingMoreOntoAForeignScreen() {
    final LiveScreen screen = new LiveScreen(out);
    screen.close();
    final int before = written.size();
    screen.draw(List.of("late"));
    screen.close();
    assertThat(written.size()).isEqualTo(before);
  }

  @Test
  void aTerminalSaysHowLargeItIs() {
    assertThat(TerminalSize.parse("50 132\n")).isEqualTo(new TerminalSize(50, 132));
    assertThat(TerminalSize.parse("0 0")).isEqualTo(new TerminalSize(24, 80));
    assertThat(TerminalSize.parse("")).isEqualTo(new TerminalSize(24, 80));
  }
}
