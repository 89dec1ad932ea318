package io.lull.platform.macos.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MacInputsTest {
  @ParameterizedTest
  @ValueSource(strings = {"x11", "wayland", "logind", "windows", ""})
  void refusesAnotherSystemsInputInOneLine(String choice) {
    assertThatThrownBy(() -> new MacInputs(SystemClock.INSTANCE).open(choice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'" + choice + "' is no input of this system: choose auto, macos, script:FILE or none");
  }

  @Test
  void refusesAScriptThatIsNotThere() {
    assertThatThrownBy(() -> new MacInputs(SystemClock.INSTANCE).open("script:/no/such/file"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
