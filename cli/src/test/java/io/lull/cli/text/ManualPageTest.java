package io.lull.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManualPageTest {
  @Test
  void whatWouldBeAnOrderIsShownAsItIs() {
    final ManualPage page = new ManualPage("lull", "1.0");
    page.section("name", "lull - jobs");
    page.verbatim("lull submit", ".TH is shown\n  --jar C:\\x\n'quoted'");
    assertThat(page.text())
        .isEqualTo(
            """
            .TH LULL 1 "" "lull 1.0"
            .SH NAME
            lull \\- jobs
            .SH LULL SUBMIT
            .nf
            \\&.TH is shown
              \\-\\-jar C:\\ex
            \\&'quoted'
            .fi
            """);
  }
}
