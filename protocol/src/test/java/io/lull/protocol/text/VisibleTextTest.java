package io.lull.protocol.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Text of others does nothing to a terminal. */
final class VisibleTextTest {
  @Test
  void whatControlsATerminalIsMadeVisible() {
    assertThat(VisibleText.lines("\u001b]0;owned\u0007 \u001b[2J\r")).isEqualTo("␛]0;owned␇ ␛[2J␍");
    assertThat(VisibleText.lines("\u009b31m \u007f")).isEqualTo("<U+009B>31m ␡");
    assertThat(VisibleText.lines("abc\u202egpj.exe\u2066")).isEqualTo("abc<U+202E>gpj.exe<U+2066>");
    assertThat(VisibleText.lines("\u2028\ud800")).isEqualTo("<U+2028><U+D800>");
  }

  @Test
  void whatIsTextStaysAsItIs() {
    final String text = "Größe 日本語 😀\tname\nnext";
    assertThat(VisibleText.lines(text)).isSameAs(text);
    assertThat(VisibleText.line("a\tb\nc")).isEqualTo("a␉b␊c");
  }

  @Test
  void aStreamOfBytesIsTheSameHoweverItIsCut() throws IOException {
    final String text = "日本語 😀 \u001b[1m end\n";
    final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int cut = 0; cut <= bytes.length; cut++) {
      final ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (VisibleOutput visible = new VisibleOutput(out)) {
        visible.write(bytes, 0, cut);
        visible.write(bytes, cut, bytes.length - cut);
      }
      assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(VisibleText.lines(text));
    }
    final ByteArrayOutputStream single = new ByteArrayOutputStream();
    try (VisibleOutput visible = new VisibleOutput(single)) {
      for (final byte each : bytes) {
        visible.write(each);
      }
      visible.write(0xe6);
    }
    assertThat(single.toString(StandardCharsets.UTF_8))
        .isEqualTo(VisibleText.lines(text) + "\ufffd");
  }
}
