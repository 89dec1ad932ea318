package io.lull.platform.windows.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsInputsTest {
  @ParameterizedTest
  @ValueSource(strings = {"x11", "wayland", "logind", "macos", ""})
  void refusesAnotherSystemsInputInOneLine(String choice) {
    assertThatThrownBy(() -> new WindowsInputs(SystemClock.INSTANCE).open(choice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'"
                + choice
                + "' is no input of this system: choose auto, windows, script:FILE or none");
  }

  @Test
  void refusesAScriptThatIsNotThere() {
    assertThatThrownBy(() -> new WindowsInputs(SystemClock.INSTANCE).open("script:/no/such/file"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
