package io.lull.client.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TransfersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "/etc/cron.d/x",
        "..\\x",
        "a\\b",
        "C:x",
        "line\nend",
        "nul\0"
      })
  void aNameThatLeadsOutOfTheFolderIsRefused(String name) {
    assertThatThrownBy(() -> Transfers.plainName(name))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining("is not a file name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"solution.f64", "task 7.stdout", "..hidden", "ünïcode.txt", "-rf"})
  void aFileNameIsTaken(String name) {
    assertThat(Transfers.plainName(name)).isEqualTo(name);
  }
}
