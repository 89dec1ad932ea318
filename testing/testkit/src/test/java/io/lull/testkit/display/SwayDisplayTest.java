package io.lull.testkit.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.testkit.process.Leftovers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SwayDisplayTest {

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @BeforeEach
  void whereItCanBe() {
    final Optional<String> why = SwayDisplay.unavailable();
    assumeTrue(why.isEmpty(), () -> "no Wayland compositor: " + why.orElse(""));
  }

  @Test
  void takesInputAndComesBackWhereItWas() {
    final Path folder;
    try (SwayDisplay display = SwayDisplay.open()) {
      folder = display.runtimeFolder();
      display.key("a");
      display.moveMouse(5, 5);
      display.click(1);

      final Path socket = display.socket();
      display.kill();
      assertThat(leftovers.processes()).isEmpty();
      display.restart();
      assertThat(display.socket()).isEqualTo(socket);
      display.key("a");
    }
    assertThat(Files.exists(folder)).isFalse();
  }
}
