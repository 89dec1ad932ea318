package io.lull.protocol.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonLineTest {
  @Test
  void anObjectWithNothingInItIsAnObject() {
    assertThat(new JsonLine()).hasToString("{}");
  }

  @Test
  void namesTextsTruthsAndObjectsStandInTheirOrder() {
    assertThat(new JsonLine().put("b", "x").put("a", true).put("c", new JsonLine().put("d", "y")))
        .hasToString("{\"b\":\"x\",\"a\":true,\"c\":{\"d\":\"y\"}}");
  }

  @Test
  void whateverATextContainsTheLineIsOneLineOfAscii() {
    assertThat(new JsonLine().put("text", "\"\\\n\r\t\b\u0000\u007f\u2028é😀"))
        .hasToString(
            "{\"text\":\"\\\"\\\\\\n\\r\\t\\u0008\\u0000\\u007f\\u2028\\u00e9\\ud83d\\ude00\"}");
  }
}
