package io.lull.testkit.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.Tools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class XDisplayTest {

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @BeforeEach
  void whereItCanBe() {
    final Optional<String> why = XDisplay.unavailable();
    assumeTrue(why.isEmpty(), () -> "no X display: " + why.orElse(""));
  }

  @Test
  void twoDisplaysHaveInputOfTheirOwn() {
    try (XDisplay one = XDisplay.open();
        XDisplay two = XDisplay.open()) {
      assertThat(one.name()).isNotEqualTo(two.name());
      one.moveMouse(123, 45);
      one.key("a");
      one.click(1);
      assertThat(mouse(one)).contains("x:123 y:45");
      assertThat(mouse(two)).doesNotContain("x:123 y:45");
    }
  }

  @Test
  void aServerThatCrashesIsGoneAtOnce() {
    try (XDisplay display = XDisplay.open()) {
      final Path socket = Path.of("/tmp/.X11-unix/X" + display.name().substring(1));
      assertThat(Files.exists(socket)).isTrue();
      display.kill();
      assertThat(leftovers.processes()).isEmpty();
    }
  }

  private static String mouse(XDisplay display) {
    return Tools.run(
        Duration.ofSeconds(10),
        Map.of("DISPLAY", display.name()),
        List.of("xdotool", "getmouselocation"));
  }
}
