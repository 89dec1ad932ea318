package io.lull.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
  private static Table table() {
    final Table table = new Table().left("NODE").right("CORES").left("REASON");
    table.row().cell("ada", TextStyle.GOOD).cell(16).cell("you touched a key 3 s ago");
    table.row().cell("charles").cell(4).cell("–");
    return table;
  }

  @Test
  void alignsItsColumns() {
    assertThat(table().render(Screen.NONE))
        .isEqualTo(
            """
            NODE     CORES  REASON
            ada         16  you touched a key 3 s ago
            charles      4  –
            """);
  }

  @Test
  void shortensTheLastColumnOnANarrowTerminal() {
    assertThat(table().render(new Screen(true, 30, false)).lines())
        .allMatch(line -> line.length() <= 30)
        .contains("ada         16  you touched a…");
  }

  @Test
  void coloursDoNotDisturbTheAlignment() {
    final String coloured = table().render(new Screen(true, 80, true));
    assertThat(coloured).contains("\u001b[32mada\u001b[0m         16");
    assertThat(coloured.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(table().render(Screen.NONE));
  }
}
